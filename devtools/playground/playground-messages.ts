import type { PanelLanguage } from '../i18n/messages.ts';

const en = {
  tagline: 'Git for agent conversations, in the browser',
  importFiles: 'Import logs',
  dropHere: 'Drop session logs to import them',
  dropHint: 'JSONL or zstd, as DSH writes them. They stay in this browser.',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  opening: 'Opening the store…',
  samples: (done: number, total: number) => `Loading sample sessions, ${done} of ${total}…`,
  openFailed: 'The store could not be opened',
  samplesFailed: (reason: string) => `The sample sessions could not be loaded: ${reason}`,
  retry: 'Try again',
  message: 'Message to the agent',
  placeholder: 'Ask the built-in agent…',
  send: 'Send',
  stop: 'Stop',
  noSession: 'A new session is made for the first message.',
  appendsTo: 'Appends a turn to the chosen session. No network, no model: a small agent in this page.',
  sendFailed: (reason: string) => `Not sent: ${reason}`,
  suggestions: ['What is 12*7?', 'What time is it?', 'What is (3+4)/0?', 'Please fail'],
  imports: 'Imported files',
  dismissAll: 'Dismiss all',
  dismiss: 'Dismiss',
  open: 'Open',
  importCopy: 'Import as a copy',
  waiting: 'waiting',
  reading: (events: number) => `reading, ${events.toLocaleString('en')} events`,
  done: (events: number, shared: number) =>
    shared === 0
      ? `${events.toLocaleString('en')} events`
      : `${events.toLocaleString('en')} events, ${shared.toLocaleString('en')} shared with the parent`,
  stopped: 'stopped',
  line: (line: number) => `line ${line}`,
};

const zh: typeof en = {
  tagline: '浏览器里的代理对话 Git',
  importFiles: '导入日志',
  dropHere: '拖放会话日志以导入',
  dropHint: 'DSH 写出的 JSONL 或 zstd，只保存在此浏览器中。',
  theme: '主题',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  language: '语言',
  opening: '正在打开存储…',
  samples: (done, total) => `正在加载示例会话 ${done}/${total}…`,
  openFailed: '无法打开存储',
  samplesFailed: (reason) => `无法加载示例会话：${reason}`,
  retry: '重试',
  message: '发给代理的消息',
  placeholder: '向内置代理提问…',
  send: '发送',
  stop: '停止',
  noSession: '第一条消息会新建一个会话。',
  appendsTo: '在所选会话上追加一轮。没有网络，没有模型：只是页面里的小代理。',
  sendFailed: (reason) => `未能发送：${reason}`,
  suggestions: ['12*7 等于多少？', '现在几点？', '(3+4)/0 等于多少？', '请失败一次'],
  imports: '已导入的文件',
  dismissAll: '全部忽略',
  dismiss: '忽略',
  open: '打开',
  importCopy: '作为副本导入',
  waiting: '等待中',
  reading: (events) => `读取中，${events.toLocaleString('zh-CN')} 个事件`,
  done: (events, shared) =>
    shared === 0
      ? `${events.toLocaleString('zh-CN')} 个事件`
      : `${events.toLocaleString('zh-CN')} 个事件，其中 ${shared.toLocaleString('zh-CN')} 个与父会话共享`,
  stopped: '已停止',
  line: (line) => `第 ${line} 行`,
};

export type PlaygroundMessages = typeof en;

export function playgroundMessages(language: PanelLanguage): PlaygroundMessages {
  return language === 'zh' ? zh : en;
}

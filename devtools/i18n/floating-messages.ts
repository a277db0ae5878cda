import type { PanelLanguage } from './page-language.ts';

/** Words that the floating form needs before the panel has come, in a table of their own to cost little. */
export interface FloatingMessages {
  readonly open: string;
  readonly dock: string;
  readonly close: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly retry: string;
}

export const floatingMessages: Readonly<Record<PanelLanguage, FloatingMessages>> = {
  en: {
    open: 'Open session devtools',
    dock: 'Session devtools',
    close: 'Close devtools',
    loading: 'Loading…',
    loadFailed: 'The devtools could not be loaded.',
    retry: 'Try again',
  },
  zh: {
    open: '打开会话开发工具',
    dock: '会话开发工具',
    close: '关闭开发工具',
    loading: '正在加载…',
    loadFailed: '无法加载开发工具。',
    retry: '重试',
  },
};

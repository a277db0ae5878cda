import type { PanelLanguage } from './page-language.ts';

/** Words of the floating form: a table apart from the panel's, which comes with the panel when it is first opened. */
export interface FloatingMessages {
  readonly open: string;
  readonly dock: string;
  readonly resize: string;
  readonly edges: string;
  readonly bottom: string;
  readonly top: string;
  readonly left: string;
  readonly right: string;
  readonly popOut: string;
  readonly popOutBlocked: string;
  readonly close: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly retry: string;
}

export const floatingMessages: Readonly<Record<PanelLanguage, FloatingMessages>> = {
  en: {
    open: 'Open session devtools',
    dock: 'Session devtools',
    resize: 'Size of the devtools',
    edges: 'Dock at',
    bottom: 'Dock at the bottom',
    top: 'Dock at the top',
    left: 'Dock at the left',
    right: 'Dock at the right',
    popOut: 'Open in a window',
    popOutBlocked: 'The browser blocked the window. Allow pop-ups for this page and try again.',
    close: 'Close devtools',
    loading: 'Loading…',
    loadFailed: 'The devtools could not be loaded.',
    retry: 'Try again',
  },
  zh: {
    open: '打开会话开发工具',
    dock: '会话开发工具',
    resize: '开发工具的大小',
    edges: '停靠位置',
    bottom: '停靠在底部',
    top: '停靠在顶部',
    left: '停靠在左侧',
    right: '停靠在右侧',
    popOut: '在新窗口中打开',
    popOutBlocked: '浏览器拦截了窗口。请允许此页面弹出窗口后重试。',
    close: '关闭开发工具',
    loading: '正在加载…',
    loadFailed: '无法加载开发工具。',
    retry: '重试',
  },
};

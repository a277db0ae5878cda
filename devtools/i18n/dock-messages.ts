import type { PanelLanguage } from './page-language.ts';

/** Words of the open dock, which come with the panel. */
export interface DockMessages {
  readonly resize: string;
  readonly edges: string;
  readonly bottom: string;
  readonly top: string;
  readonly left: string;
  readonly right: string;
  readonly popOut: string;
  readonly popOutBlocked: string;
}

export const dockMessages: Readonly<Record<PanelLanguage, DockMessages>> = {
  en: {
    resize: 'Size of the devtools',
    edges: 'Dock at',
    bottom: 'Dock at the bottom',
    top: 'Dock at the top',
    left: 'Dock at the left',
    right: 'Dock at the right',
    popOut: 'Open in a window',
    popOutBlocked: 'The browser blocked the window. Allow pop-ups for this page and try again.',
  },
  zh: {
    resize: '开发工具的大小',
    edges: '停靠位置',
    bottom: '停靠在底部',
    top: '停靠在顶部',
    left: '停靠在左侧',
    right: '停靠在右侧',
    popOut: '在新窗口中打开',
    popOutBlocked: '浏览器拦截了窗口。请允许此页面弹出窗口后重试。',
  },
};

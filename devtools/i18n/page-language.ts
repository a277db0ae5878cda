export type PanelLanguage = 'en' | 'zh';

/** Without a `lang`, the page's language decides, then the reader's; what is neither is English. */
export function pageLanguage(): PanelLanguage {
  const language = document.documentElement.lang || navigator.language;
  return language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

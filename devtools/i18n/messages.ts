import { createContext, useContext } from 'react';
import { en, type PanelMessages } from './en.ts';
import { zh } from './zh.ts';

export type PanelLanguage = 'en' | 'zh';

const TABLES: Readonly<Record<PanelLanguage, PanelMessages>> = { en, zh };

export function messagesFor(language: PanelLanguage): PanelMessages {
  return TABLES[language];
}

/** Without a `lang`, the page's language decides, then the reader's; what is neither is English. */
export function pageLanguage(): PanelLanguage {
  const language = document.documentElement.lang || navigator.language;
  return language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export const MessagesContext = createContext<PanelMessages>(en);

export function useMessages(): PanelMessages {
  return useContext(MessagesContext);
}

import { createContext, useContext } from 'react';
import { en, type PanelMessages } from './en.ts';
import type { PanelLanguage } from './page-language.ts';
import { zh } from './zh.ts';

export { pageLanguage, type PanelLanguage } from './page-language.ts';

const TABLES: Readonly<Record<PanelLanguage, PanelMessages>> = { en, zh };

export function messagesFor(language: PanelLanguage): PanelMessages {
  return TABLES[language];
}

export const MessagesContext = createContext<PanelMessages>(en);

export function useMessages(): PanelMessages {
  return useContext(MessagesContext);
}

import { useSyncExternalStore } from 'react';
import type { PanelLanguage } from '../i18n/messages.ts';
import type { PanelTheme } from '../shell/theme.ts';

const KEY = 'turnfork-playground/preferences';

export interface Preferences {
  readonly theme: PanelTheme;
  readonly language: PanelLanguage;
}

const THEMES: readonly PanelTheme[] = ['system', 'light', 'dark'];

let current: Preferences | null = null;
const listeners = new Set<() => void>();

export function usePreferences(): readonly [Preferences, (changes: Partial<Preferences>) => void] {
  return [useSyncExternalStore(subscribe, snapshot), change];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function snapshot(): Preferences {
  current ??= read();
  return current;
}

function change(changes: Partial<Preferences>): void {
  current = { ...snapshot(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The choice then holds for this visit.
  }
  for (const listener of [...listeners]) listener();
}

function read(): Preferences {
  const fallback: Preferences = {
    theme: 'system',
    language: navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
  };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return fallback;
    const theme = 'theme' in stored ? THEMES.find((name) => name === stored.theme) : undefined;
    const language =
      'language' in stored && (stored.language === 'en' || stored.language === 'zh')
        ? stored.language
        : undefined;
    return { theme: theme ?? fallback.theme, language: language ?? fallback.language };
  } catch {
    return fallback;
  }
}

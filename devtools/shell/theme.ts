import { useSyncExternalStore } from 'react';

export type PanelTheme = 'light' | 'dark' | 'system';

const DARK = '(prefers-color-scheme: dark)';

/** The theme to draw with; `system` follows the reader's setting while it changes. */
export function useResolvedTheme(theme: PanelTheme): 'light' | 'dark' {
  const systemIsDark = useSyncExternalStore(subscribe, prefersDark, () => false);
  if (theme !== 'system') return theme;
  return systemIsDark ? 'dark' : 'light';
}

function prefersDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia(DARK).matches;
}

function subscribe(listener: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => undefined;
  const query = matchMedia(DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

import { useSyncExternalStore } from 'react';

const PREFIX = '#session=';

/** The session that the page's address names, and a way to name another: a reload, or a link, comes back to it. */
export function useSessionInUrl(): readonly [string | null, (sessionId: string) => void] {
  return [useSyncExternalStore(subscribe, sessionInUrl), setSessionInUrl];
}

function sessionInUrl(): string | null {
  if (!location.hash.startsWith(PREFIX)) return null;
  try {
    const id = decodeURIComponent(location.hash.slice(PREFIX.length));
    return id === '' ? null : id;
  } catch {
    return null;
  }
}

function setSessionInUrl(sessionId: string): void {
  if (sessionInUrl() === sessionId) return;
  history.pushState(null, '', PREFIX + encodeURIComponent(sessionId));
  // `pushState` tells nobody.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
}

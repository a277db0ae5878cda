import { useSyncExternalStore } from 'react';

/** Where in the store the page is: what its address says, so that a reload, or a link, comes back to it. */
export interface PagePlace {
  readonly session: string | null;
  /** Seq of an event of that session to show. */
  readonly event: number | null;
  /** A second session, shown beside the first. */
  readonly beside: string | null;
}

/** The place that the page's address names, and a way to another. */
export function usePagePlace(): PagePlace {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return placeIn(hash);
}

export function goTo(place: PagePlace): void {
  const hash = hashOf(place);
  if (location.hash === hash) return;
  history.pushState(null, '', hash);
  // `pushState` tells nobody.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The address of a place, for links. */
export function hashOf({ session, event, beside }: PagePlace): string {
  const parts = [
    session === null ? null : `session=${encodeURIComponent(session)}`,
    event === null ? null : `event=${event}`,
    beside === null ? null : `beside=${encodeURIComponent(beside)}`,
  ];
  return `#${parts.filter((part) => part !== null).join('&')}`;
}

/** The whole address of an event, to be opened elsewhere. */
export function addressOfEvent(session: string, event: number): string {
  return new URL(hashOf({ session, event, beside: null }), location.href).href;
}

/** Reads any address: what makes no sense is left out. */
export function placeIn(hash: string): PagePlace {
  const values = new Map<string, string>();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    const value = at < 0 ? null : decoded(part.slice(at + 1));
    if (value !== null && value !== '') values.set(part.slice(0, at), value);
  }
  const event = Number(values.get('event') ?? Number.NaN);
  return {
    session: values.get('session') ?? null,
    event: Number.isSafeInteger(event) && event >= 0 ? event : null,
    beside: values.get('beside') ?? null,
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
}

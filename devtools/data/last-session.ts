import type { SessionId } from './devtools-store.ts';
import { listAt, stringAt } from './read-field.ts';

const KEY = 'turnfork-devtools-last-sessions';

/** Stores whose last session is remembered; the one that was used longest ago goes first. */
const MAX_STORES = 20;

type Remembered = readonly { readonly store: string; readonly session: SessionId }[];

/** The session that was looked at last in a store, or null. The store may not have it any more. */
export function rememberedSession(storeName: string): SessionId | null {
  return read().find(({ store }) => store === storeName)?.session ?? null;
}

/** Remembers the session that is looked at, so that the next visit opens on it, where the page may store that. */
export function rememberSession(storeName: string, session: SessionId): void {
  const others = read().filter(({ store }) => store !== storeName);
  const remembered: Remembered = [{ store: storeName, session }, ...others].slice(0, MAX_STORES);
  try {
    localStorage.setItem(KEY, JSON.stringify(remembered));
  } catch {
    // A page that may not store anything opens on the newest session.
  }
}

/** Storage that is blocked, full of junk or of another shape reads as nothing. */
function read(): Remembered {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return listAt(stored).flatMap((entry) => {
      const store = stringAt(entry, 'store');
      const session = stringAt(entry, 'session');
      return store === undefined || session === undefined ? [] : [{ store, session }];
    });
  } catch {
    return [];
  }
}

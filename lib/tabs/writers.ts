import { lockNameOf } from './writer-lock.ts';

/**
 * Which sessions of a database have a writer in any tab, as the browser's locks say. Null where there are no Web Locks
 * to ask: only the own ones are known then.
 */
export async function heldLocks(): Promise<ReadonlySet<string> | null> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return null;
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
  } catch {
    // A page that is going away, or has no origin of its own, may not ask.
    return null;
  }
}

export function hasWriter(
  held: ReadonlySet<string> | null,
  databaseName: string,
  sessionId: string,
): boolean {
  return held?.has(lockNameOf(databaseName, sessionId)) ?? false;
}

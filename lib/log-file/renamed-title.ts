import type { SessionEvent } from '../event/session-event.ts';

/**
 * A title that `rename` gave is no event of the log. In a file it stands as a last `session/title` record with a mark:
 * DSH reads an ordinary title, and turnfork takes it back as the given title, so that a round trip is exact.
 */
export function renamedTitleRecord(title: string, seq: number, time: number): object {
  return {
    type: 'session/title',
    seq,
    time,
    data: { title, source: { kind: 'user' }, turnfork: { renamed: true } },
  };
}

/** The title of such a record, or null for any other event. */
export function renamedTitleOf({ type, data }: SessionEvent): string | null {
  if (type !== 'session/title' || typeof data !== 'object' || data === null) return null;
  if (!('turnfork' in data) || !('title' in data) || typeof data.title !== 'string') return null;
  const { turnfork } = data;
  const isMarked =
    typeof turnfork === 'object' && turnfork !== null && 'renamed' in turnfork && turnfork.renamed === true;
  return isMarked ? data.title : null;
}

import { isJsonObject } from '../event/data-flaw.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { hasExactKeys } from './packings.ts';

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

/** The title of exactly such a record, or null for any other event. */
export function renamedTitleOf(event: SessionEvent): string | null {
  if (event.type !== 'session/title' || !hasExactKeys(event, ['type', 'seq', 'time', 'data'])) return null;
  const data: unknown = event.data;
  if (!isJsonObject(data) || !hasExactKeys(data, ['title', 'source', 'turnfork'])) return null;
  const { title, source, turnfork } = data;
  const isMarked =
    isJsonObject(turnfork) && hasExactKeys(turnfork, ['renamed']) && turnfork['renamed'] === true;
  const isByUser = isJsonObject(source) && hasExactKeys(source, ['kind']) && source['kind'] === 'user';
  return isMarked && isByUser && typeof title === 'string' ? title : null;
}

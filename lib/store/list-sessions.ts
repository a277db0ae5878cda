import { SessionError } from '../errors.ts';
import type { AnyTransaction, ReadySessionRow } from '../storage/schema.ts';
import type { ListOptions } from './store-types.ts';

const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 1_000;

export interface RowPage {
  readonly rows: readonly ReadySessionRow[];
  readonly cursor: string | null;
}

/** Reads one page of sessions, last changed first, from the index that fits. */
export async function listSessions(transaction: AnyTransaction, options: ListOptions): Promise<RowPage> {
  const limit = checkLimit(options.limit);
  const after = options.cursor === undefined ? null : parseCursor(options.cursor);
  const sessions = transaction.objectStore('sessions');
  const rows: ReadySessionRow[] = [];
  let more = false;
  let cursor = await openCursor();
  while (cursor !== null) {
    if (rows.length === limit) {
      more = true;
      break;
    }
    if (cursor.value.state === 'ready') rows.push(cursor.value);
    cursor = await cursor.continue();
  }
  const last = rows.at(-1);
  return { rows, cursor: more && last ? JSON.stringify([last.updatedAt, last.id]) : null };

  async function openCursor() {
    if (options.parent === undefined) {
      const range = after === null ? null : IDBKeyRange.upperBound(after, true);
      return sessions.index('updated').openCursor(range, 'prev');
    }
    const parent = options.parent ?? '';
    const end: [string, number, string | []] = after === null ? [parent, Infinity, []] : [parent, ...after];
    return sessions.index('parent').openCursor(IDBKeyRange.bound([parent], end, false, true), 'prev');
  }
}

function checkLimit(limit: number = DEFAULT_LIMIT): number {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= LARGEST_LIMIT) return limit;
  throw new SessionError(
    'INVALID_RANGE',
    `limit must be an integer from 1 to ${LARGEST_LIMIT}, got ${limit}`,
    '',
  );
}

function parseCursor(text: string): [number, string] {
  try {
    const value: unknown = JSON.parse(text);
    if (
      Array.isArray(value) &&
      value.length === 2 &&
      typeof value[0] === 'number' &&
      typeof value[1] === 'string'
    ) {
      return [value[0], value[1]];
    }
  } catch {
    // Said below: a text that is no JSON is no cursor either.
  }
  throw new SessionError('INVALID_RANGE', 'cursor is not one that list() gave', '');
}

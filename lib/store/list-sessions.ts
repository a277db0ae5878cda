import { SessionError } from '../errors.ts';
import type { AnyTransaction, SessionRow, StoredSessionRow } from '../storage/schema.ts';
import type { ListOptions } from './store-types.ts';

const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 1_000;

export interface RowPage {
  readonly rows: readonly StoredSessionRow[];
  readonly cursor: string | null;
}

/** Reads one page of sessions, last changed first, from the index that fits. */
export async function listSessions(transaction: AnyTransaction, options: ListOptions): Promise<RowPage> {
  const sessions = transaction.objectStore('sessions');
  const after = cursorOf(options);
  if (options.parent === undefined) {
    const range = after === null ? null : IDBKeyRange.upperBound(after, true);
    return readPage(await sessions.index('updated').openCursor(range, 'prev'), options);
  }
  const parent = options.parent ?? '';
  const end: [string, number, string | []] = after === null ? [parent, Infinity, []] : [parent, ...after];
  const range = IDBKeyRange.bound([parent], end, false, true);
  return readPage(await sessions.index('parent').openCursor(range, 'prev'), options);
}

/** Reads one page of the trash, last thrown away first. */
export async function listTrash(transaction: AnyTransaction, options: ListOptions): Promise<RowPage> {
  const after = cursorOf(options);
  const range = after === null ? null : IDBKeyRange.upperBound(after, true);
  return readPage(
    await transaction.objectStore('sessions').index('trash').openCursor(range, 'prev'),
    options,
  );
}

interface RowCursor {
  readonly value: SessionRow;
  continue(): Promise<RowCursor | null>;
}

async function readPage(first: RowCursor | null, options: ListOptions): Promise<RowPage> {
  const limit = checkLimit(options.limit);
  const rows: StoredSessionRow[] = [];
  for (let cursor = first; cursor !== null; cursor = await cursor.continue()) {
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) {
      const time = last.state === 'ready' ? last.updatedAt : last.trashedAt;
      return { rows, cursor: JSON.stringify([time, last.id]) };
    }
    if (cursor.value.state !== 'importing') rows.push(cursor.value);
  }
  return { rows, cursor: null };
}

function checkLimit(limit: number = DEFAULT_LIMIT): number {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= LARGEST_LIMIT) return limit;
  throw new SessionError(
    'INVALID_RANGE',
    `limit must be an integer from 1 to ${LARGEST_LIMIT}, got ${limit}`,
    '',
  );
}

function cursorOf({ cursor }: ListOptions): [number, string] | null {
  return cursor === undefined ? null : parseCursor(cursor);
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

import type { SessionEvent } from '../event/session-event.ts';
import { StorageError } from '../errors.ts';
import { mergePage } from '../rules/delta-runs.ts';
import type { AnyTransaction, LogKey } from './schema.ts';
import { overlap, type Segment } from './segments.ts';
import { forEachTogether, together } from './together.ts';

/** Pages that one step of a long read takes at most: about 2.5 MB of events of usual size. */
const PAGES_PER_STEP = 16;

/**
 * Reads the events of a range of seqs, in seq order. All pages are asked for at once within the transaction, one `get`
 * a page: measured twice as fast as one `getAll` of the range.
 * @throws StorageError STORAGE_DAMAGED when an event of the range is missing.
 */
export async function readEvents(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  from: number,
  to: number,
): Promise<SessionEvent[]> {
  const parts = await forEachTogether(overlap(segments, from, to), async (segment) => {
    const start = await firstPage(transaction, segment);
    const [keys, deltaKeys] = await together(
      () => keysFrom(transaction, 'logs', segment, start),
      () => keysFrom(transaction, 'deltas', segment, start),
    );
    return readPages(transaction, segment, keys, deltaKeys);
  });
  const events = parts.flat();
  checkContiguous(events, from, Math.max(from, to + 1));
  return events;
}

/**
 * Reads the beginning of a range, at most a few pages of it: the step of a long read that must stay small in memory.
 * Gives at least one event where the range has one.
 * @throws StorageError STORAGE_DAMAGED when an event is missing.
 */
export async function readEventsStep(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  from: number,
  to: number,
): Promise<SessionEvent[]> {
  const [segment] = overlap(segments, from, to);
  if (segment === undefined) return [];
  const start = await firstPage(transaction, segment);
  const [keys, deltaKeys] = await together(
    () => keysFrom(transaction, 'logs', segment, start, PAGES_PER_STEP),
    () => keysFrom(transaction, 'deltas', segment, start, PAGES_PER_STEP),
  );
  const events = await readPages(transaction, segment, keys, deltaKeys);
  checkContiguous(events, from, Math.max(from + 1, from + events.length));
  return events;
}

/**
 * Reads the events with the given seqs (ascending), none of which is a stream delta: touches only the pages that hold one
 * of them, and no run of deltas.
 */
export async function readEventsAt(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  seqs: readonly number[],
): Promise<SessionEvent[]> {
  const first = seqs[0];
  const last = seqs.at(-1);
  if (first === undefined || last === undefined) return [];
  const wanted = new Set(seqs);
  const parts = await forEachTogether(overlap(segments, first, last), async (segment) => {
    const keys = await keysFrom(transaction, 'logs', segment, await firstPage(transaction, segment));
    const events = await readPages(transaction, segment, keysHolding(keys, seqs, segment), []);
    return events.filter((event) => wanted.has(event.seq));
  });
  const events = parts.flat();
  if (events.length !== wanted.size)
    throw missing(seqs.find((seq, index) => events[index]?.seq !== seq) ?? first);
  return events;
}

/** First seq of the row that holds the segment's first event: it may begin before the segment. */
async function firstPage(transaction: AnyTransaction, { logId, from }: Segment): Promise<number> {
  const before = IDBKeyRange.bound([logId, 0], [logId, from]);
  const cursor = await transaction.objectStore('logs').openKeyCursor(before, 'prev');
  return cursor === null ? from : cursor.key[1];
}

/** Keys of the segment's rows from the one that begins at `start` on, ascending. */
function keysFrom(
  transaction: AnyTransaction,
  store: 'logs' | 'deltas',
  { logId, to }: Segment,
  start: number,
  count?: number,
): Promise<LogKey[]> {
  const range = IDBKeyRange.bound([logId, start], [logId, to]);
  return transaction.objectStore(store).getAllKeys(range, count);
}

async function readPages(
  transaction: AnyTransaction,
  { from, to }: Segment,
  keys: readonly LogKey[],
  deltaKeys: readonly LogKey[],
): Promise<SessionEvent[]> {
  const wanted = new Set(keys.map(([, seq]) => seq));
  const [rows, deltas] = await together(
    () => forEachTogether(keys, (key) => transaction.objectStore('logs').get(key)),
    () =>
      forEachTogether(
        deltaKeys.filter(([, seq]) => wanted.has(seq)),
        async (key) => [key[1], await transaction.objectStore('deltas').get(key)] as const,
      ),
  );
  const runs = new Map(deltas.map(([seq, row]) => [seq, row?.runs]));
  return rows.flatMap((row, index) =>
    mergePage({ events: row?.events ?? [], runs: runs.get(keys[index]?.[1] ?? -1) ?? [] }, from, to),
  );
}

function keysHolding(keys: readonly LogKey[], seqs: readonly number[], segment: Segment): LogKey[] {
  const holding: LogKey[] = [];
  let position = 0;
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1]?.[1] ?? segment.to + 1;
    while ((seqs[position] ?? Infinity) < Math.max(key[1], segment.from)) position += 1;
    if ((seqs[position] ?? Infinity) < next) holding.push(key);
  }
  return holding;
}

function checkContiguous(events: readonly SessionEvent[], from: number, next: number): void {
  for (const [index, event] of events.entries()) {
    if (event.seq !== from + index) throw missing(from + index);
  }
  if (events.length !== next - from) throw missing(from + events.length);
}

function missing(seq: number): StorageError {
  return new StorageError(
    'STORAGE_DAMAGED',
    `event ${seq} should be stored and is not: something other than turnfork removed it`,
  );
}

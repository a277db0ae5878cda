import type { SessionEvent } from '../event/session-event.ts';
import { packPage } from '../rules/delta-runs.ts';
import type { LogKey, WriteTransaction } from './schema.ts';
import { forEachTogether, together } from './together.ts';

/**
 * Events that fill a sealed page where they are small, stream deltas above all; larger ones fill it by their bytes, some 400
 * of 322 bytes.
 */
export const PAGE_EVENTS = 1024;
/** Estimated bytes that fill a sealed page: over 64 KiB, where Chromium begins to compress, far under blob files. */
export const PAGE_BYTES = 128 * 1024;

export interface SizedEvents {
  readonly events: readonly SessionEvent[];
  /** Estimated bytes of each event. */
  readonly sizes: readonly number[];
}

/** Where the end of a log stands between sealed pages and small rows. */
export interface LogTail {
  readonly logId: string;
  /** The next seq. */
  readonly seq: number;
  readonly sealedSeq: number;
  readonly looseBytes: number;
}

/**
 * Adds events to the end of a log within a transaction. A small commit adds one small row; when the small rows have
 * come to a page's worth, the same transaction puts sealed pages in their place. A sealed page never changes again.
 * Gives the new end of the log.
 */
export async function appendToLog(
  transaction: WriteTransaction,
  tail: LogTail,
  batch: SizedEvents,
): Promise<LogTail> {
  const first = batch.events[0];
  if (first === undefined) return tail;
  const logs = transaction.objectStore('logs');
  const bytes = batch.sizes.reduce((sum, size) => sum + size, 0);
  const looseCount = tail.seq - tail.sealedSeq;
  const seq = tail.seq + batch.events.length;
  if (looseCount + batch.events.length < PAGE_EVENTS && tail.looseBytes + bytes < PAGE_BYTES) {
    await logs.add({ events: batch.events }, [tail.logId, first.seq]);
    return { logId: tail.logId, seq, sealedSeq: tail.sealedSeq, looseBytes: tail.looseBytes + bytes };
  }
  const loose = looseCount === 0 ? [] : await takeLooseEvents(transaction, tail);
  const averageSize = tail.looseBytes / Math.max(1, loose.length);
  const { pages, rest } = splitPages({
    events: [...loose, ...batch.events],
    sizes: [...loose.map(() => averageSize), ...batch.sizes],
  });
  const keyOf = ({ events: [event] }: SizedEvents): LogKey => [tail.logId, event?.seq ?? tail.seq];
  await together(
    () => forEachTogether(pages, (page) => addPage(transaction, keyOf(page), page.events)),
    async () => rest.events.length > 0 && logs.add({ events: rest.events }, keyOf(rest)),
  );
  return {
    logId: tail.logId,
    seq,
    sealedSeq: rest.events[0]?.seq ?? seq,
    looseBytes: Math.round(rest.sizes.reduce((sum, size) => sum + size, 0)),
  };
}

async function addPage(
  transaction: WriteTransaction,
  key: LogKey,
  events: readonly SessionEvent[],
): Promise<void> {
  const { events: others, runs } = packPage(events);
  await together(
    () => transaction.objectStore('logs').add({ events: others }, key),
    async () => runs.length > 0 && transaction.objectStore('deltas').add({ runs }, key),
  );
}

/** Cuts events into full pages, and what is left for a small row. */
export function splitPages(batch: SizedEvents): { pages: SizedEvents[]; rest: SizedEvents } {
  const pages: SizedEvents[] = [];
  let start = 0;
  let bytes = 0;
  for (const [index, size] of batch.sizes.entries()) {
    bytes += size;
    if (index + 1 - start < PAGE_EVENTS && bytes < PAGE_BYTES) continue;
    pages.push({ events: batch.events.slice(start, index + 1), sizes: batch.sizes.slice(start, index + 1) });
    start = index + 1;
    bytes = 0;
  }
  return { pages, rest: { events: batch.events.slice(start), sizes: batch.sizes.slice(start) } };
}

async function takeLooseEvents(transaction: WriteTransaction, tail: LogTail): Promise<SessionEvent[]> {
  const logs = transaction.objectStore('logs');
  const range = IDBKeyRange.bound([tail.logId, tail.sealedSeq], [tail.logId, tail.seq]);
  const rows = await logs.getAll(range);
  await logs.delete(range);
  return rows.flatMap((row) => row.events);
}

/** Removes a log's rows and turn rows from a seq on (all of them from 0); rows that begin before it stay whole. */
export async function removeLogFrom(
  transaction: WriteTransaction,
  logId: string,
  from: number,
): Promise<void> {
  const start: LogKey = [logId, from];
  const range = IDBKeyRange.bound(start, [logId, Infinity]);
  await together(
    () => transaction.objectStore('logs').delete(range),
    () => transaction.objectStore('deltas').delete(range),
    () => transaction.objectStore('turns').delete(range),
    () => transaction.objectStore('overviews').delete(range),
  );
}

import type { SessionEvent } from '../event/session-event.ts';
import type { LogKey, WriteTransaction } from './schema.ts';
import { forEachTogether, together } from './together.ts';

/** Events that fill a sealed page. Measured best between 224 and 512. */
export const PAGE_EVENTS = 256;
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
  const rows = [...pages, ...(rest.events.length === 0 ? [] : [rest])];
  await forEachTogether(rows, (row) =>
    logs.add({ events: row.events }, [tail.logId, row.events[0]?.seq ?? tail.seq]),
  );
  return {
    logId: tail.logId,
    seq,
    sealedSeq: rest.events[0]?.seq ?? seq,
    looseBytes: Math.round(rest.sizes.reduce((sum, size) => sum + size, 0)),
  };
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
    () => transaction.objectStore('turns').delete(range),
  );
}

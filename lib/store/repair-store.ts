import { foldWhole } from '../rules/log-fold.ts';
import type { TurnRecord } from '../rules/turn-record.ts';
import type { Connection } from '../storage/connection.ts';
import { readEvents } from '../storage/read-log.ts';
import type { StoredSessionRow, WriteTransaction } from '../storage/schema.ts';
import { logIdsOf, overlap } from '../storage/segments.ts';
import { forEachTogether } from '../storage/together.ts';
import { removeLogFrom } from '../storage/write-log.ts';
import { withTitle } from './session-row.ts';
import { checkStore, orphanLogs, type StoreFault } from './check-store.ts';

/** What a repair did. */
export interface StoreRepair {
  /** Faults that were there and are mended. */
  readonly mended: readonly StoreFault[];
  /** Faults that are left: events are missing, and nothing can be put in their place. */
  readonly left: readonly StoreFault[];
}

const MENDABLE = new Set<StoreFault['kind']>([
  'log-ids-wrong',
  'totals-wrong',
  'turn-record-wrong',
  'turn-record-missing',
  'overview-wrong',
]);

/**
 * Mends what can be derived from the events (totals, turn records, the index of logs) and removes rows that belong to
 * nobody. Never removes or changes an event that a session uses.
 */
export async function repairStore(connection: Connection): Promise<StoreRepair> {
  const before = await checkStore(connection);
  const damaged = new Set(
    before
      .filter((fault) => fault.sessionId !== null && !MENDABLE.has(fault.kind))
      .map((fault) => fault.sessionId),
  );
  const mendable = new Set(
    before.filter((fault) => MENDABLE.has(fault.kind)).map((fault) => fault.sessionId),
  );
  for (const id of mendable) {
    if (id !== null && !damaged.has(id)) await connection.write((transaction) => rebuild(transaction, id));
  }
  await connection.write(async (transaction) => {
    for (const [logId, from] of await orphanLogs(transaction)) await removeLogFrom(transaction, logId, from);
  });
  const left = await checkStore(connection);
  const remaining = new Set(left.map(keyOf));
  return { mended: before.filter((fault) => !remaining.has(keyOf(fault))), left };
}

/** Derives a session's totals and turn records from its events again; overviews are made anew at a later turn. */
async function rebuild(transaction: WriteTransaction, id: string): Promise<void> {
  const sessions = transaction.objectStore('sessions');
  const row = await sessions.get(id);
  if (row === undefined || row.state === 'importing') return;
  const events = await readEvents(transaction, row.segments, 0, row.seq - 1);
  const { totals, records } = foldWhole(events);
  await sessions.put({ ...withTitle(row, totals), logIds: logIdsOf(row.segments, row.logId) });
  await writeRecords(transaction, row, records);
}

async function writeRecords(
  transaction: WriteTransaction,
  row: StoredSessionRow,
  records: readonly TurnRecord[],
): Promise<void> {
  const turns = transaction.objectStore('turns');
  await forEachTogether(row.segments, ({ logId, from, to }) =>
    turns.delete(IDBKeyRange.bound([logId, from], [logId, to])),
  );
  // Those of a log follow on from each other; what none has is read from the records.
  await forEachTogether(row.segments, ({ logId }) =>
    transaction.objectStore('overviews').delete(IDBKeyRange.bound([logId, 0], [logId, Infinity])),
  );
  await forEachTogether(records, async (record) => {
    const [segment] = overlap(row.segments, record.seq, record.seq);
    if (segment !== undefined) await turns.put(record, [segment.logId, record.seq]);
  });
}

function keyOf(fault: StoreFault): string {
  return `${fault.kind} ${fault.sessionId} ${fault.message}`;
}

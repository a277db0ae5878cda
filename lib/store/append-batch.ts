import type { SessionRow, WriteTransaction } from '../storage/schema.ts';
import { extendSegments, logIdsOf } from '../storage/segments.ts';
import { writeOverviews } from '../storage/turn-overviews.ts';
import { appendToLog } from '../storage/write-log.ts';
import { forEachTogether, together } from '../storage/together.ts';
import type { PendingBatch } from './live-log.ts';

/** Writes a batch's events and turn records to the end of a session's own log; gives the row to store with them. */
export async function appendBatch<Row extends SessionRow>(
  transaction: WriteTransaction,
  row: Row,
  batch: PendingBatch,
): Promise<Row> {
  const turns = transaction.objectStore('turns');
  const [tail] = await together(
    () => appendToLog(transaction, row, batch),
    () => forEachTogether(batch.turns, (turn) => turns.add(turn, [row.logId, turn.seq])),
  );
  await writeOverviews(transaction, row.logId, batch.turns);
  const segments = extendSegments(row.segments, row.logId, batch.events.length);
  return { ...row, ...tail, segments, logIds: logIdsOf(segments, row.logId) };
}

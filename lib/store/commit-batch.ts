import type { WriteTransaction } from '../storage/schema.ts';
import { appendBatch } from './append-batch.ts';
import type { PendingBatch } from './live-log.ts';

export interface CommitRequest {
  readonly sessionId: string;
  /** Tells the session from a later one with the same id. */
  readonly logId: string;
  /** Counts the times that the writer's role was taken by force: a robbed writer has an older one. */
  readonly epoch: number;
  readonly batch: PendingBatch;
}

/** `gone`: the session was deleted or replaced. `conflict`: somebody else has written, or taken the role. Neither wrote anything. */
export type CommitOutcome = 'committed' | 'gone' | 'conflict';

/** Writes one session's pending events within a transaction, if the stored log ends exactly where they begin. */
export async function commitBatch(
  transaction: WriteTransaction,
  { sessionId, logId, epoch, batch }: CommitRequest,
  now: number,
): Promise<CommitOutcome> {
  const sessions = transaction.objectStore('sessions');
  const row = await sessions.get(sessionId);
  if (row?.state !== 'ready' || row.logId !== logId) return 'gone';
  if (row.epoch !== epoch || row.seq !== batch.seq) return 'conflict';
  const written = await appendBatch(transaction, row, batch);
  await sessions.put({ ...written, ...batch.totals, updatedAt: now });
  return 'committed';
}

import type { WriteTransaction } from '../storage/schema.ts';
import { appendBatch } from './append-batch.ts';
import type { PendingBatch } from './live-log.ts';
import { withTitle } from './session-row.ts';

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
  if (row === undefined || row.state === 'importing' || row.logId !== logId) return 'gone';
  if (row.epoch !== epoch || row.seq !== batch.seq) return 'conflict';
  const written = withTitle(await appendBatch(transaction, row, batch), batch.totals);
  // A session that another tab has just put into the trash keeps its last events all the same.
  const times = written.state === 'ready' ? { updatedAt: now } : { lastUpdatedAt: now };
  await sessions.put({ ...written, ...times });
  return 'committed';
}

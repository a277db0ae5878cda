import type { SessionRow, WriteTransaction } from '../storage/schema.ts';
import { forEachTogether } from '../storage/together.ts';
import { removeLogFrom } from '../storage/write-log.ts';
import { notFound } from './session-row.ts';

/**
 * Deletes a session, in the trash or not, within a transaction: its row, and of each log that it uses what no other session's segments
 * name. Gives the ids of the sessions for which pages stay.
 * @throws SessionError SESSION_NOT_FOUND
 */
export async function deleteSession(transaction: WriteTransaction, id: string): Promise<string[]> {
  const sessions = transaction.objectStore('sessions');
  const row = await sessions.get(id);
  if (row === undefined || row.state === 'importing') throw notFound(id);
  return removeSessionRow(transaction, row);
}

/** The same for a row that is at hand, an import's as well. */
export async function removeSessionRow(transaction: WriteTransaction, row: SessionRow): Promise<string[]> {
  await transaction.objectStore('sessions').delete(row.id);
  const users = await releaseLogs(transaction, row.logIds);
  return users.get(row.logId) ?? [];
}

/**
 * Removes what nobody uses any more of logs that somebody has just stopped to use. Gives the remaining users of each
 * log. Rows that begin before the last used seq stay whole.
 */
export async function releaseLogs(
  transaction: WriteTransaction,
  logIds: readonly string[],
): Promise<Map<string, string[]>> {
  const remaining = new Map<string, string[]>();
  await forEachTogether(logIds, async (logId) => {
    const users = await transaction.objectStore('sessions').index('log').getAll(logId);
    await removeLogFrom(transaction, logId, firstUnusedSeq(logId, users));
    remaining.set(
      logId,
      users.map((user) => user.id),
    );
  });
  return remaining;
}

/** The seq from which on nobody uses a log; Infinity while the session that appends to it is there. */
function firstUnusedSeq(logId: string, users: readonly SessionRow[]): number {
  let first = 0;
  for (const user of users) {
    if (user.logId === logId) return Infinity;
    for (const segment of user.segments) {
      if (segment.logId === logId) first = Math.max(first, segment.to + 1);
    }
  }
  return first;
}

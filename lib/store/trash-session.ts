import type { ReadySessionRow, TrashedSessionRow, WriteTransaction } from '../storage/schema.ts';
import { SessionError } from '../errors.ts';
import { notFound, readySession } from './session-row.ts';

/**
 * Puts a session into the trash within a transaction: no list shows it, nobody can open or fork it. Its id stays taken
 * and its pages stay owned.
 * @throws SessionError SESSION_NOT_FOUND
 */
export async function trashSession(transaction: WriteTransaction, id: string, now: number): Promise<void> {
  const { updatedAt, ...row } = await readySession(transaction, id);
  const trashed: TrashedSessionRow = { ...row, state: 'trashed', trashedAt: now, lastUpdatedAt: updatedAt };
  await transaction.objectStore('sessions').put(trashed);
}

/**
 * Takes a session out of the trash within a transaction.
 * @throws SessionError SESSION_NOT_FOUND when it is not stored, NOT_IN_TRASH
 */
export async function restoreSession(transaction: WriteTransaction, id: string): Promise<void> {
  const stored = await transaction.objectStore('sessions').get(id);
  if (stored === undefined || stored.state === 'importing') throw notFound(id);
  if (stored.state === 'ready') {
    throw new SessionError('NOT_IN_TRASH', `session "${id}" is not in the trash`, id);
  }
  const { trashedAt: _, lastUpdatedAt, ...row } = stored;
  const restored: ReadySessionRow = { ...row, state: 'ready', updatedAt: lastUpdatedAt };
  await transaction.objectStore('sessions').put(restored);
}

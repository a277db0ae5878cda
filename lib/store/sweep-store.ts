import type { Connection } from '../storage/connection.ts';
import type { AnyTransaction, SessionRow } from '../storage/schema.ts';
import { IMPORT_PATIENCE } from './import-patience.ts';
import { loadPart } from './load-part.ts';

const DAY = 86_400_000;

/**
 * Removes what nobody will come back for: imports that died (their tab was closed, or their removal failed), and
 * sessions that have been in the trash for more than so many days.
 */
export async function sweepStore(connection: Connection, trashDays: number, now: number): Promise<void> {
  const dead = IDBKeyRange.upperBound(now - IMPORT_PATIENCE);
  const old = IDBKeyRange.upperBound([now - trashDays * DAY, []]);
  const readKeys = async (transaction: AnyTransaction) => {
    const sessions = transaction.objectStore('sessions');
    return [
      ...(await sessions.index('importing').getAllKeys(dead)),
      ...(await sessions.index('trash').getAllKeys(old)),
    ];
  };
  const isOld = (row: SessionRow): boolean =>
    (row.state === 'importing' && row.aliveAt <= now - IMPORT_PATIENCE) ||
    (row.state === 'trashed' && row.trashedAt <= now - trashDays * DAY);
  const ids = await connection.read(readKeys);
  if (ids.length === 0) return;
  const { removeSessionRow } = await loadPart(() => import('./delete-session.ts'));
  for (const id of ids) {
    await connection.write(async (transaction) => {
      const row = await transaction.objectStore('sessions').get(id);
      // Another tab may have swept, gone on with or restored it meanwhile.
      if (row !== undefined && isOld(row)) await removeSessionRow(transaction, row);
    });
  }
}

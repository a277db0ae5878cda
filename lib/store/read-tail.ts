import type { SessionEvent } from '../event/session-event.ts';
import type { Connection } from '../storage/connection.ts';
import { readEvents } from '../storage/read-log.ts';
import type { AnyTransaction, ReadySessionRow } from '../storage/schema.ts';

export interface TailRequest {
  readonly id: string;
  readonly logId: string;
  /** First seq that is not known yet. */
  readonly from: number;
  /** Count up the epoch: whoever has the older one can write no more. */
  readonly newEpoch: boolean;
}

export interface StoredTail {
  readonly epoch: number;
  readonly events: readonly SessionEvent[];
}

/** What the stored log has from a seq on; null when the session is not stored any more. */
export function readTail(connection: Connection, request: TailRequest): Promise<StoredTail | null> {
  if (!request.newEpoch) {
    return connection.read(async (transaction) => {
      const row = await readRow(transaction, request);
      return row === null ? null : tailOf(transaction, row, request.from);
    });
  }
  return connection.write(async (transaction) => {
    const row = await readRow(transaction, request);
    if (row === null) return null;
    const robbed = { ...row, epoch: row.epoch + 1 };
    await transaction.objectStore('sessions').put(robbed);
    return tailOf(transaction, robbed, request.from);
  });
}

async function readRow(transaction: AnyTransaction, request: TailRequest): Promise<ReadySessionRow | null> {
  const row = await transaction.objectStore('sessions').get(request.id);
  return row?.state === 'ready' && row.logId === request.logId ? row : null;
}

async function tailOf(transaction: AnyTransaction, row: ReadySessionRow, from: number): Promise<StoredTail> {
  const events = from < row.seq ? await readEvents(transaction, row.segments, from, row.seq - 1) : [];
  return { epoch: row.epoch, events };
}

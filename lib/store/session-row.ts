import { SessionError } from '../errors.ts';
import type { SessionHeader } from '../event/session-header.ts';
import { EMPTY_TOTALS, type LogTotals } from '../rules/log-totals.ts';
import {
  titleKeyOf,
  type AnyTransaction,
  type ReadySessionRow,
  type StoredSessionRow,
} from '../storage/schema.ts';

/** The row of a session without events. */
export function newSessionRow(header: SessionHeader, logId: string, now: number): ReadySessionRow {
  return {
    state: 'ready',
    id: header.id,
    header,
    logId,
    segments: [],
    logIds: [logId],
    seq: 0,
    sealedSeq: 0,
    looseBytes: 0,
    epoch: 0,
    ...EMPTY_TOTALS,
    givenTitle: null,
    titleKey: null,
    pinned: false,
    labels: [],
    parent: header.parentSession ?? '',
    createdAt: header.createdAt,
    updatedAt: now,
  };
}

/** The row with other totals, or with another given title; its title is looked up by what counts now. */
export function withTitle<Row extends StoredSessionRow>(
  row: Row,
  changes: LogTotals | Pick<StoredSessionRow, 'givenTitle'>,
): Row {
  const changed = { ...row, ...changes };
  return { ...changed, titleKey: titleKeyOf(changed) };
}

/** @throws SessionError SESSION_NOT_FOUND, also for a session in the trash */
export async function readySession(transaction: AnyTransaction, id: string): Promise<ReadySessionRow> {
  const row = await transaction.objectStore('sessions').get(id);
  if (row?.state === 'ready') return row;
  throw notFound(id, row?.state === 'trashed');
}

export function notFound(id: string, inTrash = false): SessionError {
  const why = inTrash ? 'is in the trash: restore it first' : 'not found';
  return new SessionError('SESSION_NOT_FOUND', `session "${id}" ${why}`, id);
}

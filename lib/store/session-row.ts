import type { SessionHeader } from '../event/session-header.ts';
import { EMPTY_TOTALS } from '../rules/log-totals.ts';
import type { ReadySessionRow } from '../storage/schema.ts';
import type { SessionStatus, SessionSummary } from './store-types.ts';

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
    parent: header.parentSession ?? '',
    createdAt: header.createdAt,
    updatedAt: now,
  };
}

export function summaryOf(row: ReadySessionRow, status: SessionStatus | null): SessionSummary {
  return {
    id: row.id,
    header: row.header,
    title: row.givenTitle?.title ?? row.loggedTitle,
    seq: row.seq,
    openTurn: row.openTurn?.turn ?? null,
    lastForkPoint: row.lastForkPoint,
    turns: row.turns,
    failedTurns: row.failedTurns,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    status,
  };
}

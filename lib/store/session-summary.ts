import type { StoredSessionRow } from '../storage/schema.ts';
import type { SessionId, SessionStatus, SessionSummary, SessionWriter } from './store-types.ts';

/** What this tab knows of the sessions that are open somewhere. */
export interface LiveFacts {
  statusOf(id: SessionId): SessionStatus | null;
  writerOf(id: SessionId): SessionWriter;
}

export function summaryOf(row: StoredSessionRow, live: LiveFacts): SessionSummary {
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
    updatedAt: row.state === 'ready' ? row.updatedAt : row.lastUpdatedAt,
    status: live.statusOf(row.id),
    writer: live.writerOf(row.id),
    pinned: row.pinned,
    labels: row.labels,
    trashedAt: row.state === 'trashed' ? row.trashedAt : null,
  };
}

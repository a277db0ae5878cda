import type { StoredSessionRow } from '../storage/schema.ts';
import { hasWriter, heldLocks } from '../tabs/writers.ts';
import type { Session } from './session.ts';
import type { SessionId, SessionStatus, SessionSummary, SessionWriter } from './store-types.ts';

/** What this store knows of its open sessions, and the browser of other tabs' writers. */
export async function liveFacts(
  databaseName: string,
  live: (id: SessionId) => Session | undefined,
): Promise<LiveFacts> {
  const held = await heldLocks();
  return {
    statusOf: (id) => live(id)?.status ?? null,
    writerOf: (id) => {
      if (live(id)?.mode === 'write') return 'here';
      return hasWriter(held, databaseName, id) ? 'elsewhere' : null;
    },
  };
}

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

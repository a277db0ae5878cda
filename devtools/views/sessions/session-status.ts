import type { SessionStatus, SessionSummary } from '../../data/devtools-store.ts';

export type ShownStatus = SessionStatus | 'running' | 'openTurn' | 'idle';

/** What one mark tells about a session: trouble first, then what it is doing, then how it is stored. */
export function shownStatus(summary: SessionSummary): ShownStatus {
  const { status, openTurn } = summary;
  if (status === 'failing' || status === 'conflict' || status === 'closed' || status === 'deleted')
    return status;
  if (openTurn !== null) return status === null ? 'openTurn' : 'running';
  return status ?? 'idle';
}

import type { SessionEvent } from '../event/session-event.ts';
import type { Session } from './session.ts';

/**
 * The events up to the last `turn/end`: what a subagent's session is seeded with when work is handed over in
 * mid-turn (DSH clips a subagent's fork so; `store.fork` itself never clips). Empty before the first finished turn.
 */
export async function completedPrefix(session: Session): Promise<readonly SessionEvent[]> {
  const boundary = session.lastForkPoint;
  return boundary === null ? [] : session.events({ to: boundary });
}

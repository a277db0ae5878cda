import { SessionError, SessionForkError, type SessionStore } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';

/** An event that a tab was told to be committed: `mark` stands at `seq` of this session, once and for all. */
export interface AcknowledgedMark {
  readonly sessionId: string;
  readonly seq: number;
  readonly mark: string;
}

export interface WorkReport {
  readonly marks: readonly AcknowledgedMark[];
  readonly forks: number;
  readonly takeovers: number;
  /** Refusals by code: with several writers at work some are right. */
  readonly refusals: Readonly<Record<string, number>>;
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

/** Appends, forks, closes and takes over at random among the store's sessions, for some ms. */
export async function workForAWhile(store: SessionStore, tab: string, duration: number): Promise<WorkReport> {
  const marks: AcknowledgedMark[] = [];
  const refusals: Record<string, number> = {};
  let [forks, takeovers, count] = [0, 0, 0];
  const end = performance.now() + duration;
  while (performance.now() < end) {
    const { sessions } = await store.list({ limit: 60 });
    const id = pick(sessions)?.id;
    if (id === undefined) continue;
    try {
      const choice = Math.random();
      if (choice < 0.1) {
        const point = pick(await store.forkPoints(id));
        if (point === undefined) continue;
        await store.fork(id, point.seq);
        forks += 1;
        continue;
      }
      const session = await store.open(id);
      if (choice < 0.25) await session.close();
      else if (choice < 0.32 && session.mode === 'read') {
        await session.takeOver();
        takeovers += 1;
      } else if (session.mode === 'write') {
        const mark = `${tab}-${count++}`;
        const { seq } = session.append('acme/mark', { mark });
        appendTurn(session, { deltas: Math.floor(Math.random() * 40) });
        await session.flush();
        marks.push({ sessionId: id, seq, mark });
      }
    } catch (error) {
      if (!(error instanceof SessionError) && !(error instanceof SessionForkError)) throw error;
      refusals[error.code] = (refusals[error.code] ?? 0) + 1;
      if (error.code === 'SESSION_CONFLICT') await store.get(id)?.close();
    }
  }
  return { marks, forks, takeovers, refusals };
}

import { openSessionStore, type SessionEvent, type SessionStore } from '../../../lib/index.ts';
import { appendDeltas, appendTurn } from '../../fixtures/conversation.ts';

/** What the page was told to be committed: so many events of a session, by `flush`; a fork, by its promise. */
export interface Acknowledged {
  readonly sessionId: string;
  readonly seq: number;
}

declare global {
  interface Window {
    /** Works at full speed until the browser dies; every commit is acknowledged to the outside. */
    work(): Promise<void>;
    /** What is wrong with the store after a crash, against what was acknowledged before it. */
    verify(acknowledged: readonly Acknowledged[]): Promise<string[]>;
    acknowledge(commit: Acknowledged): Promise<void>;
  }
}

const open = () => openSessionStore({ name: 'crash', flushWindow: 5 });

function randomOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

window.work = async () => {
  const store = await open();
  const ids = (await store.list({ limit: 1_000 })).sessions.map(({ id }) => id);
  for (;;) {
    const id = randomOf(ids);
    const choice = Math.random();
    if (id === undefined || choice < 0.02) {
      const session = await store.create();
      ids.push(session.id);
      await window.acknowledge({ sessionId: session.id, seq: 0 });
    } else if (choice < 0.2) {
      const point = randomOf(await store.forkPoints(id));
      if (point === undefined) continue;
      const child = await store.fork(id, point.seq);
      ids.push(child.id);
      await window.acknowledge({ sessionId: child.id, seq: child.seq });
    } else {
      const session = await store.open(id);
      if (session.openTurn === null && choice < 0.9) {
        appendTurn(session, {
          deltas: Math.floor(Math.random() * 120),
          tools: Math.floor(Math.random() * 2),
        });
      } else if (session.openTurn === null) {
        const turn = session.nextTurn;
        session.append('turn/start', { turn });
        session.append('step/start', { turn, step: 1 });
        appendDeltas(session, turn, 1, 'cut', 20);
      } else {
        await session.closeOpenTurn();
      }
      await session.flush();
      await window.acknowledge({ sessionId: id, seq: session.durableSeq });
    }
  }
};

window.verify = async (acknowledged) => {
  const store = await open();
  const problems = (await store.check()).map(
    ({ kind, sessionId, message }) => `${kind} ${sessionId}: ${message}`,
  );
  for (const { sessionId, seq } of acknowledged) {
    const summary = await store.summary(sessionId);
    if (summary === undefined) problems.push(`${sessionId} is gone`);
    else if (summary.seq < seq)
      problems.push(`${sessionId} has ${summary.seq} events, ${seq} were acknowledged`);
  }
  problems.push(...(await compareWithParents(store)));
  await store.close();
  return problems;
};

async function compareWithParents(store: SessionStore): Promise<string[]> {
  const problems: string[] = [];
  const { sessions } = await store.list({ limit: 1_000 });
  for (const { id, header } of sessions) {
    const { parentSession, seedLength = 0 } = header;
    if (parentSession === undefined || seedLength === 0) continue;
    const range = { to: seedLength - 1 };
    const [own, parents] = await Promise.all([store.events(id, range), store.events(parentSession, range)]);
    if (!sameEvents(own, parents)) problems.push(`${id} does not begin with the history of ${parentSession}`);
  }
  return problems;
}

function sameEvents(left: readonly SessionEvent[], right: readonly SessionEvent[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

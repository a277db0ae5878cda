import { openSessionStore, type Session, type SessionStore } from '../../lib/index.ts';
import { appendTurn } from '../fixtures/conversation.ts';
import { newDatabaseName } from '../fixtures/database-name.ts';

/** Gives `work` a store of its own and removes it afterwards. */
export async function withStore<Result>(
  work: (store: SessionStore, name: string) => Promise<Result>,
): Promise<Result> {
  const name = newDatabaseName('bench');
  const store = await openSessionStore({ name });
  try {
    return await work(store, name);
  } finally {
    await store.close();
    indexedDB.deleteDatabase(name);
  }
}

/** A stored session of whole turns with at least so many events; most of them are stream deltas. */
export async function conversation(
  store: SessionStore,
  id: string,
  events: number,
  deltas = 94,
): Promise<Session> {
  const session = await store.create(id);
  while (session.seq < events) {
    appendTurn(session, { deltas, answer: 'An answer of a common length, '.repeat(6) });
    if (session.nextTurn % 10 === 0) await session.flush();
  }
  await session.flush();
  return session;
}

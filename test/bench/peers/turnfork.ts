import { openSessionStore } from '../../../lib/index.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import type { EventLog } from './event-log.ts';

/** turnfork through its public API, every check included. */
export async function openTurnfork(): Promise<EventLog> {
  const name = newDatabaseName('bench-turnfork');
  const store = await openSessionStore({ name });
  const session = await store.create();
  session.append('turn/start', { turn: 1 });
  session.append('step/start', { turn: 1, step: 1 });
  await session.flush();
  return {
    async append(events) {
      for (const event of events) session.append(event.type, event.data);
      await session.flush();
    },
    async readAll() {
      return (await session.events()).length;
    },
    async readLast(count) {
      return (await session.events({ limit: count, reverse: true })).length;
    },
    async drop() {
      await store.close();
      indexedDB.deleteDatabase(name);
    },
  };
}

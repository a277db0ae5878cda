import Dexie from 'dexie';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import type { EventLog } from './event-log.ts';

export async function openDexie(): Promise<EventLog> {
  const name = newDatabaseName('bench-dexie');
  const database = new Dexie(name);
  database.version(1).stores({ events: '[sessionId+seq]' });
  await database.open();
  const table = database.table('events');
  return {
    async append(events) {
      await table.bulkAdd(events.map((event) => ({ sessionId: 'one', ...event })));
    },
    async readAll() {
      return (await table.toArray()).length;
    },
    async drop() {
      database.close();
      await Dexie.delete(name);
    },
  };
}

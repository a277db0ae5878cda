import { openDB } from 'idb';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import type { EventLog } from './event-log.ts';

/** IndexedDB by hand: one row an event, a transaction a batch. */
export async function openRawRows(): Promise<EventLog> {
  const name = newDatabaseName('bench-rows');
  const database = await openDB(name, 1, {
    upgrade: (upgraded) => {
      upgraded.createObjectStore('events');
    },
  });
  const all = IDBKeyRange.bound(['one', 0], ['one', Infinity]);
  let copies = 0;
  return {
    async append(events) {
      const transaction = database.transaction('events', 'readwrite', { durability: 'relaxed' });
      for (const event of events) void transaction.store.put(event, ['one', event.seq]);
      await transaction.done;
    },
    async readAll() {
      return (await database.getAll('events', all)).length;
    },
    async readLast(count) {
      const transaction = database.transaction('events');
      const last = await transaction.store.openKeyCursor(all, 'prev');
      const end = (last?.key as [string, number] | undefined)?.[1] ?? -1;
      const range = IDBKeyRange.bound(['one', end - count + 1], ['one', end]);
      return (await transaction.store.getAll(range)).length;
    },
    async copy() {
      copies += 1;
      const transaction = database.transaction('events', 'readwrite', { durability: 'relaxed' });
      const events = await transaction.store.getAll(all);
      events.forEach((event, seq) => void transaction.store.put(event, [`copy-${copies}`, seq]));
      await transaction.done;
    },
    async drop() {
      database.close();
      indexedDB.deleteDatabase(name);
    },
  };
}

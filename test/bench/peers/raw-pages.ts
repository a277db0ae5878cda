import { openDB } from 'idb';
import type { SessionEvent } from '../../../lib/index.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import type { EventLog } from './event-log.ts';

/** IndexedDB by hand: one row a batch, which is what turnfork's layout can reach without any check. */
export async function openRawPages(): Promise<EventLog> {
  const name = newDatabaseName('bench-pages');
  const database = await openDB(name, 1, {
    upgrade: (upgraded) => {
      upgraded.createObjectStore('pages');
    },
  });
  return {
    async append(events) {
      const transaction = database.transaction('pages', 'readwrite', { durability: 'relaxed' });
      void transaction.store.put(events, ['one', events[0]?.seq ?? 0]);
      await transaction.done;
    },
    async readAll() {
      const transaction = database.transaction('pages');
      const keys = await transaction.store.getAllKeys();
      const pages = await Promise.all(
        keys.map((key) => transaction.store.get(key) as Promise<SessionEvent[] | undefined>),
      );
      return pages.flat().length;
    },
    async drop() {
      database.close();
      indexedDB.deleteDatabase(name);
    },
  };
}

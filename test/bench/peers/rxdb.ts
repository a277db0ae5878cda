import { createRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import type { EventLog } from './event-log.ts';

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 60 },
    seq: { type: 'number' },
    time: { type: 'number' },
    type: { type: 'string' },
    data: { type: 'object' },
  },
  required: ['id', 'seq', 'time', 'type', 'data'],
} as const;

/** RxDB on its free Dexie storage. */
export async function openRxdb(): Promise<EventLog> {
  const name = newDatabaseName('bench-rxdb');
  const database = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false });
  const { events: collection } = await database.addCollections({ events: { schema } });
  return {
    async append(events) {
      await collection.bulkInsert(
        events.map((event) => ({ id: `one-${String(event.seq).padStart(9, '0')}`, ...event })),
      );
    },
    async readAll() {
      return (await collection.find().exec()).length;
    },
    async drop() {
      await database.remove();
    },
  };
}

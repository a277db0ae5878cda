import { openDB, unwrap } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSessionStore, StorageError } from '../../../lib/index.ts';
import { DATABASE_VERSION, upgradeDatabase, type TurnforkSchema } from '../../../lib/storage/schema.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';
import version1 from '../../fixtures/database-version-1.json';

let name: string;

beforeEach(() => {
  name = newDatabaseName('upgrade');
});

afterEach(() => {
  indexedDB.deleteDatabase(name);
});

interface StoredRow {
  readonly key: IDBValidKey;
  readonly value: unknown;
}

/** Lays down a database as an earlier release left it: its stores and indexes, and every row. */
async function layDown(dump: typeof version1): Promise<void> {
  const database = await openDB(name, dump.version, {
    upgrade(raw) {
      for (const { name: storeName, keyPath, indexes } of dump.stores) {
        const store = raw.createObjectStore(storeName, keyPath === null ? {} : { keyPath });
        for (const index of indexes)
          store.createIndex(index.name, index.keyPath, { multiEntry: index.multiEntry });
      }
    },
  });
  for (const { name: storeName, keyPath, rows } of dump.stores) {
    for (const { key, value } of rows as readonly StoredRow[]) {
      await (keyPath === null ? database.put(storeName, value, key) : database.put(storeName, value));
    }
  }
  database.close();
}

describe('a database of schema version 1', () => {
  test('opens with its sessions, lineage, titles and events', async () => {
    await layDown(version1);
    const store = await openSessionStore({ name });
    expect(await store.check()).toEqual([]);
    const { sessions } = await store.list();
    expect(sessions.map(({ id, title, seq }) => ({ id, title, seq }))).toEqual(version1.expected.sessions);
    for (const { id, events } of version1.expected.logs) expect(await store.events(id)).toEqual(events);
    const parent = await store.open('parent');
    appendTurn(parent);
    await store.fork(parent);
    await store.flush();
    expect(await store.check()).toEqual([]);
    await store.close();
  });

  test('keeps everything when a later version adds to the schema, and is then refused to this one', async () => {
    await layDown(version1);
    const later = DATABASE_VERSION + 1;
    const upgraded = await openDB<TurnforkSchema>(name, later, {
      upgrade(database, oldVersion, _newVersion, transaction) {
        void upgradeDatabase(database, oldVersion, transaction);
        unwrap(database).createObjectStore('later');
      },
    });
    expect([...upgraded.objectStoreNames]).toEqual([
      'deltas',
      'later',
      'logs',
      'overviews',
      'sessions',
      'turns',
    ]);
    expect(await upgraded.count('sessions')).toBe(version1.expected.sessions.length);
    upgraded.close();
    expect((await refusalOf(openSessionStore({ name }), StorageError)).code).toBe('STORAGE_NEWER_VERSION');
  });

  test('is whole after an upgrade that fails half-way', async () => {
    await layDown(version1);
    const failing = openDB(name, DATABASE_VERSION + 1, {
      upgrade(database, _old, _new, transaction) {
        database.createObjectStore('later');
        const undone = [transaction.objectStore('sessions').clear(), transaction.done];
        for (const promise of undone) promise.catch(() => undefined);
        transaction.abort();
      },
    });
    await refusalOf(failing, Error);
    const store = await openSessionStore({ name });
    expect(await store.check()).toEqual([]);
    expect((await store.list()).sessions).toHaveLength(version1.expected.sessions.length);
    await store.close();
  });

  test('is made once when two openings come at the same time', async () => {
    const stores = await Promise.all([openSessionStore({ name }), openSessionStore({ name })]);
    const [first, second] = stores;
    appendTurn(await first.create('one'));
    await first.flush();
    expect((await second.list()).sessions.map(({ id }) => id)).toEqual(['one']);
    await Promise.all(stores.map((store) => store.close()));
  });
});

import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSessionStore, StorageError, type SessionStore } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

let name: string;

beforeEach(() => {
  name = newDatabaseName('limits');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  indexedDB.deleteDatabase(name);
});

async function withStore(work: (store: SessionStore) => Promise<void>): Promise<void> {
  const store = await openSessionStore({ name });
  await work(store);
  expect(await store.check()).toEqual([]);
  await store.close();
}

describe('a browser that keeps IndexedDB from the page', () => {
  test('by a getter that throws is named, typed', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    const error = await refusalOf(openSessionStore({ name }), StorageError);
    if (own === undefined) Reflect.deleteProperty(globalThis, 'indexedDB');
    else Object.defineProperty(globalThis, 'indexedDB', own);
    expect(error.code).toBe('STORAGE_UNAVAILABLE');
  });

  test('by an opening that fails, as some private windows do, is named, typed', async () => {
    const factory = Object.getPrototypeOf(indexedDB) as IDBFactory;
    vi.spyOn(factory, 'open').mockImplementation(() => {
      throw new DOMException('A mutation operation was attempted on a database.', 'InvalidStateError');
    });
    expect((await refusalOf(openSessionStore({ name }), StorageError)).code).toBe('STORAGE_UNAVAILABLE');
  });
});

describe('durability', () => {
  test.each([undefined, 'relaxed', 'strict'] as const)(
    '%s is what each write asks for',
    async (durability) => {
      const asked = new Set<string | undefined>();
      const { transaction } = IDBDatabase.prototype;
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
        this: IDBDatabase,
        ...args
      ) {
        if (args[1] === 'readwrite') asked.add(args[2]?.durability);
        return transaction.apply(this, args);
      });
      const store = await openSessionStore(durability === undefined ? { name } : { name, durability });
      appendTurn(await store.create('one'));
      await store.fork('one');
      await store.delete('one');
      await store.close();
      expect([...asked]).toEqual([durability ?? 'relaxed']);
    },
  );
});

describe('large and many', () => {
  test('events of a megabyte each are read and exported in bounded requests', async () => {
    await withStore(async (store) => {
      const session = await store.create('large');
      const text = 'x'.repeat(1_000_000);
      for (let index = 0; index < 24; index += 1) {
        session.append('acme/large', { index, text });
        await session.flush();
      }
      const unbounded: string[] = [];
      const { getAll } = IDBObjectStore.prototype;
      vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
        this: IDBObjectStore,
        ...args
      ) {
        if (this.name === 'logs' && args[0] === undefined) unbounded.push(this.name);
        return getAll.apply(this, args);
      });
      expect(await store.events('large', { from: 20 })).toHaveLength(4);
      const exported = await new Response(await store.exportLog('large')).text();
      expect(exported.length).toBeGreaterThan(24_000_000);
      expect(unbounded).toEqual([]);
      vi.restoreAllMocks();
    });
  });

  test('after everything is deleted no row is left in any store', async () => {
    await withStore(async (store) => {
      const ids: string[] = [];
      for (let index = 0; index < 20; index += 1) {
        const root = await store.create(`root-${index}`);
        const end = appendTurn(root, { deltas: 20 });
        const fork = await store.fork(root, end);
        appendTurn(fork);
        const nested = await store.fork(fork);
        ids.push(root.id, fork.id, nested.id);
      }
      await store.flush();
      const order = ids.map((id, index) => [(index * 7) % ids.length, id] as const).sort(([a], [b]) => a - b);
      for (const [, id] of order) await store.delete(id);
      const raw = await openDB(name);
      for (const storeName of raw.objectStoreNames) expect(await raw.count(storeName)).toBe(0);
      raw.close();
    });
  });
});

test('nothing but the clock waits on timers: a test with fake ones does not hang', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
  const store = await openSessionStore({ name });
  const session = await store.create('one');
  appendTurn(session);
  await session.flush();
  const fork = await store.fork(session);
  expect(await fork.events()).toEqual(await session.events());
  await store.close();
});

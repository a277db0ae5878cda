import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSessionStore, StorageError, StorageFullError, type SessionStore } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

let store: SessionStore;
let name: string;

beforeEach(async () => {
  name = newDatabaseName('failure');
  store = await openSessionStore({ name });
});

afterEach(async () => {
  vi.restoreAllMocks();
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

/** Lets the nth and every later write of any object store fail, as a full disk does: the transaction aborts. */
function failWrites(from: number, error: () => DOMException): { writes: number } {
  const count = { writes: 0 };
  for (const method of ['put', 'add'] as const) {
    const original = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args) {
      count.writes += 1;
      if (count.writes >= from) throw error();
      return original.apply(this, args);
    });
  }
  return count;
}

const full = () => new DOMException('no space', 'QuotaExceededError');

async function stateOf(): Promise<unknown> {
  const { sessions } = await store.list();
  return Promise.all(
    sessions.map(async ({ id, header, title, seq }) => ({
      id,
      header,
      title,
      seq,
      events: await store.events(id),
    })),
  );
}

describe('a write that fails at any point leaves the database as it was', () => {
  test.each(['create', 'fork', 'rename'] as const)('%s', async (operation) => {
    const source = await store.create('source');
    const end = appendTurn(source, { deltas: 1_200 });
    await store.flush();
    const before = await stateOf();
    for (let nth = 1; ; nth += 1) {
      const count = failWrites(nth, full);
      const attempt =
        operation === 'create'
          ? store.create('new', { seed: await source.events() })
          : operation === 'fork'
            ? store.fork('source', end, 'new')
            : store.rename('source', 'new title');
      const settled = await attempt.then(
        () => null,
        (error: unknown) => error,
      );
      vi.restoreAllMocks();
      if (count.writes < nth) {
        expect(settled).toBeNull();
        break;
      }
      expect(settled).toBeInstanceOf(StorageFullError);
      expect(await stateOf()).toEqual(before);
      expect(await store.check()).toEqual([]);
    }
  });
});

describe('a commit that fails', () => {
  test('rejects flush, is reported once, keeps the events readable, and is made up for', async () => {
    const session = await store.create('log');
    appendTurn(session);
    await session.flush();
    const durable = session.durableSeq;
    const errors: Error[] = [];
    store.on('error', ({ error }) => errors.push(error));
    failWrites(1, full);
    const end = appendTurn(session);
    expect((await refusalOf(session.flush(), StorageError)).code).toBe('STORAGE_FULL');
    expect(session.status).toBe('failing');
    expect(session.durableSeq).toBe(durable);
    expect(errors).toHaveLength(1);
    expect(await session.events()).toHaveLength(end + 1);
    expect((await refusalOf(store.close(), StorageError)).code).toBe('STORAGE_FULL');
    const fork = await refusalOf(store.fork(session, end, 'child'), StorageError);
    expect(fork.code).toBe('STORAGE_FULL');
    vi.restoreAllMocks();
    expect((await store.list()).sessions).toHaveLength(1);
    appendTurn(session);
    await session.flush();
    expect(session.status).toBe('clean');
    expect(session.durableSeq).toBe(session.seq);
  });

  test('holds up no other session', async () => {
    const good = await store.create('good');
    const bad = await store.create('bad');
    const original = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (JSON.stringify(args[0]).includes('poison')) throw full();
      return original.apply(this, args);
    });
    bad.append('acme/poison', {});
    good.append('acme/fine', {});
    await refusalOf(bad.flush(), StorageFullError);
    expect(good.durableSeq).toBe(1);
    expect(bad.durableSeq).toBe(0);
    vi.restoreAllMocks();
    await bad.flush();
  });

  test('by a transaction that could not start lands once, on a new connection', async () => {
    const session = await store.create('log');
    appendTurn(session);
    const original = IDBDatabase.prototype.transaction;
    let failures = 0;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (failures === 0) {
        failures += 1;
        throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
      }
      return original.apply(this, args);
    });
    await session.flush();
    expect(failures).toBe(1);
    expect(session.durableSeq).toBe(session.seq);
  });

  test('on a connection that was closed behind our back lands once, and so does the next', async () => {
    const session = await store.create('log');
    const connections: IDBDatabase[] = [];
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      connections.push(this);
      return transaction.apply(this, args);
    });
    appendTurn(session);
    await session.flush();
    vi.restoreAllMocks();
    for (const connection of connections) connection.close();
    for (let turn = 0; turn < 2; turn += 1) {
      appendTurn(session);
      await session.flush();
    }
    expect(await store.events('log')).toHaveLength(session.seq);
  });

  test('for good ends after two tries, typed', async () => {
    const session = await store.create('log');
    appendTurn(session);
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    expect((await refusalOf(session.flush(), StorageError)).code).toBe('STORAGE_CLOSED');
    expect(spy.mock.calls.length).toBeLessThanOrEqual(3);
    spy.mockRestore();
    await session.flush();
  });
});

describe('a transaction that cannot begin', () => {
  test('is given up in bounded time, typed; nothing is written, and the events are committed later', async () => {
    await store.close();
    store = await openSessionStore({ name, blockedTimeout: 150 });
    const session = await store.create('log');
    await session.flush();
    const release = await hangInTransaction(name);
    appendTurn(session);
    const error = await refusalOf(session.flush(), StorageError);
    expect(error.code).toBe('STORAGE_BLOCKED');
    expect(session.status).toBe('failing');
    expect(session.durableSeq).toBe(0);
    await release();
    await session.flush();
    expect(session.durableSeq).toBe(session.seq);
  });
});

describe('an open that fails', () => {
  test('is not remembered: the next one works, and nothing is deleted', async () => {
    appendTurn(await store.create('kept'));
    await store.close();
    const original = indexedDB.open.bind(indexedDB);
    let failures = 2;
    const factory = Object.getPrototypeOf(indexedDB) as IDBFactory;
    vi.spyOn(factory, 'open').mockImplementation((...args) => {
      failures -= 1;
      if (failures < 0) return original(...args);
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    });
    for (const _ of [1, 2]) {
      expect((await refusalOf(openSessionStore({ name }), StorageError)).code).toBe('STORAGE_FAILED');
    }
    store = await openSessionStore({ name });
    expect((await store.list()).sessions).toHaveLength(1);
  });
});

describe('space', () => {
  test('is told, and asked to be kept, as far as the browser can', async () => {
    const { usage, quota, persisted } = await store.estimate();
    expect(usage === null || usage >= 0).toBe(true);
    expect(quota === null || quota > 0).toBe(true);
    expect(typeof persisted).toBe('boolean');
    // Firefox asks the user, and nobody answers here.
    const unanswered = new Promise((resolve) => setTimeout(resolve, 300, false));
    expect(typeof (await Promise.race([store.persist(), unanswered]))).toBe('boolean');
  });
});

describe('a read that fails', () => {
  test('rejects: it never looks like an empty session', async () => {
    const session = await store.create('log');
    appendTurn(session);
    await session.flush();
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('read failed', 'DataError');
    });
    expect((await refusalOf(session.events(), StorageError)).code).toBe('STORAGE_FAILED');
    expect((await refusalOf(store.open('other'), StorageError)).code).toBe('STORAGE_FAILED');
    vi.restoreAllMocks();
    expect(await session.events()).toHaveLength(session.seq);
  });
});

describe('opening', () => {
  test('writes nothing when the schema is there: reloads in quick succession change nothing', async () => {
    for (let index = 0; index < 20; index += 1) appendTurn(await store.create(`s${index}`));
    await store.close();
    const count = failWrites(1, full);
    for (let reload = 0; reload < 5; reload += 1) await (await openSessionStore({ name })).close();
    expect(count.writes).toBe(0);
    vi.restoreAllMocks();
    store = await openSessionStore({ name });
    expect((await store.list()).sessions).toHaveLength(20);
  });

  test('a database of a newer version is refused, unharmed', async () => {
    const session = await store.create('kept');
    appendTurn(session);
    await store.close();
    await openRaw(name, 99, (database) => database.createObjectStore('later'));
    expect((await refusalOf(openSessionStore({ name }), StorageError)).code).toBe('STORAGE_NEWER_VERSION');
    const kept = await openRaw(
      name,
      99,
      () => undefined,
      (database) => [...database.objectStoreNames],
    );
    expect(kept).toEqual(['deltas', 'later', 'logs', 'overviews', 'sessions', 'turns']);
    name = newDatabaseName('failure');
    store = await openSessionStore({ name });
  });

  test('a database that is not ours is refused', async () => {
    const foreign = newDatabaseName('foreign');
    await openRaw(foreign, 1, (database) => database.createObjectStore('sessions'));
    expect((await refusalOf(openSessionStore({ name: foreign }), StorageError)).code).toBe('STORAGE_DAMAGED');
    indexedDB.deleteDatabase(foreign);
  });

  test('makes way for an upgrade and for a deletion in another tab, and is back afterwards', async () => {
    const session = await store.create('kept');
    appendTurn(session);
    await session.flush();
    const lost: Error[] = [];
    store.on('error', ({ error }) => lost.push(error));
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(new DOMException('not deleted'));
    });
    expect(lost.map((error) => error instanceof StorageError && error.code)).toEqual(['STORAGE_CLOSED']);
    expect((await store.list()).sessions).toEqual([]);
    expect(store.warnings.map(({ code }) => code)).toContain('STORAGE_CLEARED');
    expect(session.status).toBe('deleted');
    expect(() => session.append('acme/late', {})).toThrow(/was deleted/);
  });

  test('ends in bounded time, typed, when an older connection does not let go', async () => {
    const old = newDatabaseName('blocked');
    const request = indexedDB.open(old, 1);
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onupgradeneeded = () => request.result.createObjectStore('sessions');
      request.onsuccess = () => resolve(request.result);
    });
    const deletion = indexedDB.deleteDatabase(old);
    const error = await refusalOf(openSessionStore({ name: old, blockedTimeout: 50 }), StorageError);
    expect(error.code).toBe('STORAGE_BLOCKED');
    const deleted = new Promise((resolve) => (deletion.onsuccess = resolve));
    database.close();
    await deleted;
    const opened = await openSessionStore({ name: old });
    await opened.close();
    indexedDB.deleteDatabase(old);
  });

  test('without IndexedDB says so', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const error = await refusalOf(openSessionStore({ name: 'none' }), StorageError);
    vi.unstubAllGlobals();
    expect(error.code).toBe('STORAGE_UNAVAILABLE');
  });
});

/** Keeps a transaction of another connection open, as a tab that hangs does; gives the function that ends it. */
async function hangInTransaction(database: string): Promise<() => Promise<void>> {
  const raw = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(database);
    request.onsuccess = () => resolve(request.result);
  });
  let hanging = true;
  const transaction = raw.transaction(['sessions', 'logs', 'turns'], 'readwrite');
  const again = () => {
    if (hanging) transaction.objectStore('sessions').get('x').onsuccess = again;
  };
  again();
  return async () => {
    const ended = new Promise((resolve) => (transaction.oncomplete = resolve));
    hanging = false;
    await ended;
    raw.close();
  };
}

function openRaw<Result = void>(
  database: string,
  version: number,
  upgrade: (database: IDBDatabase) => unknown,
  read?: (database: IDBDatabase) => Result,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('open failed'));
    request.onsuccess = () => {
      const result = read?.(request.result);
      request.result.close();
      resolve(result);
    };
  });
}

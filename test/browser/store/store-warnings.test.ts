import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteSessionStore, openSessionStore, StorageError } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

let name: string;

beforeEach(() => {
  name = newDatabaseName('warnings');
});

afterEach(() => {
  vi.restoreAllMocks();
  indexedDB.deleteDatabase(name);
});

/** Under Node there is no localStorage; in a browser the real one is used. */
const kept = new Map<string, string>();
if (typeof localStorage === 'undefined') {
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, writable: true, value: storage });
}

function deleteRaw(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(new DOMException('not deleted'));
  });
}

async function codes(): Promise<string[]> {
  const store = await openSessionStore({ name });
  const found = store.warnings.map(({ code }) => code).filter((code) => code.startsWith('STORAGE'));
  await store.close();
  return found;
}

describe('a database that is gone', () => {
  test('while no store was open is told as evicted, once, and as a notification', async () => {
    expect(await codes()).toEqual([]);
    expect(await codes()).toEqual([]);
    await deleteRaw();
    const store = await openSessionStore({ name });
    const told: string[] = [];
    store.on('warning', ({ warning }) => told.push(warning.code));
    await vi.waitFor(() => expect(told).toContain('STORAGE_EVICTED'));
    await store.close();
    expect(await codes()).toEqual([]);
  });

  test('because it was deleted on purpose, with a store open or not, is not told as evicted', async () => {
    const store = await openSessionStore({ name });
    await deleteRaw();
    await store.close();
    expect(await codes()).toEqual([]);
    await deleteSessionStore(name);
    expect(await codes()).toEqual([]);
  });

  test('is not looked for where the page may not use localStorage', async () => {
    expect(await codes()).toEqual([]);
    await deleteRaw();
    const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const found = await codes();
    if (own !== undefined) Object.defineProperty(globalThis, 'localStorage', own);
    expect(found).toEqual([]);
  });
});

describe('deleteSessionStore', () => {
  test('makes open stores let go, and leaves an empty store behind', async () => {
    const store = await openSessionStore({ name });
    appendTurn(await store.create('gone'));
    await store.flush();
    await deleteSessionStore(name);
    expect((await store.list()).sessions).toEqual([]);
    await store.close();
  });

  test('ends in bounded time, typed, where something else keeps the database', async () => {
    const raw = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 1);
      request.onsuccess = () => resolve(request.result);
    });
    const error = await refusalOf(deleteSessionStore(name, { timeout: 50 }), StorageError);
    expect(error.code).toBe('STORAGE_BLOCKED');
    raw.close();
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSessionStore, type Session, type SessionStore } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { requestsOf, writesOf } from '../../fixtures/storage-requests.ts';

let store: SessionStore;
let name: string;

beforeEach(async () => {
  name = newDatabaseName('requests');
  store = await openSessionStore({ name });
});

afterEach(async () => {
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

/** Appends and commits one event at a time, and gives the requests that each took. */
async function requestsOfAppends(session: Session, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const requests = await requestsOf(async () => {
      session.append('acme/note', { text: `note ${index}` });
      await session.flush();
    });
    expect(requests.filter(({ bounded }) => !bounded)).toEqual([]);
    taken.push(requests.length);
  }
  return taken;
}

describe('an event appended to a long session', () => {
  test('takes no more requests than one appended to an empty session, and reads none of the log', async () => {
    const [long, empty] = [await store.create('long'), await store.create('empty')];
    while (long.seq < 20_000) appendTurn(long, { deltas: 400 });
    await long.flush();
    const most = Math.max(...(await requestsOfAppends(empty, 40)));
    expect(most).toBeLessThanOrEqual(6);
    expect(Math.max(...(await requestsOfAppends(long, 40)))).toBeLessThanOrEqual(most);
  });

  test('is as cheap in a session that was opened again', async () => {
    const session = await store.create('long');
    while (session.seq < 20_000) appendTurn(session, { deltas: 400 });
    await session.close();
    const opening = await requestsOf(() => store.open('long'));
    expect(writesOf(opening).length).toBeLessThanOrEqual(1);
    const opened = await store.open('long');
    expect(Math.max(...(await requestsOfAppends(opened, 20)))).toBeLessThanOrEqual(6);
  });
});

describe('a store that is opened again', () => {
  test('writes nothing, however often and however soon it is closed', async () => {
    for (let index = 0; index < 50; index += 1) {
      const session = await store.create(`session-${index}`);
      appendTurn(session, {});
      await session.close();
    }
    for (let round = 0; round < 10; round += 1) {
      await store.close();
      const requests = await requestsOf(async () => {
        store = await openSessionStore({ name });
        await store.list({ limit: 100 });
      });
      expect(writesOf(requests)).toEqual([]);
    }
    expect((await store.list({ limit: 100 })).sessions).toHaveLength(50);
  });
});

describe('a session of large events', () => {
  test('is read, exported and derived in parts: no request asks for a whole store', async () => {
    const session = await store.create('large');
    const text = 'x'.repeat(256 * 1024);
    for (let index = 0; index < 60; index += 1) session.append('acme/value', { text, index });
    await session.close();
    const requests = await requestsOf(async () => {
      expect(await store.events('large')).toHaveLength(60);
      await new Response(await store.exportLog('large')).blob();
      await store.deriveMessages('large');
    });
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.filter(({ bounded }) => !bounded)).toEqual([]);
  });
});

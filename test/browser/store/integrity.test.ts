import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSessionStore, StorageError, type SessionStore } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

let store: SessionStore;
let name: string;

beforeEach(async () => {
  name = newDatabaseName('integrity');
  store = await openSessionStore({ name });
});

afterEach(async () => {
  await store.close();
  indexedDB.deleteDatabase(name);
});

/** Damages the database behind the store's back. */
async function damage(work: (raw: Awaited<ReturnType<typeof openDB>>) => Promise<unknown>): Promise<void> {
  await store.flush();
  const raw = await openDB(name);
  await work(raw);
  raw.close();
}

const kindsOf = async () => (await store.check()).map(({ kind, sessionId }) => `${kind} ${sessionId}`);

describe('check and repair', () => {
  test('find nothing in a sound store, and change nothing', async () => {
    const session = await store.create('one');
    for (let turn = 0; turn < 4; turn += 1) appendTurn(session, { deltas: 500, tools: 1 });
    await store.fork(session, undefined, 'two');
    await store.flush();
    const before = await store.events('two');
    expect(await store.check()).toEqual([]);
    expect(await store.repair()).toEqual({ mended: [], left: [] });
    expect(await store.events('two')).toEqual(before);
  });

  test('a missing page is named by its first seq, what is whole stays readable, and nothing is invented', async () => {
    const session = await store.create('holed');
    for (let turn = 0; turn < 10; turn += 1) appendTurn(session, { deltas: 400 });
    const other = await store.create('other');
    appendTurn(other);
    await store.flush();
    await damage(async (raw) => {
      const keys = await raw.getAllKeys(
        'logs',
        IDBKeyRange.bound([session.logId, 1], [session.logId, 3_000]),
      );
      const [, second] = keys;
      if (second !== undefined) await raw.delete('logs', second);
    });
    const faults = await store.check();
    expect(faults).toMatchObject([{ kind: 'missing-event', sessionId: 'holed' }]);
    const hole = Number(/event (\d+) is missing/.exec(faults[0]?.message ?? '')?.[1]);
    expect(hole).toBeGreaterThan(0);
    expect(await store.events('holed', { to: hole - 1 })).toHaveLength(hole);
    const error = await refusalOf(store.events('holed'), StorageError);
    expect(error.code).toBe('STORAGE_DAMAGED');
    expect(error.message).toContain(String(hole));
    expect(await store.forkPoints('holed')).toHaveLength(10);
    expect(await store.events('other')).toHaveLength(other.seq);
    expect((await store.repair()).left).toMatchObject([{ kind: 'missing-event', sessionId: 'holed' }]);
  });

  test('rows of nobody are found and removed', async () => {
    appendTurn(await store.create('kept'));
    await damage(async (raw) => {
      await raw.put('logs', { events: [] }, ['nobody', 0]);
      await raw.put('turns', { seq: 3 }, ['nobody', 3]);
      await raw.put('overviews', { from: 0, text: '[]' }, ['nobody', 3]);
    });
    expect((await kindsOf()).sort()).toEqual([
      'orphan-overview null',
      'orphan-page null',
      'orphan-turn-record null',
    ]);
    expect((await store.repair()).mended).toHaveLength(3);
    expect(await store.check()).toEqual([]);
  });

  test('totals, turn records and the index of logs are derived from the events again', async () => {
    const session = await store.create('one');
    const ends = [appendTurn(session), appendTurn(session)];
    const child = await store.fork(session, ends[0], 'child');
    appendTurn(child);
    await store.flush();
    const before = { points: await store.forkPoints('child'), summary: await store.summary('child') };
    await session.close();
    await child.close();
    await damage(async (raw) => {
      await raw.delete('turns', [session.logId, ends[0] ?? 0]);
      const row: unknown = await raw.get('sessions', 'child');
      await raw.put('sessions', { ...Object(row), turns: 99, logIds: [child.logId] });
    });
    const kinds = await kindsOf();
    expect(kinds).toContain('log-ids-wrong child');
    expect(kinds.some((kind) => kind.startsWith('turn-record-missing'))).toBe(true);
    expect((await store.repair()).left).toEqual([]);
    expect(await store.check()).toEqual([]);
    expect(await store.forkPoints('child')).toEqual(before.points);
    const after = await store.summary('child');
    expect({ ...after, status: 'clean', writer: 'here' }).toEqual(before.summary);
  });
});

describe('overviews of turns', () => {
  /** Number of stored overviews. */
  async function overviewsOf(): Promise<number> {
    let count = 0;
    await damage(async (raw) => (count = await raw.count('overviews')));
    return count;
  }

  test('say what the turn records say, for a session, forks at any turn, and from any seq', async () => {
    const session = await store.create('long');
    const ends = Array.from({ length: 200 }, () => appendTurn(session));
    const pointsOf = async (id: string, from = 0) =>
      (await store.forkPoints(id, { from })).map(({ seq }) => seq);
    expect(await pointsOf('long')).toEqual(ends);
    expect(await overviewsOf()).toBe(3);
    for (const at of [0, 62, 63, 64, 100, 127, 128, 199]) {
      const child = await store.fork(session, ends[at], `child-${at}`);
      const own = Array.from({ length: 70 }, () => appendTurn(child));
      const all = [...ends.slice(0, at + 1), ...own];
      await child.flush();
      expect(await pointsOf(child.id)).toEqual(all);
      for (const from of [1, ends[30] ?? 0, (ends[63] ?? 0) + 1, own[60] ?? 0]) {
        expect(await pointsOf(child.id, from)).toEqual(all.filter((seq) => seq >= from));
      }
      await child.close();
    }
    expect(await store.check()).toEqual([]);
    await session.close();
    await store.delete('long');
    expect(await store.check()).toEqual([]);
    expect((await pointsOf('child-100')).length).toBe(171);
  });

  test('of many turns that are written at once', async () => {
    const session = await store.create('source');
    for (let turn = 0; turn < 150; turn += 1) appendTurn(session);
    await store.create('seeded', { seed: await session.events() });
    expect(await store.forkPoints('seeded')).toEqual(await store.forkPoints('source'));
    expect(await store.check()).toEqual([]);
  });

  test('that are missing leave nothing out, and are made anew', async () => {
    const session = await store.create('long');
    const ends = Array.from({ length: 200 }, () => appendTurn(session));
    const messages = await session.deriveMessages();
    await store.flush();
    await damage(async (raw) => {
      const keys = await raw.getAllKeys('overviews');
      await raw.delete('overviews', keys[1] ?? []);
    });
    expect((await session.forkPoints()).map(({ seq }) => seq)).toEqual(ends);
    expect(await session.deriveMessages()).toEqual(messages);
    expect(await store.check()).toEqual([]);
    await damage((raw) => raw.clear('overviews'));
    expect((await session.forkPoints()).map(({ seq }) => seq)).toEqual(ends);
    while (ends.length < 256) ends.push(appendTurn(session));
    await session.flush();
    expect((await session.forkPoints()).map(({ seq }) => seq)).toEqual(ends);
    expect(await overviewsOf()).toBe(4);
    expect(await store.check()).toEqual([]);
  });

  test('that lie are found, and left out by a repair', async () => {
    const session = await store.create('long');
    const ends = Array.from({ length: 64 }, () => appendTurn(session));
    await session.close();
    await damage(async (raw) => {
      const [key] = await raw.getAllKeys('overviews');
      await raw.put('overviews', { from: 0, text: '[]' }, key);
    });
    expect(await kindsOf()).toEqual(['overview-wrong long']);
    expect((await store.repair()).left).toEqual([]);
    expect(await store.check()).toEqual([]);
    expect((await store.forkPoints('long')).map(({ seq }) => seq)).toEqual(ends);
  });
});

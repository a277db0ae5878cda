import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSessionStore, SessionError, SessionForkError, type SessionStore } from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf, refusalOfCall } from '../../fixtures/refusal.ts';

const DAY = 86_400_000;

let store: SessionStore;
let name: string;
let now: number;

beforeEach(async () => {
  name = newDatabaseName('trash');
  now = 1_790_000_000_000;
  store = await openSessionStore({ name, now: () => now });
});

afterEach(async () => {
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

async function parentAndChild(): Promise<void> {
  const parent = await store.create('parent');
  appendTurn(parent, { deltas: 1_200 });
  await store.fork(parent, undefined, 'child');
  appendTurn(parent);
  await store.flush();
}

describe('the trash', () => {
  test('hides a session from lists, opening, reading and forking, and gives it back as it was', async () => {
    await parentAndChild();
    const before = await store.summary('parent');
    const events = await store.events('parent');
    now += 5;
    await store.trash('parent');
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['child']);
    expect((await store.list({ parent: null })).sessions).toEqual([]);
    expect((await store.listTrash()).sessions.map(({ id }) => id)).toEqual(['parent']);
    expect((await store.summary('parent'))?.trashedAt).toBe(now);
    const refusals = [
      () => store.open('parent'),
      () => store.events('parent'),
      () => store.rename('parent', 'x'),
      () => store.mark('parent', { pinned: true }),
      () => store.trash('parent'),
      () => store.exportLog('parent'),
    ];
    for (const attempt of refusals) {
      const error = await refusalOf(attempt(), SessionError);
      expect(error.code).toBe('SESSION_NOT_FOUND');
      expect(error.message).toContain('in the trash');
    }
    const fork = await refusalOf(store.fork('parent'), SessionForkError);
    expect([fork.code, fork.reason]).toEqual(['SESSION_NOT_FOUND', 'source-in-trash']);
    await store.restore('parent');
    expect(await store.summary('parent')).toEqual({ ...before, status: null, writer: null });
    expect(await store.events('parent')).toEqual(events);
    expect((await store.listTrash()).sessions).toEqual([]);
  });

  test('keeps the id taken', async () => {
    await parentAndChild();
    await store.trash('parent');
    expect((await refusalOf(store.create('parent'), SessionError)).code).toBe('SESSION_ALREADY_EXISTS');
    const fork = await refusalOf(store.fork('child', undefined, 'parent'), SessionForkError);
    expect(fork.code).toBe('SESSION_ALREADY_EXISTS');
  });

  test('leaves forks whole, to be read, gone on with and forked', async () => {
    await parentAndChild();
    const events = await store.events('child');
    await store.trash('parent');
    expect(await store.events('child')).toEqual(events);
    appendTurn(await store.open('child'));
    await store.fork('child');
    await store.delete('parent');
    expect((await store.events('child')).slice(0, events.length)).toEqual(events);
  });

  test('commits and closes an open session first', async () => {
    const session = await store.create('open');
    appendTurn(session);
    await store.trash('open');
    expect(session.status).toBe('closed');
    expect(refusalOfCall(() => appendTurn(session), SessionError).code).toBe('SESSION_NOT_LIVE');
    await store.restore('open');
    expect(await store.events('open')).toHaveLength(session.seq);
  });

  test('is emptied of what has been there for long enough, when a store opens', async () => {
    for (const id of ['old', 'young', 'kept']) appendTurn(await store.create(id));
    await store.trash('old');
    now += 20 * DAY;
    await store.trash('young');
    now += 11 * DAY;
    await store.close();
    store = await openSessionStore({ name, now: () => now });
    expect((await store.listTrash()).sessions.map(({ id }) => id)).toEqual(['young']);
    expect(await store.summary('old')).toBeUndefined();
    await store.close();
    store = await openSessionStore({ name, now: () => now, trashDays: 5 });
    expect((await store.listTrash()).sessions).toEqual([]);
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['kept']);
  });

  test('is listed last thrown away first, in pages', async () => {
    for (let index = 0; index < 7; index += 1) {
      const id = `s${index}`;
      await store.create(id);
      now += 1;
      await store.trash(id);
    }
    const listed: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await store.listTrash(cursor ? { limit: 3, cursor } : { limit: 3 });
      listed.push(...page.sessions.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(listed).toEqual(['s6', 's5', 's4', 's3', 's2', 's1', 's0']);
  });

  test('is told of, and refuses to restore what is not there', async () => {
    await store.create('one');
    const told: string[] = [];
    store.subscribe(({ type }) => {
      if (/trashed|restored|deleted/.test(type)) told.push(type);
    });
    expect((await refusalOf(store.restore('one'), SessionError)).code).toBe('NOT_IN_TRASH');
    expect((await refusalOf(store.restore('none'), SessionError)).code).toBe('SESSION_NOT_FOUND');
    expect((await refusalOf(store.trash('none'), SessionError)).code).toBe('SESSION_NOT_FOUND');
    await store.trash('one');
    await store.restore('one');
    await store.trash('one');
    await store.delete('one');
    expect(told).toEqual(['session/trashed', 'session/restored', 'session/trashed', 'session/deleted']);
    expect((await refusalOf(store.restore('one'), SessionError)).code).toBe('SESSION_NOT_FOUND');
  });
});

describe('marks', () => {
  test('are pins and labels, told of, kept by what is not given, and by a commit', async () => {
    const session = await store.create('one');
    const told: string[] = [];
    store.on('session/marked', ({ sessionId }) => told.push(sessionId));
    await store.mark('one', { pinned: true, labels: ['good', 'to compare'] });
    appendTurn(session);
    await session.flush();
    await store.mark('one', { labels: ['good'] });
    expect(await store.summary('one')).toMatchObject({ pinned: true, labels: ['good'], seq: session.seq });
    await store.mark('one', { pinned: false });
    expect(await store.summary('one')).toMatchObject({ pinned: false, labels: ['good'] });
    expect(told).toEqual(['one', 'one', 'one']);
  });

  test.each([
    [['']],
    [['  ']],
    [['x'.repeat(61)]],
    [['twice', 'twice']],
    [Array.from({ length: 21 }, (_, index) => `l${index}`)],
  ])('refuse the labels %j, and change nothing', async (labels) => {
    await store.create('one');
    await store.mark('one', { labels: ['kept'] });
    const error = await refusalOf(store.mark('one', { labels, pinned: true }), SessionError);
    expect(error.code).toBe('INVALID_LABELS');
    expect(await store.summary('one')).toMatchObject({ labels: ['kept'], pinned: false });
  });

  test('are not inherited by a fork', async () => {
    const session = await store.create('one');
    appendTurn(session);
    await store.mark('one', { pinned: true, labels: ['parent only'] });
    await store.fork(session, undefined, 'child');
    expect(await store.summary('child')).toMatchObject({ pinned: false, labels: [] });
  });
});

describe('the title of a fork', () => {
  test('is its parent’s, counted up, and never one that a session has, the trash included', async () => {
    const session = await store.create('trip');
    const end = appendTurn(session);
    await store.rename('trip', 'Trip');
    const titles: (string | null | undefined)[] = [];
    for (const id of ['a', 'b', 'c']) {
      await store.fork(session, end, id);
      titles.push((await store.summary(id))?.title);
    }
    await store.trash('c');
    await store.fork('b', end, 'd');
    titles.push((await store.summary('d'))?.title);
    expect(titles).toEqual(['Trip (2)', 'Trip (3)', 'Trip (4)', 'Trip (5)']);
  });

  test('is none when the parent has none, and the log’s when the parent has that', async () => {
    const session = await store.create('untitled');
    const first = appendTurn(session);
    await store.fork(session, first, 'child');
    expect((await store.summary('child'))?.title).toBeNull();
    session.append('session/title', { title: '旅行（1）' });
    const second = appendTurn(session);
    await store.fork(session, second, 'titled');
    expect((await store.summary('titled'))?.title).toBe('旅行（2）');
    await store.rename('titled', null);
    expect((await store.summary('titled'))?.title).toBe('旅行（1）');
  });

  test('is one for each of two stores that fork at once', async () => {
    const session = await store.create('trip');
    const end = appendTurn(session);
    await store.rename('trip', 'Trip');
    await session.flush();
    const other = await openSessionStore({ name });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? store : other).fork('trip', end)),
    );
    const titles = (await store.list({ parent: 'trip' })).sessions.map(({ title }) => title);
    expect(titles.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `Trip (${index + 2})`).sort());
    await other.close();
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSessionStore, SessionForkError, type Session, type SessionStore } from '../../../lib/index.ts';
import { appendOpenTurn, appendTurn, endOpenTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';
import { requestsOf, writesOf } from '../../fixtures/storage-requests.ts';

let store: SessionStore;
let name: string;

beforeEach(async () => {
  name = newDatabaseName('fork');
  store = await openSessionStore({ name });
});

afterEach(async () => {
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

async function sourceOf(turns: number): Promise<{ session: Session; ends: number[] }> {
  const session = await store.create('source', {
    meta: { cwd: '/projects/demo', agentPreset: 'coder', delegationDepth: 2 },
  });
  const ends = Array.from({ length: turns }, (_, index) =>
    appendTurn(session, { prompt: `question ${index}` }),
  );
  return { session, ends };
}

function refused(attempt: Promise<unknown>): Promise<SessionForkError> {
  return refusalOf(attempt, SessionForkError);
}

describe('a fork', () => {
  test('holds exactly the events through each turn/end, first and last included', async () => {
    const { session, ends } = await sourceOf(5);
    const all = await session.events();
    for (const end of ends) {
      const child = await store.fork(session, end);
      expect(await child.events()).toEqual(all.slice(0, end + 1));
      expect(child.seq).toBe(end + 1);
      expect(child.lastForkPoint).toBe(end);
    }
  });

  test('inherits cwd and lineage in its header, and nothing else', async () => {
    const { session, ends } = await sourceOf(2);
    const child = await store.fork(session, ends[0], 'child');
    expect(child.header).toEqual({
      version: 0,
      id: 'child',
      createdAt: child.header.createdAt,
      cwd: '/projects/demo',
      parentSession: 'source',
      seedLength: (ends[0] ?? 0) + 1,
    });
    expect(Object.isFrozen(child.header)).toBe(true);
  });

  test('of a fork names its immediate parent, and adds no event, so that it can be forked as it is', async () => {
    const { session } = await sourceOf(1);
    const child = await store.fork(session, undefined, 'child');
    const grandchild = await store.fork(child, undefined, 'grandchild');
    expect(grandchild.header.parentSession).toBe('child');
    expect(await grandchild.events()).toEqual(await session.events());
  });

  test('of an empty session is empty', async () => {
    const session = await store.create('empty');
    const child = await store.fork(session);
    expect(child.seq).toBe(0);
    expect(child.header).toMatchObject({ parentSession: 'empty', seedLength: 0 });
  });

  test('of a stored session that nobody has open works, with a turn left open in it too', async () => {
    const { session, ends } = await sourceOf(2);
    appendOpenTurn(session);
    await session.close();
    expect(store.get('source')).toBeUndefined();
    const child = await store.fork('source', ends[1]);
    expect(child.seq).toBe((ends[1] ?? 0) + 1);
    expect((await store.summary('source'))?.openTurn).toBe(3);
  });

  test('takes what was appended just before, committed or not', async () => {
    const { session } = await sourceOf(1);
    const end = appendTurn(session);
    expect(session.durableSeq).toBeLessThan(end);
    const child = await store.fork('source', end);
    expect(child.seq).toBe(end + 1);
  });

  test('works at finished turns while the next one streams, and loses nothing of it', async () => {
    const { session, ends } = await sourceOf(3);
    const turn = appendOpenTurn(session);
    const before = session.seq;
    const forks = ends.map((end) => store.fork(session, end));
    for (let index = 0; index < 300; index += 1) {
      session.append('assistant/chunk', {
        turn,
        step: 1,
        chunk: { type: 'text-delta', index: 0, text: String(index) },
      });
      if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    for (const [index, child] of (await Promise.all(forks)).entries()) {
      expect((await child.events()).at(-1)).toMatchObject({ type: 'turn/end', seq: ends[index] });
    }
    endOpenTurn(session, turn);
    expect(await session.events({ from: before })).toHaveLength(302);
  });

  test('and its source never see each other again', async () => {
    const { session, ends } = await sourceOf(3);
    const original = await session.events();
    const left = await store.fork(session, ends[0], 'left');
    const right = await store.fork(session, ends[0], 'right');
    appendTurn(left, { answer: 'left' });
    appendTurn(right, { answer: 'right' });
    appendTurn(session, { answer: 'trunk' });
    const answers = async (id: string) => (await store.forkPoints(id)).map(({ answer }) => answer);
    expect(await answers('left')).toEqual(['hi', 'left']);
    expect(await answers('right')).toEqual(['hi', 'right']);
    expect(await answers('source')).toEqual(['hi', 'hi', 'hi', 'trunk']);
    expect((await session.events()).slice(0, original.length)).toEqual(original);
  });

  test('reads whole after its parent and grandparent are deleted', async () => {
    const { session, ends } = await sourceOf(2);
    const child = await store.fork(session, ends[1], 'child');
    appendTurn(child);
    const grandchild = await store.fork(child, undefined, 'grandchild');
    const events = await grandchild.events();
    expect(await store.delete('source')).toEqual({ pagesKeptFor: ['child', 'grandchild'] });
    await store.delete('child');
    expect(await grandchild.events()).toEqual(events);
    appendTurn(grandchild);
    expect(await store.check()).toEqual([]);
    expect(await store.delete('grandchild')).toEqual({ pagesKeptFor: [] });
    expect((await store.list()).sessions).toEqual([]);
  });

  test('leaves its siblings alone when it is deleted', async () => {
    const { session, ends } = await sourceOf(2);
    const children = await Promise.all(['a', 'b', 'c'].map((id) => store.fork(session, ends[0], id)));
    for (const child of children) appendTurn(child, { answer: child.id });
    await store.flush();
    const before = await Promise.all([session, ...children.slice(0, 2)].map((kept) => kept.events()));
    await store.delete('c');
    expect(await Promise.all([session, ...children.slice(0, 2)].map((kept) => kept.events()))).toEqual(
      before,
    );
  });

  test('does not move its parent in the list', async () => {
    const { session, ends } = await sourceOf(1);
    await session.flush();
    const before = await store.summary('source');
    await store.fork(session, ends[0]);
    expect(await store.summary('source')).toEqual(before);
  });

  test('stays found by its parent after the store is opened again', async () => {
    const { session, ends } = await sourceOf(2);
    await store.fork(session, ends[0], 'a');
    await store.fork(session, ends[1], 'b');
    await store.fork('b', undefined, 'c');
    await store.close();
    store = await openSessionStore({ name });
    const childrenOf = async (parent: string | null) =>
      (await store.list({ parent })).sessions.map(({ id }) => id).sort();
    expect(await childrenOf(null)).toEqual(['source']);
    expect(await childrenOf('source')).toEqual(['a', 'b']);
    expect(await childrenOf('b')).toEqual(['c']);
    expect(await childrenOf('c')).toEqual([]);
  });
});

describe('what a fork costs', () => {
  test('one row, whatever the length: no event is read, no page is written', async () => {
    const session = await store.create('source');
    for (let turn = 0; turn < 8; turn += 1) appendTurn(session, { deltas: 600 });
    const boundary = session.lastForkPoint ?? 0;
    await session.flush();
    const requests = await requestsOf(() => store.fork('source', boundary, 'child'));
    const writes = writesOf(requests);
    expect(writes).toMatchObject([{ method: 'add', store: 'sessions' }]);
    const reads = requests.filter(({ method }) => method === 'get' || method === 'getAll');
    expect(reads.map((request) => request.store)).toEqual(['sessions']);
    expect(await store.events('child')).toEqual(await store.events('source'));
  });

  test('a child many generations deep reads like its first ancestor', async () => {
    await sourceOf(1);
    let parent = 'source';
    for (let generation = 1; generation <= 50; generation += 1) {
      const child = await store.fork(parent, undefined, `generation-${generation}`);
      if (generation % 5 === 0) appendTurn(child, { answer: child.id });
      await child.close();
      parent = child.id;
    }
    const events = await store.events(parent);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect((await store.forkPoints(parent)).map(({ answer }) => answer)).toEqual([
      'hi',
      ...Array.from({ length: 10 }, (_, index) => `generation-${(index + 1) * 5}`),
    ]);
  });
});

describe('a fork of a compacted session', () => {
  test('has the summary after the compaction, and the full early turns before it', async () => {
    const { session, ends } = await sourceOf(2);
    const [start, end] = await session.surface();
    if (start === undefined || end === undefined) throw new RangeError('no surface');
    session.append('turn/start', { turn: 3 });
    session.append(
      'user/message',
      {
        id: 'summary',
        role: 'user',
        source: { kind: 'plugin' },
        content: [{ type: 'text', text: 'summary' }],
      },
      { surfaceOp: { op: 'replace', start: start.seq, end: end.seq }, sourceEventSeqs: [start.seq, end.seq] },
    );
    session.append('turn/end', { turn: 3, reason: { kind: 'completed' } });
    const textsOf = async (child: Session) =>
      (await child.deriveMessages()).map(({ content }) =>
        content.map((block) => ('text' in block ? block.text : '')).join(),
      );
    expect(await textsOf(await store.fork(session, ends[1]))).toEqual([
      'question 0',
      'hi',
      'question 1',
      'hi',
    ]);
    expect(await textsOf(await store.fork(session))).toEqual(['summary', 'question 1', 'hi']);
  });
});

describe('a fork is refused', () => {
  test('first of all when the child id is taken', async () => {
    const error = await refused(
      store.fork('nowhere', -1, 'source').then(
        () => null,
        (e: unknown) => Promise.reject(e),
      ),
    );
    expect(error.code).toBe('SESSION_NOT_FOUND');
    await sourceOf(1);
    const taken = await refused(store.fork('nowhere', -1, 'source'));
    expect(taken).toMatchObject({ code: 'SESSION_ALREADY_EXISTS', reason: 'child-id-taken' });
  });

  test('when the source is not stored, before its boundary is looked at', async () => {
    expect(await refused(store.fork('nowhere', -1))).toMatchObject({
      code: 'SESSION_NOT_FOUND',
      reason: 'source-not-stored',
    });
  });

  test('when the session object is closed, deleted, or stands for an earlier session of the same id', async () => {
    const { session } = await sourceOf(1);
    await session.close();
    expect(await refused(store.fork(session))).toMatchObject({
      code: 'SESSION_NOT_LIVE',
      reason: 'source-closed',
    });
    await store.delete('source');
    expect(await refused(store.fork(session))).toMatchObject({
      code: 'SESSION_NOT_FOUND',
      reason: 'source-deleted',
    });
    appendTurn(await store.create('source'));
    expect(await refused(store.fork(session))).toMatchObject({
      code: 'SESSION_NOT_LIVE',
      reason: 'source-replaced',
    });
  });

  test.each([-1, 1.5, NaN, Infinity, 2 ** 53, -0.5])(
    'at the boundary %d, which is no seq',
    async (boundary) => {
      await sourceOf(1);
      expect(await refused(store.fork('source', boundary))).toMatchObject({
        code: 'INVALID_BOUNDARY',
        reason: 'boundary-not-an-integer',
      });
    },
  );

  test('beyond the log, with the last fork point named', async () => {
    const { session, ends } = await sourceOf(2);
    expect(await refused(store.fork(session, session.seq))).toMatchObject({
      code: 'INVALID_BOUNDARY',
      reason: 'boundary-beyond-the-log',
      before: ends[1],
      after: null,
    });
    await store.create('empty');
    expect(await refused(store.fork('empty', 0))).toMatchObject({ code: 'INVALID_BOUNDARY', before: null });
  });

  test('at every seq that is no turn/end, with the nearest fork points on both sides', async () => {
    const session = await store.create('source');
    session.append('session/title', { title: 'before any turn' });
    const first = appendTurn(session, { tools: 2 });
    session.append('session/title', { title: 'between turns' });
    const second = appendTurn(session);
    const open = session.seq;
    appendOpenTurn(session);
    const childrenBefore = (await store.list()).sessions.length;
    for (let seq = 0; seq < session.seq; seq += 1) {
      if (seq === first || seq === second) continue;
      const error = await refused(store.fork(session, seq));
      const between = seq === 0 || seq === first + 1;
      expect(error.code).toBe(between ? 'INVALID_BOUNDARY' : 'OPEN_TURN');
      expect(error.reason).toBe(between ? 'boundary-between-turns' : 'boundary-inside-a-turn');
      expect([error.before, error.after]).toEqual(
        seq < first ? [null, first] : seq < second ? [first, second] : [second, null],
      );
      if (seq >= open) expect(error.message).toContain('open turn 3');
    }
    expect((await store.list()).sessions).toHaveLength(childrenBefore);
  });

  test('without a boundary when the last event is no turn/end, never clipped', async () => {
    const { session, ends } = await sourceOf(1);
    session.append('session/title', { title: 'after the turn' });
    expect(await refused(store.fork(session))).toMatchObject({
      code: 'INVALID_BOUNDARY',
      reason: 'boundary-between-turns',
      before: ends[0],
    });
    const child = await store.fork(session, session.lastForkPoint ?? undefined);
    expect(child.seq).toBe((ends[0] ?? 0) + 1);
  });
});

describe('a fork that is asked for twice', () => {
  test('into one id makes one child, and the header tells the caller that it is its own', async () => {
    const { session, ends } = await sourceOf(2);
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => store.fork(session, ends[0], 'child')),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') {
        expect(attempt.reason).toMatchObject({ code: 'SESSION_ALREADY_EXISTS' });
      }
    }
    const stored = await store.summary('child');
    expect(stored?.header).toMatchObject({ parentSession: 'source', seedLength: (ends[0] ?? 0) + 1 });
    expect((await store.list({ parent: 'source' })).sessions).toHaveLength(1);
  });

  test('from two connections at once makes one child', async () => {
    const { session, ends } = await sourceOf(1);
    await session.flush();
    const other = await openSessionStore({ name });
    const attempts = await Promise.allSettled([
      store.fork('source', ends[0], 'child'),
      other.fork('source', ends[0], 'child'),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await other.close();
  });
});

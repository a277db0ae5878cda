import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  completedPrefix,
  EventRefusedError,
  isEvent,
  openSessionStore,
  SessionError,
  type SessionEvent,
  type SessionStore,
  type StoreNotification,
} from '../../../lib/index.ts';
import { appendDeltas, appendOpenTurn, appendTurn, appendUserMessage } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf, refusalOfCall } from '../../fixtures/refusal.ts';

let store: SessionStore;
let name: string;

beforeEach(async () => {
  name = newDatabaseName('session');
  store = await openSessionStore({ name });
});

afterEach(async () => {
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

async function reopen(): Promise<void> {
  await store.close();
  store = await openSessionStore({ name });
}

describe('create', () => {
  test('makes a session with an id of the store, or with the given one', async () => {
    const first = await store.create();
    expect(first.id).toMatch(/^session-[0-9a-f-]{36}$/);
    const second = await store.create('mine', { meta: { cwd: '/work', agentPreset: 'coder' } });
    expect(second.header).toMatchObject({ version: 0, id: 'mine', cwd: '/work', agentPreset: 'coder' });
    expect((await store.list()).sessions.map(({ id }) => id).sort()).toEqual([first.id, 'mine'].sort());
  });

  test('refuses a taken id and a bad header, and stores nothing', async () => {
    await store.create('mine');
    expect((await refusalOf(store.create('mine'), SessionError)).code).toBe('SESSION_ALREADY_EXISTS');
    expect((await refusalOf(store.create(''), SessionError)).code).toBe('INVALID_SESSION_ID');
    const relative = store.create('other', { meta: { cwd: 'not/absolute' } });
    expect((await refusalOf(relative, SessionError)).code).toBe('INVALID_HEADER');
    expect(await store.summary('other')).toBeUndefined();
  });

  test('takes a seed, and refuses a bad one with the index of the event', async () => {
    const source = await store.create('source');
    appendTurn(source, { tools: 1 });
    const seed = await source.events();
    const copy = await store.create('copy', { seed });
    expect(await copy.events()).toEqual(seed);
    appendTurn(copy);
    const gap = [...seed.slice(0, 3), ...seed.slice(4)];
    expect(await refusalOf(store.create('gap', { seed: gap }), EventRefusedError)).toMatchObject({
      code: 'SEQ_GAP',
      seq: 3,
    });
    const bad = [{ ...seed[0], data: { turn: 'one' } }];
    expect(await refusalOf(store.create('bad', { seed: bad }), EventRefusedError)).toMatchObject({
      code: 'INVALID_DATA',
      path: 'data.turn',
    });
    expect(
      await refusalOf(store.create('undefined', { seed: [{ ...seed[0], extra: 1 }] }), EventRefusedError),
    ).toMatchObject({ code: 'INVALID_ENVELOPE' });
    expect((await store.list()).sessions).toHaveLength(2);
  });
});

describe('append', () => {
  test('is synchronous, gives seq and time, and freezes a detached copy', async () => {
    const session = await store.create();
    const data = { turn: 1 };
    const before = Date.now();
    const event = session.append('turn/start', data);
    data.turn = 9;
    expect(event).toMatchObject({ type: 'turn/start', seq: 0, data: { turn: 1 } });
    expect(event.time).toBeGreaterThanOrEqual(before);
    expect(Object.isFrozen(event) && Object.isFrozen(event.data)).toBe(true);
    await session.flush();
    expect(await session.eventAt(0)).toEqual(event);
  });

  test('refuses what is no lossless JSON, with its path, and uses up no seq', async () => {
    const session = await store.create();
    for (const [bad, path] of [
      [{ args: { x: undefined } }, 'data.args.x'],
      [{ list: [1, NaN] }, 'data.list[1]'],
      [{ when: new Date(0) }, 'data.when'],
      [{ call: () => 1 }, 'data.call'],
      [{ zero: -0 }, 'data.zero'],
      [{ map: new Map() }, 'data.map'],
    ] as const) {
      const error = refusalOfCall(() => session.append('acme/note', bad), EventRefusedError);
      expect(error).toMatchObject({ code: 'NOT_LOSSLESS_JSON', path });
    }
    expect(session.seq).toBe(0);
    expect(session.append('acme/note', { fine: true }).seq).toBe(0);
  });

  test.each(['text-chunks', 'reasoning-chunks', 'tool-call-chunks', 'steering/message', 'mode/set'])(
    'refuses the type %s, which a log file could not give back',
    async (type: string) => {
      const session = await store.create();
      expect(refusalOfCall(() => session.append(type, {}), EventRefusedError).path).toBe('type');
      expect(session.seq).toBe(0);
    },
  );

  test('checks the shape of messages, which would make the log unloadable later', async () => {
    const session = await store.create();
    const malformed: unknown = { x: 1 };
    const type: string = 'user/message';
    expect(refusalOfCall(() => session.append(type, malformed), EventRefusedError).code).toBe('INVALID_DATA');
    expect(session.seq).toBe(0);
  });

  test('keeps turns and steps inside each other', async () => {
    const session = await store.create();
    const refuse = (act: () => unknown) => refusalOfCall(act, EventRefusedError).code;
    expect(refuse(() => session.append('turn/end', { turn: 1, reason: { kind: 'completed' } }))).toBe(
      'TURN_ORDER',
    );
    expect(refuse(() => session.append('step/start', { turn: 1, step: 1 }))).toBe('TURN_ORDER');
    session.append('turn/start', { turn: 1 });
    expect(refuse(() => session.append('turn/start', { turn: 2 }))).toBe('TURN_ORDER');
    expect(refuse(() => session.append('turn/end', { turn: 2, reason: { kind: 'completed' } }))).toBe(
      'TURN_ORDER',
    );
    session.append('step/start', { turn: 1, step: 1 });
    expect(refuse(() => session.append('turn/end', { turn: 1, reason: { kind: 'completed' } }))).toBe(
      'STEP_ORDER',
    );
    session.append('step/end', { turn: 1, step: 1 });
    session.append('turn/end', { turn: 1, reason: { kind: 'completed' } });
    expect(refuse(() => session.append('turn/start', { turn: 1 }))).toBe('TURN_ORDER');
    await session.close();
    const again = await store.open(session.id);
    expect(again.nextTurn).toBe(2);
    expect(refuse(() => again.append('turn/start', { turn: 1 }))).toBe('TURN_ORDER');
  });

  test('takes a tool result only for an open call of this log, and each call once', async () => {
    const session = await store.create('source');
    const end = appendTurn(session);
    const fork = await store.fork(session, end, 'fork');
    const call = { turn: 2, step: 1, callId: 'c1', name: 'clock', arguments: '{}' };
    session.append('turn/start', { turn: 2 });
    session.append('step/start', { turn: 2, step: 1 });
    session.append('tool/call', call);
    const result = {
      turn: 2,
      step: 1,
      message: {
        id: 'r1',
        role: 'user' as const,
        source: { kind: 'tool' as const, callId: 'c1' },
        content: [{ type: 'tool-result' as const, toolCallId: 'c1', content: [] }] as const,
      },
    };
    fork.append('turn/start', { turn: 2 });
    fork.append('step/start', { turn: 2, step: 1 });
    expect(refusalOfCall(() => fork.append('tool/result', result), EventRefusedError).code).toBe(
      'TOOL_ORDER',
    );
    expect(refusalOfCall(() => session.append('tool/call', call), EventRefusedError).code).toBe('TOOL_ORDER');
    session.append('tool/result', result);
    expect(refusalOfCall(() => session.append('tool/result', result), EventRefusedError).code).toBe(
      'TOOL_ORDER',
    );
  });

  test('refuses an append out of a listener of the same session', async () => {
    const session = await store.create();
    const codes: string[] = [];
    const stop = store.on('session/event', () => {
      codes.push(refusalOfCall(() => appendUserMessage(session, 'again'), EventRefusedError).code);
    });
    appendUserMessage(session, 'once');
    stop();
    expect(codes).toEqual(['REENTRANT_APPEND']);
    expect(session.seq).toBe(1);
  });

  test('goes on when a listener throws', async () => {
    const session = await store.create();
    const reported: unknown[] = [];
    const original = globalThis.reportError;
    globalThis.reportError = (error: unknown) => reported.push(error);
    const stop = store.subscribe(() => {
      throw new RangeError('listener');
    });
    appendUserMessage(session, 'one');
    stop();
    globalThis.reportError = original;
    expect(session.seq).toBe(1);
    expect(reported).toHaveLength(1);
  });

  test('keeps the order of appends whatever the clock says', async () => {
    let now = 5_000_000;
    await store.close();
    store = await openSessionStore({ name, now: () => now });
    const session = await store.create('clock');
    for (let index = 0; index < 1_000; index += 1) session.append('acme/tick', { index });
    now = 1_000;
    session.append('acme/tick', { index: 1_000 });
    const events = await session.events();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)).toMatchObject({ seq: 1_000, time: 1_000 });
  });
});

describe('flush and close', () => {
  test('commit everything; what resolved is there after a reload', async () => {
    const session = await store.create('log');
    for (let index = 0; index < 100; index += 1) session.append('acme/tick', { index });
    expect(session.status).toBe('dirty');
    await session.flush();
    expect(session.durableSeq).toBe(100);
    expect(session.status).toBe('clean');
    for (let index = 100; index < 200; index += 1) session.append('acme/tick', { index });
    const closing = session.close();
    expect(refusalOfCall(() => session.append('acme/tick', {}), SessionError).code).toBe('SESSION_NOT_LIVE');
    await closing;
    expect(session.status).toBe('closed');
    await reopen();
    expect(await store.events('log')).toHaveLength(200);
  });

  test('a turn/end is committed without waiting for the window', async () => {
    await store.close();
    store = await openSessionStore({ name, flushWindow: 2_147_483_647 });
    const session = await store.create();
    const committed = new Promise((resolve) => store.on('session/flush', resolve));
    appendTurn(session);
    await committed;
    expect(session.durableSeq).toBe(session.seq);
  });

  test('events wait for their window and go in one commit', async () => {
    const session = await store.create();
    const flushes: number[] = [];
    store.on('session/flush', ({ durableSeq }) => flushes.push(durableSeq));
    for (let index = 0; index < 20; index += 1) session.append('acme/tick', { index });
    await new Promise((resolve) => store.on('session/flush', resolve));
    expect(flushes).toEqual([20]);
  });
});

describe('open', () => {
  test('gives every caller the same object, and a missing session a typed error', async () => {
    const created = await store.create('one');
    expect(await store.open('one')).toBe(created);
    await created.close();
    const [left, right] = await Promise.all([store.open('one'), store.open('one')]);
    expect(left).toBe(right);
    expect(store.get('one')).toBe(left);
    expect((await refusalOf(store.open('two'), SessionError)).code).toBe('SESSION_NOT_FOUND');
    expect((await refusalOf(store.events('two'), SessionError)).code).toBe('SESSION_NOT_FOUND');
  });

  test('repairs a turn that was cut off, so that every call has one result and the next turn can start', async () => {
    const session = await store.create('cut');
    appendTurn(session);
    const turn = appendOpenTurn(session);
    session.append('tool/call', { turn, step: 1, callId: 'c1', name: 'clock', arguments: '{}' });
    await session.close();
    const repairs: StoreNotification[] = [];
    store.on('session/repaired', (notification) => repairs.push(notification));
    const again = await store.open('cut');
    expect(repairs).toHaveLength(1);
    expect(again.openTurn).toBeNull();
    expect((await again.events()).at(-1)).toMatchObject({
      type: 'turn/end',
      data: { turn, reason: { kind: 'interrupted' } },
    });
    expect(again.lastForkPoint).toBe(again.seq - 1);
    appendTurn(again);
    await again.close();
    const repaired = await store.events('cut');
    await store.open('cut');
    expect(await store.events('cut')).toEqual(repaired);
  });

  test("leaves it open with repair 'none', to be gone on with; a replayed call is then refused", async () => {
    const session = await store.create('cut');
    const turn = appendOpenTurn(session);
    const call = { turn, step: 1, callId: 'c1', name: 'clock', arguments: '{}' };
    session.append('tool/call', call);
    await session.close();
    const again = await store.open('cut', { repair: 'none' });
    expect(again.openTurn).toBe(turn);
    expect(refusalOfCall(() => again.append('tool/call', call), EventRefusedError).code).toBe('TOOL_ORDER');
    expect(refusalOfCall(() => again.append('turn/start', { turn }), EventRefusedError).code).toBe(
      'TURN_ORDER',
    );
    appendDeltas(again, turn, 1, 'more', 2);
    const added = await again.closeOpenTurn();
    expect(added.at(-1)?.type).toBe('turn/end');
    expect(await again.closeOpenTurn()).toEqual([]);
  });
});

describe('events', () => {
  test('reads any range, either way, over pages and what is pending', async () => {
    const session = await store.create();
    const all: SessionEvent[] = [];
    session.append('turn/start', { turn: 1 });
    session.append('step/start', { turn: 1, step: 1 });
    const stop = store.on('session/event', ({ event }) => all.push(event));
    all.push(...(await session.events()));
    for (let index = 0; index < 2_300; index += 1) {
      if (index % 5 === 0) session.append('acme/tick', { index });
      else appendDeltas(session, 1, 1, `word ${index}`, 1);
      if (index % 97 === 0) await session.flush();
    }
    stop();
    expect(session.durableSeq).toBeLessThan(session.seq);
    expect(await session.events()).toEqual(all);
    expect(await session.events({ from: 1_020, to: 1_030 })).toEqual(all.slice(1_020, 1_031));
    expect(await session.events({ from: 2_295, limit: 3 })).toEqual(all.slice(2_295, 2_298));
    expect(await session.events({ limit: 5, reverse: true })).toEqual(all.slice(-5).reverse());
    expect(await session.events({ to: 9, limit: 3, reverse: true })).toEqual(all.slice(7, 10).reverse());
    expect(await session.events({ from: 2_302 })).toEqual([]);
    expect(await session.events({ limit: 0 })).toEqual([]);
    expect(await session.eventAt(2_301)).toEqual(all[2_301]);
    expect(await session.eventAt(2_302)).toBeUndefined();
  });

  test.each([{ from: -1 }, { to: 1.5 }, { limit: NaN }, { limit: -1 }])(
    'refuses the range %j',
    async (range) => {
      const session = await store.create();
      expect((await refusalOf(session.events(range), SessionError)).code).toBe('INVALID_RANGE');
    },
  );
});

describe('deriveMessages', () => {
  test('gives the surface in its order at any seq, a replace included', async () => {
    const session = await store.create();
    const first = appendTurn(session, { prompt: 'one', answer: 'first' });
    appendTurn(session, { prompt: 'two', answer: 'second' });
    const texts = async (through?: number) =>
      (await session.deriveMessages(through === undefined ? {} : { through })).map((message) =>
        message.content.map((block) => ('text' in block ? block.text : '')).join(''),
      );
    expect(await texts()).toEqual(['one', 'first', 'two', 'second']);
    expect(await texts(first)).toEqual(['one', 'first']);
    expect(await texts(0)).toEqual([]);
    expect(await (await store.create()).deriveMessages()).toEqual([]);
    expect((await refusalOf(session.deriveMessages({ through: -1 }), SessionError)).code).toBe(
      'INVALID_RANGE',
    );
    const surface = await session.surface();
    const [start, end] = [surface[0], surface[1]];
    if (start === undefined || end === undefined) throw new RangeError('no surface');
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
    expect(await texts()).toEqual(['summary', 'two', 'second']);
    await session.close();
    expect(await (await store.open(session.id)).deriveMessages()).toHaveLength(3);
    expect((await store.events(session.id)).filter((event) => isEvent(event, 'user/message'))).toHaveLength(
      3,
    );
  });

  test('a replace needs the surface to have been read, and both its ends on it', async () => {
    const created = await store.create();
    appendTurn(created);
    await created.close();
    const session = await store.open(created.id);
    const replace = (start: number, end: number, sources: number[]) => () =>
      session.append(
        'user/message',
        { id: 'summary', role: 'user', source: { kind: 'plugin' }, content: [] },
        { surfaceOp: { op: 'replace', start, end }, sourceEventSeqs: sources },
      );
    expect(refusalOfCall(replace(1, 5, [1, 5]), EventRefusedError)).toMatchObject({
      code: 'SURFACE',
      path: 'surfaceOp',
    });
    const [start, end] = await session.surface();
    expect(refusalOfCall(replace(0, end?.seq ?? 0, [0]), EventRefusedError).code).toBe('SURFACE');
    expect(
      refusalOfCall(replace(start?.seq ?? 0, end?.seq ?? 0, [start?.seq ?? 0]), EventRefusedError).code,
    ).toBe('SURFACE');
    expect(session.append('acme/after', {}).seq).toBe(session.seq - 1);
    replace(start?.seq ?? 0, end?.seq ?? 0, [start?.seq ?? 0, end?.seq ?? 0])();
    expect(await session.deriveMessages()).toHaveLength(1);
  });
});

describe('rename, list and delete', () => {
  test('a given title stands before the logged one, and can be taken back', async () => {
    const session = await store.create('one');
    session.append('session/title', { title: 'logged' });
    await session.flush();
    expect((await store.summary('one'))?.title).toBe('logged');
    await store.rename('one', 'given');
    session.append('session/title', { title: 'logged again' });
    await session.flush();
    expect((await store.summary('one'))?.title).toBe('given');
    await store.rename('one', null);
    expect((await store.summary('one'))?.title).toBe('logged again');
    for (const title of ['', '  ', 'x'.repeat(1_001)]) {
      expect((await refusalOf(store.rename('one', title), SessionError)).code).toBe('INVALID_TITLE');
    }
    expect((await refusalOf(store.rename('two', 'x'), SessionError)).code).toBe('SESSION_NOT_FOUND');
  });

  test('the list is paged, last changed first, and refuses what is no cursor', async () => {
    let now = 1;
    await store.close();
    store = await openSessionStore({ name, now: () => now++ });
    for (let index = 0; index < 7; index += 1) await store.create(`s${index}`);
    appendTurn(await store.open('s2'));
    await store.flush();
    const first = await store.list({ limit: 3 });
    expect(first.sessions.map(({ id }) => id)).toEqual(['s2', 's6', 's5']);
    const second = await store.list({ limit: 3, cursor: first.cursor ?? '' });
    expect(second.sessions.map(({ id }) => id)).toEqual(['s4', 's3', 's1']);
    const third = await store.list({ limit: 3, cursor: second.cursor ?? '' });
    expect(third).toMatchObject({ sessions: [{ id: 's0' }], cursor: null });
    expect((await refusalOf(store.list({ cursor: 'junk' }), SessionError)).code).toBe('INVALID_RANGE');
    expect((await refusalOf(store.list({ limit: 0 }), SessionError)).code).toBe('INVALID_RANGE');
  });

  test('a deleted session is gone for its live object, and its id can be used again', async () => {
    const session = await store.create('one');
    appendTurn(session);
    appendOpenTurn(session);
    await store.delete('one');
    expect(session.status).toBe('deleted');
    expect(refusalOfCall(() => session.append('acme/late', {}), SessionError).code).toBe('SESSION_NOT_LIVE');
    expect((await refusalOf(store.delete('one'), SessionError)).code).toBe('SESSION_NOT_FOUND');
    expect((await store.list()).sessions).toEqual([]);
    const again = await store.create('one');
    expect(again.seq).toBe(0);
  });
});

test('completedPrefix gives the events through the last turn/end, for a child in mid-turn', async () => {
  const session = await store.create('parent');
  expect(await completedPrefix(session)).toEqual([]);
  const end = appendTurn(session);
  appendOpenTurn(session);
  const seed = await completedPrefix(session);
  expect(seed).toHaveLength(end + 1);
  const child = await store.create('child', {
    seed,
    meta: { parentSession: 'parent', seedLength: seed.length, origin: 'subagent', delegationDepth: 1 },
  });
  expect(child.lastForkPoint).toBe(end);
});

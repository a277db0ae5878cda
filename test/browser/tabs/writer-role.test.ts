import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSessionStore, SessionError, type Session, type SessionStore } from '../../../lib/index.ts';
import { appendOpenTurn, appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf, refusalOfCall } from '../../fixtures/refusal.ts';

// Two stores on one database are to Web Locks and BroadcastChannel what two tabs are.
let name: string;
let here: SessionStore;
let there: SessionStore;

beforeEach(async () => {
  name = newDatabaseName('tabs');
  here = await openSessionStore({ name });
  there = await openSessionStore({ name });
});

afterEach(async () => {
  expect(await here.check()).toEqual([]);
  await Promise.all([here.close(), there.close()]);
  indexedDB.deleteDatabase(name);
});

async function writerAndFollower(): Promise<{ writer: Session; follower: Session }> {
  const writer = await here.create('shared');
  appendTurn(writer);
  await writer.flush();
  const follower = await there.open('shared');
  return { writer, follower };
}

describe('one writer a session', () => {
  test('the second to open it follows, and cannot append', async () => {
    const { writer, follower } = await writerAndFollower();
    expect([writer.mode, follower.mode]).toEqual(['write', 'read']);
    expect(refusalOfCall(() => appendTurn(follower), SessionError).code).toBe('SESSION_READ_ONLY');
    appendTurn(writer);
  });

  test('a follower sees every commit, in order, as events', async () => {
    const { writer, follower } = await writerAndFollower();
    const seen: number[] = [];
    there.on('session/event', ({ event }) => seen.push(event.seq));
    const from = writer.seq;
    for (let turn = 0; turn < 5; turn += 1) {
      appendTurn(writer, { deltas: 100 });
      await writer.flush();
    }
    await vi.waitFor(() => expect(follower.seq).toBe(writer.seq));
    expect(seen).toEqual(Array.from({ length: writer.seq - from }, (_, index) => from + index));
    expect(follower.lastForkPoint).toBe(writer.lastForkPoint);
    expect(await follower.events()).toEqual(await writer.events());
    expect(await follower.surface()).toEqual(await writer.surface());
  });

  test('an open turn of a living writer is not repaired by who opens the session elsewhere', async () => {
    const { writer } = await writerAndFollower();
    await (await there.open('shared')).close();
    const turn = appendOpenTurn(writer);
    await writer.flush();
    const follower = await there.open('shared');
    expect(follower.openTurn).toBe(turn);
    expect(follower.seq).toBe(writer.seq);
    writer.append('step/end', { turn, step: 1 });
    await writer.flush();
  });

  test('the role passes on when the writer closes, and what was left open is repaired then', async () => {
    const { writer, follower } = await writerAndFollower();
    const modes: string[] = [];
    there.on('session/mode', ({ mode }) => modes.push(mode));
    appendOpenTurn(writer);
    await writer.close();
    await vi.waitFor(() => expect(follower.mode).toBe('write'));
    expect(modes).toEqual(['write']);
    expect(follower.openTurn).toBeNull();
    appendTurn(follower);
    await follower.flush();
  });

  test("a session opened with mode 'read' never takes the role by itself, and takes it when asked", async () => {
    const writer = await here.create('shared');
    appendTurn(writer);
    await writer.close();
    const reader = await there.open('shared', { mode: 'read' });
    expect(reader.mode).toBe('read');
    const again = await there.open('shared');
    expect(again).toBe(reader);
    expect(reader.mode).toBe('write');
  });

  test('takeOver asks the writer, which commits first and follows afterwards', async () => {
    const { writer, follower } = await writerAndFollower();
    const end = appendTurn(writer);
    await follower.takeOver();
    expect([writer.mode, follower.mode]).toEqual(['read', 'write']);
    expect(follower.seq).toBe(end + 1);
    expect(refusalOfCall(() => appendTurn(writer), SessionError).code).toBe('SESSION_READ_ONLY');
    const next = appendTurn(follower);
    await follower.flush();
    await vi.waitFor(() => expect(writer.seq).toBe(next + 1));
    await writer.takeOver();
    expect([writer.mode, follower.mode]).toEqual(['write', 'read']);
    appendTurn(writer);
  });

  test('a writer that was robbed can write no more, and nothing of it gets into the log', async () => {
    const slow = await openSessionStore({ name, flushWindow: 1_000_000 });
    const writer = await slow.create('frozen');
    appendTurn(writer);
    await writer.flush();
    const committed = await writer.events();
    const follower = await there.open('frozen');
    appendOpenTurn(writer);
    const errors: Error[] = [];
    slow.on('error', ({ error }) => errors.push(error));
    const hear = dropMessages('role-wanted');
    await follower.takeOver({ timeout: 50 });
    hear();
    expect([writer.mode, follower.mode]).toEqual(['read', 'write']);
    expect((await refusalOf(writer.flush(), SessionError)).code).toBe('SESSION_CONFLICT');
    expect(writer.status).toBe('conflict');
    expect(errors.map((error) => error instanceof SessionError && error.code)).toEqual(['SESSION_CONFLICT']);
    expect(await there.events('frozen')).toEqual(committed);
    appendTurn(follower);
    await follower.flush();
    await writer.close();
    const again = await slow.open('frozen');
    expect(again.seq).toBe(follower.seq);
    await slow.close();
  });

  test('a frozen writer is noticed by its silence, and robbed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { writer, follower } = await writerAndFollower();
    const hear = dropMessages('writer-here');
    for (let question = 0; question < 5; question += 1) await vi.advanceTimersByTimeAsync(2_500);
    hear();
    vi.useRealTimers();
    await vi.waitFor(() => expect(follower.mode).toBe('write'));
    expect(writer.mode).toBe('read');
    appendTurn(follower);
    await follower.flush();
    await vi.waitFor(() => expect(writer.seq).toBe(follower.seq));
  });

  test('a living writer that answers keeps its role', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { writer, follower } = await writerAndFollower();
    for (let question = 0; question < 8; question += 1) {
      await vi.advanceTimersByTimeAsync(2_500);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    vi.useRealTimers();
    expect([writer.mode, follower.mode]).toEqual(['write', 'read']);
  });
});

describe('what another tab does', () => {
  test('reaches the listeners here', async () => {
    const heard: string[] = [];
    here.subscribe((notification) =>
      heard.push(`${notification.type} ${'sessionId' in notification ? notification.sessionId : ''}`),
    );
    const session = await there.create('new');
    appendTurn(session);
    await session.flush();
    await there.rename('new', 'named');
    await vi.waitFor(() =>
      expect(heard).toEqual(['session/created new', 'session/flush new', 'session/renamed new']),
    );
    await there.delete('new');
    await vi.waitFor(() => expect(heard.at(-1)).toBe('session/deleted new'));
  });

  test('a deleted session is over for its writer: a late stream does not bring it back', async () => {
    const { writer } = await writerAndFollower();
    await there.delete('shared');
    await vi.waitFor(() => expect(writer.status).toBe('deleted'));
    expect(refusalOfCall(() => appendTurn(writer), SessionError).code).toBe('SESSION_NOT_LIVE');
    expect((await here.list()).sessions).toEqual([]);
  });

  test('a rename here, appends there and a fork elsewhere all count', async () => {
    const { writer, follower } = await writerAndFollower();
    const boundary = writer.lastForkPoint ?? 0;
    for (let index = 0; index < 50; index += 1) writer.append('acme/tick', { index });
    await Promise.all([
      there.rename('shared', 'renamed'),
      there.fork('shared', boundary, 'fork'),
      writer.flush(),
    ]);
    expect(await here.summary('shared')).toMatchObject({ title: 'renamed', seq: writer.seq });
    expect((await here.summary('fork'))?.seq).toBe(boundary + 1);
    await follower.close();
  });
});

describe('a store without BroadcastChannel', () => {
  test('says so, and sees what other tabs did when its page is looked at again', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const [first, second] = [await openSessionStore({ name }), await openSessionStore({ name })];
    vi.unstubAllGlobals();
    expect(second.warnings.map(({ code }) => code)).toEqual(['NO_BROADCAST_CHANNEL']);
    const writer = await first.create('quiet');
    const follower = await second.open('quiet');
    appendTurn(writer);
    await writer.flush();
    expect([follower.mode, follower.seq]).toEqual(['read', 0]);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(follower.seq).toBe(writer.seq));
    await Promise.all([first.close(), second.close()]);
  });
});

describe('a store without Web Locks', () => {
  test('works alone, and a second writer ends in a conflict with nothing written', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    const first = await openSessionStore({ name });
    const warned = new Promise((resolve) => first.on('warning', ({ warning }) => resolve(warning.code)));
    expect(await warned).toBe('NO_WEB_LOCKS');
    expect(here.warnings).toEqual([]);
    const second = await openSessionStore({ name });
    const left = await first.create('lockless');
    appendTurn(left);
    await left.flush();
    const right = await second.open('lockless');
    appendTurn(right);
    await right.flush();
    appendTurn(left);
    expect((await refusalOf(left.flush(), SessionError)).code).toBe('SESSION_CONFLICT');
    expect(await first.events('lockless').then((events) => events.length)).toBe(right.seq);
    await left.close();
    Reflect.deleteProperty(navigator, 'locks');
    await Promise.all([first.close(), second.close()]);
  });
});

/** Loses one kind of message between the tabs; gives the function that ends it. */
function dropMessages(kind: string): () => void {
  const original = BroadcastChannel.prototype.postMessage;
  const spy = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(function (
    this: BroadcastChannel,
    message: unknown,
  ) {
    if (typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind) return;
    original.call(this, message);
  });
  return () => spy.mockRestore();
}

describe('what other tabs hear', () => {
  test('who writes, as it changes hands', async () => {
    const heard: (string | null)[] = [];
    there.on('session/writer', ({ writer }) => heard.push(writer));
    const writer = await here.create('shared');
    appendTurn(writer);
    await writer.flush();
    expect((await here.summary('shared'))?.writer).toBe('here');
    expect((await there.list()).sessions.map((summary) => summary.writer)).toEqual(['elsewhere']);
    await writer.close();
    await vi.waitFor(async () => expect((await there.summary('shared'))?.writer).toBeNull());
    const session = await there.open('shared');
    expect(session.mode).toBe('write');
    await vi.waitFor(async () => expect((await here.summary('shared'))?.writer).toBe('elsewhere'));
    expect(heard.at(-1)).toBe('here');
    await session.takeOver();
    await here.open('shared').then((follower) => follower.takeOver());
    await vi.waitFor(() => expect(heard.at(-1)).toBe('elsewhere'));
  });

  test('a session that is put into the trash is committed and closed where it is written', async () => {
    const writer = await here.create('shared');
    appendTurn(writer);
    await writer.flush();
    const heard: string[] = [];
    here.subscribe(({ type }) => heard.push(type));
    const turn = appendOpenTurn(writer);
    await there.trash('shared');
    await vi.waitFor(() => expect(writer.status).toBe('closed'));
    expect(heard).toContain('session/trashed');
    await there.restore('shared');
    await vi.waitFor(() => expect(heard).toContain('session/restored'));
    const events = await there.events('shared');
    expect(events).toHaveLength(writer.seq);
    expect((await there.summary('shared'))?.openTurn).toBe(turn);
    await there.mark('shared', { pinned: true });
    await vi.waitFor(() => expect(heard).toContain('session/marked'));
  });
});

import { describe, expect, it, vi } from 'vitest';
import { appendTurn } from '../../fixtures/conversation.ts';
import { ForkIntents } from '../../../devtools/data/fork-intents.ts';
import { openTestStore } from './open-test-store.ts';

async function sourceOfTwoTurns() {
  const store = await openTestStore();
  const session = await store.create();
  const first = appendTurn(session);
  appendTurn(session);
  await session.flush();
  await store.rename(session.id, 'Trip');
  return {
    store,
    session,
    request: { sessionId: session.id, point: { seq: first, turn: 1 } },
  };
}

describe('a wish to fork', () => {
  it('makes one child, however often it is uttered at once', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    const intents = new ForkIntents(store);
    const outcomes = await Promise.all([intents.fork(request), intents.fork(request), intents.fork(request)]);
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect((await store.list({ parent: session.id })).sessions.map((child) => child.title)).toEqual([
      'Trip (2)',
    ]);
  });

  it('makes no second child by a click that still belongs to the first', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    const intents = new ForkIntents(store);
    await intents.fork(request);
    expect(await intents.fork(request)).toBeNull();
    expect((await store.list({ parent: session.id })).sessions).toHaveLength(1);
  });

  it('can be uttered again later, for another child with another name', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const intents = new ForkIntents(store);
      await intents.fork(request);
      vi.advanceTimersByTime(2_000);
      expect((await intents.fork(request))?.title).toBe('Trip (3)');
    } finally {
      vi.useRealTimers();
    }
    expect((await store.list({ parent: session.id })).sessions).toHaveLength(2);
  });

  it('keeps its child’s id through failure and retry', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    const fork = vi.spyOn(store, 'fork').mockRejectedValueOnce(new RangeError('the disk is away'));
    const intents = new ForkIntents(store);
    expect(await intents.fork(request)).toBeNull();
    const failed = intents.getSnapshot().get(ForkIntents.keyOf(session.id, request.point.seq));
    expect(failed).toMatchObject({ state: 'failed', failure: { message: 'the disk is away', code: null } });
    const outcome = await intents.fork(request);
    expect(outcome?.childId).toBe(failed?.childId);
    expect(fork.mock.calls.map((call) => call[2])).toEqual([failed?.childId, failed?.childId]);
  });

  it('recognises its own child when the answer was lost', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    const real = store.fork.bind(store);
    vi.spyOn(store, 'fork').mockImplementationOnce(async (...args) => {
      await real(...args);
      throw new RangeError('the answer was lost');
    });
    const intents = new ForkIntents(store);
    await intents.fork(request);
    expect((await intents.fork(request))?.title).toBe('Trip (2)');
    expect((await store.list({ parent: session.id })).sessions).toHaveLength(1);
  });

  it('does not take somebody else’s session for its child', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    const intents = new ForkIntents(store);
    const fork = vi.spyOn(store, 'fork').mockRejectedValueOnce(new RangeError('lost'));
    await intents.fork(request);
    await store.create(fork.mock.calls[0]?.[2] ?? '');
    expect(await intents.fork(request)).toBeNull();
    expect(intents.getSnapshot().get(ForkIntents.keyOf(session.id, request.point.seq))).toMatchObject({
      state: 'failed',
      failure: { code: 'SESSION_ALREADY_EXISTS', reason: 'child-id-taken' },
    });
  });

  it('tells where it would have worked when the place is refused', async () => {
    const { store, session, request } = await sourceOfTwoTurns();
    const intents = new ForkIntents(store);
    await intents.fork({ ...request, point: { seq: request.point.seq + 2, turn: 2 } });
    expect(intents.getSnapshot().get(ForkIntents.keyOf(session.id, request.point.seq + 2))).toMatchObject({
      state: 'failed',
      failure: { before: request.point.seq, after: session.seq - 1 },
    });
  });
});

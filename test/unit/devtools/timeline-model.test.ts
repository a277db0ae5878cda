// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionStore } from '../../../lib/index.ts';
import { StoreFeed } from '../../../devtools/data/store-feed.ts';
import { TimelineModel } from '../../../devtools/data/timeline-model.ts';
import type { GapRow, TimelineRow } from '../../../devtools/data/timeline-rows.ts';
import { appendOpenTurn, appendTurn, endOpenTurn, appendDeltas } from '../../fixtures/conversation.ts';
import { openTestStore } from './open-test-store.ts';

function rowsOf(model: TimelineModel): readonly TimelineRow[] {
  const { rows } = model.getSnapshot();
  return Array.from({ length: rows.count }, (_, index) => rows.at(index)!);
}

function kindsOf(model: TimelineModel): readonly string[] {
  return rowsOf(model).map((row) => row.kind);
}

async function follow(store: SessionStore, sessionId: string): Promise<TimelineModel> {
  const model = new TimelineModel(store, sessionId);
  onTestFinished(model.start(new StoreFeed(store)));
  await vi.waitFor(() => expect(model.getSnapshot().status).not.toBe('loading'));
  return model;
}

describe('a timeline', () => {
  it('opens with the last turns unfolded and a fork point at every end', async () => {
    const store = await openTestStore();
    const session = await store.create();
    appendTurn(session, { tools: 1 });
    appendTurn(session);
    await session.flush();
    const model = await follow(store, session.id);
    expect(kindsOf(model)).toEqual([
      'turn',
      'user',
      'step',
      'assistant',
      'tool',
      'step',
      'assistant',
      'turn-end',
      'turn',
      'user',
      'step',
      'assistant',
      'turn-end',
    ]);
    model.setAllExpanded(false);
    expect(kindsOf(model)).toEqual(['turn', 'turn-end', 'turn', 'turn-end']);
  });

  it('reads a bounded part of a long session, and counts streams that it has not read', async () => {
    const store = await openTestStore();
    const session = await store.create();
    for (let turn = 0; turn < 6; turn += 1) appendTurn(session, { deltas: 3_000 });
    await session.flush();
    let read = 0;
    const events = store.events.bind(store);
    vi.spyOn(store, 'events').mockImplementation(async (...args) => {
      const found = await events(...args);
      read += found.length;
      return found;
    });
    const model = await follow(store, session.id);
    expect(read).toBeLessThan(1_500);
    expect(kindsOf(model).filter((kind) => kind === 'turn-end')).toHaveLength(6);
    const gap = rowsOf(model).findLast((row): row is GapRow => row.kind === 'gap');
    await model.loadGap(gap!, 'start');
    const message = rowsOf(model).findLast((row) => row.kind === 'assistant');
    // The tail's window cites the whole stream, so the deltas between the two ends need no reading.
    expect(message).toMatchObject({ phase: 'complete' });
  });

  it('skips the deltas between a stream’s beginning and its message', async () => {
    const store = await openTestStore();
    const session = await store.create();
    session.append('turn/start', { turn: 1 });
    session.append('step/start', { turn: 1, step: 1 });
    const first = session.seq;
    appendDeltas(session, 1, 1, 'word', 5_000);
    const seqs = Array.from({ length: 5_000 }, (_, index) => first + index);
    session.append(
      'assistant/message',
      {
        turn: 1,
        step: 1,
        message: {
          id: 'm',
          role: 'assistant',
          source: { kind: 'model', provider: 'p', model: 'm' },
          content: [{ type: 'text', text: 'all' }],
        },
      },
      { sourceEventSeqs: seqs },
    );
    session.append('step/end', { turn: 1, step: 1 });
    session.append('turn/end', { turn: 1, reason: { kind: 'completed' } });
    await session.flush();
    const model = await follow(store, session.id);
    const gap = rowsOf(model).find((row): row is GapRow => row.kind === 'gap');
    if (gap !== undefined) await model.loadGap(gap, 'start');
    expect(kindsOf(model)).toEqual(['turn', 'step', 'assistant', 'turn-end']);
    expect(rowsOf(model)[2]).toMatchObject({ phase: 'complete', stream: { count: 5_000 } });
  });

  it('follows a live session: the open message from its first delta, the fork point when the turn ends', async () => {
    const store = await openTestStore();
    const session = await store.create();
    appendTurn(session);
    const model = await follow(store, session.id);
    const turn = appendOpenTurn(session, { deltas: 1 });
    await vi.waitFor(() => expect(kindsOf(model).at(-1)).toBe('assistant'));
    expect(rowsOf(model).at(-1)).toMatchObject({ phase: 'streaming' });
    const key = rowsOf(model).at(-1)?.key;
    appendDeltas(session, turn, 1, 'more', 20);
    await vi.waitFor(() => expect(rowsOf(model).at(-1)).toMatchObject({ key, stream: { count: 21 } }));
    expect(model.getSnapshot().openTurn).toMatchObject({ turn: 2 });
    const end = endOpenTurn(session, turn);
    await vi.waitFor(() => expect(model.getSnapshot().forkPoints.map((point) => point.seq)).toContain(end));
    expect(rowsOf(model).at(-1)).toMatchObject({ kind: 'turn-end', seq: end, reason: { kind: 'aborted' } });
    expect(model.getSnapshot().openTurn).toBeNull();
  });

  it('shows where the inherited part ends, at the end of a fresh fork and before its own first turn', async () => {
    const store = await openTestStore();
    const session = await store.create();
    appendTurn(session);
    const child = await store.fork(session);
    const model = await follow(store, child.id);
    expect(kindsOf(model).at(-1)).toBe('boundary');
    expect(
      rowsOf(model)
        .slice(0, -1)
        .every((row) => row.inherited),
    ).toBe(true);
    appendTurn(child);
    await vi.waitFor(() => expect(kindsOf(model).at(-1)).toBe('turn-end'));
    const boundary = kindsOf(model).indexOf('boundary');
    expect(rowsOf(model)[boundary + 1]).toMatchObject({ kind: 'turn', turn: 2, inherited: false });
  });

  it('unfolds and loads what it is asked to go to', async () => {
    const store = await openTestStore();
    const session = await store.create();
    for (let turn = 0; turn < 4; turn += 1) appendTurn(session, { deltas: 2_000 });
    await session.flush();
    const model = await follow(store, session.id);
    const index = await model.reveal(1_000);
    const row = model.getSnapshot().rows.at(index);
    expect(row).toMatchObject({ kind: 'assistant' });
    expect(await model.reveal(session.seq)).toBe(-1);
  });

  it('tells a session that is not there, and one that is deleted meanwhile', async () => {
    const store = await openTestStore();
    expect((await follow(store, 'nobody')).getSnapshot().status).toBe('missing');
    const session = await store.create();
    const model = await follow(store, session.id);
    expect(model.getSnapshot()).toMatchObject({ status: 'ready', seq: 0 });
    await store.delete(session.id);
    await vi.waitFor(() => expect(model.getSnapshot().status).toBe('deleted'));
  });

  it('says when it could not be read, and reads it when asked again', async () => {
    const store = await openTestStore();
    const session = await store.create();
    appendTurn(session);
    vi.spyOn(store, 'forkPoints').mockRejectedValueOnce(new RangeError('no'));
    const model = await follow(store, session.id);
    expect(model.getSnapshot()).toMatchObject({ status: 'failed', error: { message: 'no' } });
    model.retry();
    await vi.waitFor(() => expect(model.getSnapshot().status).toBe('ready'));
  });

  it('does not stumble over data that no writer would write', async () => {
    const store = await openTestStore();
    const session = await store.create();
    session.append('acme/odd', { toString: 'text', __proto__: null, list: [1, 2] });
    session.append('acme/odd', null);
    const model = await follow(store, session.id);
    expect(kindsOf(model)).toEqual(['between', 'event', 'event']);
  });
});

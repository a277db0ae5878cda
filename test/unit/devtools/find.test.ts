import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SessionEvent } from '../../../lib/index.ts';
import { foldCase, matchEvent } from '../../../devtools/data/find-matching.ts';
import { hasMatchWithin, matchIndexFrom, neighbourMatch } from '../../../devtools/data/find-matches.ts';
import { FindModel } from '../../../devtools/data/find-model.ts';
import { FIND_GROUPS, groupOf, type FindQuery } from '../../../devtools/data/find-query.ts';

const eventTypes = fc.constantFrom(
  'user/message',
  'assistant/chunk',
  'tool/call',
  'turn/end',
  'session/title',
);
const texts = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'İ', 'Σ', 'ς', '𐐀', '1'), maxLength: 6 });
const datas = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.integer({ min: 0, max: 20 }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 3 }),
  ),
})).value;
const queries: fc.Arbitrary<FindQuery> = fc.record({ text: texts, group: fc.constantFrom(...FIND_GROUPS) });

function matches(event: Pick<SessionEvent, 'type' | 'data'>, query: FindQuery): boolean {
  const search = matchEvent(event, query);
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return typeof value === 'string' ? [value] : typeof value === 'number' ? [`${value}`] : [];
}

/** The same without pauses. */
function naive({ type, data }: Pick<SessionEvent, 'type' | 'data'>, { text, group }: FindQuery): boolean {
  if (group === 'all' ? type === 'assistant/chunk' || text === '' : groupOf(type) !== group) return false;
  return [type, ...leaves(data)].some((leaf) => foldCase(leaf).includes(foldCase(text)));
}

function log(words: readonly string[]): SessionEvent[] {
  return words.map((text, seq) => ({ type: 'user/message', seq, time: seq, data: { text } }));
}

function storeOf(events: readonly SessionEvent[]) {
  return {
    events: vi.fn(async (_id: string, { from = 0, to = Infinity }: { from?: number; to?: number } = {}) =>
      events.filter(({ seq }) => seq >= from && seq <= to),
    ),
  };
}

describe('finding in events', () => {
  it('is the same as looking through every value', () => {
    fc.assert(
      fc.property(fc.record({ type: eventTypes, data: datas }), queries, (event, query) => {
        expect(matches(event, query)).toBe(naive(event, query));
      }),
    );
  });

  it('finds a text wherever a long text is paused at', () => {
    fc.assert(
      fc.property(fc.integer({ min: 65_520, max: 65_550 }), texts, (before, text) => {
        fc.pre(text !== '');
        const event = { type: 'user/message', data: `${'x'.repeat(before)}${text}${'x'.repeat(70_000)}` };
        expect(matches(event, { text, group: 'all' })).toBe(true);
      }),
    );
  });

  it('pauses within a huge text', () => {
    const search = matchEvent(
      { type: 'user/message', data: 'x'.repeat(300_000) },
      { text: 'y', group: 'all' },
    );
    expect(search.next().done).toBe(false);
  });

  it('walks matches as a plain list does', () => {
    const seqs = fc.uniqueArray(fc.nat(40)).map((list) => list.sort((one, other) => one - other));
    fc.assert(
      fc.property(seqs, fc.nat(42), fc.nat(42), (list, seq, to) => {
        expect(matchIndexFrom(list, seq)).toBe(list.filter((match) => match < seq).length);
        expect(hasMatchWithin(list, seq, to)).toBe(list.some((match) => match >= seq && match < to));
        const after = list.find((match) => match > seq) ?? list[0] ?? null;
        const before = list.findLast((match) => match < seq) ?? list.at(-1) ?? null;
        expect(neighbourMatch(list, seq, 'next')).toBe(after);
        expect(neighbourMatch(list, seq, 'previous')).toBe(before);
      }),
    );
  });
});

describe('the search of a session', () => {
  it('reads all of it, and what is appended later', async () => {
    const events = log(Array.from({ length: 600 }, (_, index) => (index % 200 === 0 ? 'Needle' : 'hay')));
    const model = new FindModel(storeOf(events), 'trip');
    model.reach(600);
    model.search({ text: 'needle', group: 'all' });
    await vi.waitFor(() => expect(model.getSnapshot().status).toBe('done'));
    expect(model.getSnapshot().matches).toEqual([0, 200, 400]);
    events.push({ type: 'user/message', seq: 600, time: 0, data: 'NEEDLE' });
    model.reach(601);
    await vi.waitFor(() => expect(model.getSnapshot().matches).toEqual([0, 200, 400, 600]));
    expect(model.walk('next', 300)).toBe(400);
    expect(model.walk('next', 0)).toBe(600);
    expect(model.walk('next', 0)).toBe(0);
    expect(model.walk('previous', 0)).toBe(600);
  });

  it('drops what an earlier query finds, and stops reading for it', async () => {
    const store = storeOf(
      log(Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? 'one' : 'two'))),
    );
    const model = new FindModel(store, 'trip');
    model.reach(2_000);
    model.search({ text: 'one', group: 'all' });
    model.search({ text: 'two', group: 'all' });
    await vi.waitFor(() => expect(model.getSnapshot().status).toBe('done'));
    expect(model.getSnapshot().matches).toHaveLength(1_000);
    expect(model.getSnapshot().matches.every((seq) => seq % 2 === 1)).toBe(true);
    expect(store.events.mock.calls.length).toBeLessThanOrEqual(9);
  });

  it('says why it failed, and goes on from there', async () => {
    const store = storeOf(log(['needle']));
    store.events.mockRejectedValueOnce(new RangeError('gone'));
    const model = new FindModel(store, 'trip');
    model.reach(1);
    model.search({ text: 'needle', group: 'all' });
    await vi.waitFor(() => expect(model.getSnapshot().error?.message).toBe('gone'));
    model.retry();
    await vi.waitFor(() => expect(model.getSnapshot().matches).toEqual([0]));
  });

  it('reads nothing while nothing is asked', () => {
    const store = storeOf(log(['needle']));
    const model = new FindModel(store, 'trip');
    model.reach(1);
    model.search({ text: '', group: 'all' });
    expect(store.events).not.toHaveBeenCalled();
    expect(model.walk('next', 0)).toBeNull();
  });
});

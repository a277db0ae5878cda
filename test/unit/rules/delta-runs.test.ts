import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../lib/index.ts';
import { mergePage, packPage } from '../../../lib/rules/delta-runs.ts';

const text = fc.string({ unit: 'binary', maxLength: 5 });

const chunk = fc.oneof(
  { weight: 6, arbitrary: text.map((value) => ({ type: 'text-delta', index: 0, text: value })) },
  { weight: 1, arbitrary: text.map((value) => ({ type: 'reasoning-delta', index: 1, text: value })) },
  {
    weight: 2,
    arbitrary: text.map((value) => ({ type: 'tool-call-delta', index: 0, id: 'c', argumentsDelta: value })),
  },
  { weight: 1, arbitrary: text.map((value) => ({ index: 0, type: 'text-delta', text: value })) },
  { weight: 1, arbitrary: text.map((value) => ({ text: value, type: 'text-delta', index: 0 })) },
  { weight: 1, arbitrary: fc.constant({ type: 'usage', usage: { inputTokens: 1 } }) },
  { weight: 1, arbitrary: text.map((value) => ({ type: 'text-delta', index: [0], text: value })) },
  { weight: 1, arbitrary: text.map((value) => ({ 7: 'x', type: 'text-delta', text: value })) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":1,"text":"own"}') as object) },
  { weight: 1, arbitrary: fc.constant({ type: 'text-delta', index: 0, text: 5 }) },
);

const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ turn: fc.constantFrom(1, 1, 1, 2), step: fc.constantFrom(1, 1, 2), chunk }),
  },
  { weight: 1, arbitrary: chunk.map((value) => ({ step: 1, turn: 1, chunk: value })) },
  { weight: 1, arbitrary: chunk.map((value) => ({ turn: 1, step: 1, chunk: value, more: true })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

const shape = fc.record({
  data: body,
  wait: fc.integer({ min: -50, max: 50 }),
  kind: fc.constantFrom('delta', 'delta', 'delta', 'delta', 'other', 'marked', 'turned'),
});

function eventsOf(
  shapes: readonly { data: unknown; wait: number; kind: string }[],
  first: number,
): SessionEvent[] {
  let time = 1_790_000_000_000;
  return shapes.map(({ data, wait, kind }, index) => {
    time += wait;
    const seq = first + index;
    if (kind === 'other') return { type: 'acme/note', seq, time, data };
    if (kind === 'marked') return { type: 'assistant/chunk', seq, time, data, ignorable: true };
    if (kind === 'turned') return { seq, type: 'assistant/chunk', time, data };
    return { type: 'assistant/chunk', seq, time, data };
  });
}

describe('runs of deltas', () => {
  test('give back every event as it was, key order included, and any range of them', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 60 }),
        fc.nat(1_000),
        fc.nat(60),
        fc.nat(60),
        (shapes, first, a, b) => {
          const events = eventsOf(shapes, first);
          const page = packPage(events);
          const stored = structuredClone(page);
          expect(JSON.stringify(mergePage(stored, 0, Infinity))).toBe(JSON.stringify(events));
          const [from, to] = [first + Math.min(a, b), first + Math.max(a, b)];
          expect(mergePage(stored, from, to)).toEqual(events.filter(({ seq }) => seq >= from && seq <= to));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are made of like deltas, three or more, and of nothing else', () => {
    const delta = (seq: number, more: object = {}): SessionEvent => ({
      type: 'assistant/chunk',
      seq,
      time: 1_000 + seq * seq,
      data: { turn: 1, step: 1, chunk: { type: 'text-delta', index: 0, text: `t${seq}` }, ...more },
    });
    const page = packPage([delta(5), delta(6), delta(7), delta(8, { step: 2 }), delta(9, { step: 2 })]);
    expect(page.runs).toEqual([
      {
        seq: 5,
        time: 1_025,
        waits: [11, 13],
        turn: 1,
        step: 1,
        head: { type: 'text-delta', index: 0 },
        field: 'text',
        texts: ['t5', 't6', 't7'],
      },
    ]);
    expect(page.events.map(({ seq }) => seq)).toEqual([8, 9]);
    // A hole (of a damaged page) is not papered over.
    expect(packPage([delta(1), delta(2), delta(4), delta(5)]).runs).toEqual([]);
  });
});

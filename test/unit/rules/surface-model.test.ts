import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventRefusedError } from '../../../lib/errors.ts';
import { Surface } from '../../../lib/rules/surface.ts';
import { assistantData, event, resultData, userMessage } from '../../fixtures/sample-event.ts';

type Kind = 'user' | 'assistant' | 'tool';

/** An append, or a replace of the entries at two places of the model (places beyond its end name a seq that is on no surface). */
interface Attempt {
  readonly kind: Kind;
  readonly replaces: readonly [number, number] | null;
  /** How many of the shadowed entries are left out of the sources. */
  readonly forgotten: number;
}

const places = fc
  .tuple(fc.nat(5), fc.constantFrom(0, 0, 0, 1, 2, 4, -1))
  .map(([first, span]): [number, number] => [first, Math.max(first + span, 0)]);

const attempts = fc.array(
  fc.record<Attempt>({
    kind: fc.constantFrom<Kind>('user', 'assistant', 'tool'),
    replaces: fc.option(places, { freq: 3 }),
    forgotten: fc.constantFrom(0, 0, 0, 1),
  }),
  { minLength: 10, maxLength: 40, size: 'max' },
);

const NOWHERE = 0;

function eventOf(attempt: Attempt, seq: number, model: readonly { seq: number }[]) {
  const type = { user: 'user/message', assistant: 'assistant/message', tool: 'tool/result' }[attempt.kind];
  const data = {
    user: userMessage(),
    assistant: assistantData(1, 1),
    tool: resultData(1, 1, 'c1', `${seq}`),
  }[attempt.kind];
  if (attempt.replaces === null) return event(seq, type, data);
  const [first, last] = attempt.replaces;
  const start = model[first]?.seq ?? NOWHERE;
  const end = model[last]?.seq ?? NOWHERE;
  const shadowed = model.slice(first, last + 1).map((entry) => entry.seq);
  const sourceEventSeqs = [...shadowed.slice(attempt.forgotten), NOWHERE];
  return event(seq, type, data, { surfaceOp: { op: 'replace', start, end }, sourceEventSeqs });
}

describe('a surface', () => {
  it('agrees with a plain array after any appends and replaces', () => {
    const seen = { replaced: 0, refused: 0 };
    fc.assert(
      fc.property(attempts, (list) => {
        const surface = new Surface();
        let model: { seq: number; kind: Kind }[] = [];
        let generation = 0;
        for (const [index, attempt] of list.entries()) {
          const seq = index + 1;
          const candidate = eventOf(attempt, seq, model);
          const range = attempt.replaces;
          const fits =
            range === null ||
            (range[0] <= range[1] &&
              range[1] < model.length &&
              attempt.forgotten === 0 &&
              (attempt.kind !== 'tool' || (range[0] === range[1] && model[range[0]]?.kind === 'tool')));
          if (!fits) {
            expect(() => surface.checkEvent(candidate)).toThrow(EventRefusedError);
            seen.refused += 1;
            continue;
          }
          surface.checkEvent(candidate);
          const change = surface.changeOf(candidate);
          if (change !== null) surface.apply(change);
          const entry = { seq, kind: attempt.kind };
          model =
            range === null
              ? [...model, entry]
              : [...model.slice(0, range[0]), entry, ...model.slice(range[1] + 1)];
          if (range !== null) {
            generation += 1;
            seen.replaced += 1;
          }
          expect(surface.entries.map((place) => ({ seq: place.seq, kind: place.kind }))).toEqual(model);
          expect(surface.replaceGeneration).toBe(generation);
        }
      }),
      { numRuns: 300 },
    );
    expect(seen.replaced).toBeGreaterThan(50);
    expect(seen.refused).toBeGreaterThan(50);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forkPlaceAt } from '../../../devtools/data/fork-place.ts';
import { endedSections, sectionIndexAt, tailSections } from '../../../devtools/data/timeline-sections.ts';
import { forkPoint } from './fork-point.ts';

const points = [
  forkPoint({ turn: 1, from: 0, start: 1, seq: 5 }),
  forkPoint({ turn: 2, from: 6, start: 8, seq: 12 }),
];

describe('forkPlaceAt', () => {
  it('allows the end of a turn only', () => {
    expect(forkPlaceAt(5, points, null)).toEqual({ kind: 'allowed', seq: 5, turn: 1 });
    expect(forkPlaceAt(12, points, null)).toEqual({ kind: 'allowed', seq: 12, turn: 2 });
  });

  it('says why not elsewhere, and where the nearest ones are', () => {
    expect(forkPlaceAt(9, points, null)).toEqual({
      kind: 'refused',
      reason: 'inside-turn',
      turn: 2,
      before: { seq: 5, turn: 1 },
      after: { seq: 12, turn: 2 },
    });
    expect(forkPlaceAt(7, points, null)).toMatchObject({
      reason: 'between-turns',
      before: { turn: 1 },
      after: { turn: 2 },
    });
    expect(forkPlaceAt(0, points, null)).toMatchObject({
      reason: 'between-turns',
      before: null,
      after: { turn: 1 },
    });
    expect(forkPlaceAt(15, points, { from: 14, turn: 3 })).toMatchObject({
      reason: 'open-turn',
      turn: 3,
      before: { turn: 2 },
      after: null,
    });
    expect(forkPlaceAt(13, points, { from: 14, turn: 3 })).toMatchObject({ reason: 'between-turns' });
    expect(forkPlaceAt(0, [], null)).toMatchObject({ reason: 'between-turns', before: null, after: null });
  });
});

describe('sections', () => {
  it('cover the log without gaps, whatever the turns are like', () => {
    const turn = fc.record({ loose: fc.nat(3), length: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), fc.nat(3), fc.nat(3), (turns, looseTail, openLength) => {
        let next = 0;
        const made = turns.map(({ loose, length }, index) => {
          const from = next;
          const start = from + loose;
          next = start + length;
          return forkPoint({ turn: index + 1, from, start, seq: next - 1 });
        });
        const openFrom = next + looseTail;
        const seq = openFrom + openLength;
        const open = openLength === 0 ? null : { from: openFrom, turn: turns.length + 1 };
        const sections = [...endedSections(made), ...tailSections(next, { open, seq })];
        let expected = 0;
        for (const section of sections) {
          expect(section.from).toBe(expected);
          expect(section.to).toBeGreaterThanOrEqual(section.from);
          for (let at = section.from; at <= section.to; at += 1) {
            expect(sections[sectionIndexAt(sections, at)]).toBe(section);
          }
          expected = section.to + 1;
        }
        expect(expected).toBe(seq);
        expect(sections.filter((section) => section.forkPoint !== null)).toHaveLength(turns.length);
        expect(sectionIndexAt(sections, seq)).toBe(-1);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childTitle } from '../../../lib/rules/child-title.ts';

describe('the title of a fork', () => {
  it.each<[string | null, string[], string | null]>([
    ['Trip', [], 'Trip (2)'],
    ['Trip', ['Trip', 'Trip (2)'], 'Trip (3)'],
    ['Trip', ['Trip (3)'], 'Trip (2)'],
    ['Trip (2)', [], 'Trip (3)'],
    ['Trip (2)', ['Trip', 'Trip (2)', 'Trip (3)', 'Trip (4)'], 'Trip (5)'],
    ['Trip(9)', [], 'Trip(10)'],
    ['旅行（2）', ['旅行（3）'], '旅行（4）'],
    ['旅行', [], '旅行 (2)'],
    ['Trip (2)  ', [], 'Trip (3)'],
    ['Trip (two)', [], 'Trip (two) (2)'],
    ['Trip (2）', [], 'Trip (2） (2)'],
    ['Trip (2) home', [], 'Trip (2) home (2)'],
    ['(1)', [], '(2)'],
    ['Trip (9007199254740993)', [], 'Trip (9007199254740994)'],
    ['', [], null],
    ['  ', [], null],
    [null, ['Trip'], null],
  ])('of %j among %j is %j', (title, taken, expected) => {
    expect(childTitle(title, taken)).toBe(expected);
  });

  it('is never taken, and forking on counts up without doubling', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 2, max: 8 }), (start, forks) => {
        fc.pre(start.trim() !== '' && !/[)）]\s*$/.test(start));
        const taken = [start];
        let latest = start;
        for (let fork = 0; fork < forks; fork += 1) {
          const parent = fork % 2 === 0 ? start : latest;
          const title = childTitle(parent, taken);
          expect(title).not.toBeNull();
          expect(taken).not.toContain(title);
          latest = title ?? '';
          taken.push(latest);
          expect(latest).toMatch(/^[^]*[^)] \(\d+\)$/);
          expect(latest.startsWith(start.trimEnd())).toBe(true);
        }
        const numbers = taken.slice(1).map((title) => Number(/\((\d+)\)$/.exec(title)?.[1]));
        expect(numbers).toEqual(Array.from({ length: forks }, (_, index) => index + 2));
      }),
    );
  });

  it('of a very long title takes no long time', () => {
    const brackets = '('.repeat(100_000);
    expect(childTitle(brackets, [])).toBe(`${brackets} (2)`);
    expect(childTitle(`${'1'.repeat(100_000)} (1`, [])?.endsWith(' (1 (2)')).toBe(true);
  });
});

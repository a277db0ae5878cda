import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childTitles, freeChildTitle } from '../../../lib/rules/child-title.ts';

const LONGEST = 200_100;

async function childTitle(parentTitle: string | null, taken: readonly string[]): Promise<string | null> {
  const titles = childTitles(parentTitle, LONGEST);
  return titles === null ? null : freeChildTitle(titles, (title) => Promise.resolve(taken.includes(title)));
}

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
  ])('of %j among %j is %j', async (title, taken, expected) => {
    expect(await childTitle(title, taken)).toBe(expected);
  });

  it('is never taken, and forking on counts up without doubling', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.integer({ min: 2, max: 8 }), async (start, forks) => {
        fc.pre(start.trim() !== '' && !/[)）]\s*$/.test(start));
        const taken = [start];
        let latest = start;
        for (let fork = 0; fork < forks; fork += 1) {
          const parent = fork % 2 === 0 ? start : latest;
          const title = await childTitle(parent, taken);
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

  it('is free and follows a taken one, whatever gaps there are, and asks few times', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 2, max: 60 })), async (numbers) => {
        const taken = numbers.map((number) => `Trip (${number})`);
        const title = (await childTitle('Trip', taken)) ?? '';
        const number = Number(/^Trip \((\d+)\)$/.exec(title)?.[1]);
        expect(taken).not.toContain(title);
        expect(number === 2 || numbers.includes(number - 1)).toBe(true);
      }),
    );
    let asked = 0;
    const titles = childTitles('Trip', LONGEST);
    expect(titles).not.toBeNull();
    if (titles === null) return;
    const title = await freeChildTitle(titles, (candidate) => {
      asked += 1;
      return Promise.resolve(Number(/\d+/.exec(candidate)?.[0]) <= 1_000);
    });
    expect(title).toBe('Trip (1001)');
    expect(asked).toBeLessThan(25);
  });

  it('is cut to the longest title, not within a character', async () => {
    const titles = childTitles(`${'a'.repeat(7)}😀😀 (9)`, 12);
    expect(titles?.title(10n)).toBe('aaaaaaa(10)');
    expect(titles?.title(10n).length).toBeLessThanOrEqual(12);
    expect(childTitles(`Trip (${'9'.repeat(40)})`, 12)?.title(2n)).toBe('Trip (99 (2)');
  });

  it('of a very long title takes no long time', async () => {
    const brackets = '('.repeat(100_000);
    expect(await childTitle(brackets, [])).toBe(`${brackets} (2)`);
    expect((await childTitle(`${'1'.repeat(100_000)} (1`, []))?.endsWith(' (1 (2)')).toBe(true);
  });
});

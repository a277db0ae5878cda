import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPrefix, type Origin } from '../../../devtools/data/compare-lineage.ts';
import { compareTexts } from '../../../devtools/data/compare-text.ts';
import { alignMessages, alignTurns, differingTurns } from '../../../devtools/data/compare-turns.ts';

const turns = fc
  .array(fc.record({ role: fc.constantFrom('user', 'assistant'), text: fc.constantFrom('a', 'b', 'c') }), {
    maxLength: 7,
  })
  .map((messages) => messages.map((message, seq) => ({ ...message, seq })));

function origins(table: Record<string, Origin>): (id: string) => Origin | undefined {
  return (id) => table[id];
}

/** Length of the longest common sequence, by trying everything. */
function mostEqual(left: readonly string[], right: readonly string[]): number {
  const [one, ...lefts] = left;
  const [other, ...rights] = right;
  if (one === undefined || other === undefined) return 0;
  if (one === other) return 1 + mostEqual(lefts, rights);
  return Math.max(mostEqual(lefts, right), mostEqual(left, rights));
}

describe('the common prefix of two sessions', () => {
  it('is up to the fork, for a child and for siblings', () => {
    const originOf = origins({
      root: {},
      early: { parentSession: 'root', seedLength: 10 },
      late: { parentSession: 'root', seedLength: 30 },
      deep: { parentSession: 'late', seedLength: 20 },
    });
    expect(commonPrefix('early', 'root', originOf)).toEqual({ kind: 'common', ancestor: 'root', length: 10 });
    expect(commonPrefix('early', 'late', originOf)).toEqual({ kind: 'common', ancestor: 'root', length: 10 });
    expect(commonPrefix('deep', 'root', originOf)).toEqual({ kind: 'common', ancestor: 'root', length: 20 });
    expect(commonPrefix('late', 'deep', originOf)).toEqual({ kind: 'common', ancestor: 'late', length: 20 });
  });

  it('counts a deleted parent that both name', () => {
    const originOf = origins({
      one: { parentSession: 'gone', seedLength: 8 },
      two: { parentSession: 'gone', seedLength: 5 },
    });
    expect(commonPrefix('one', 'two', originOf)).toEqual({ kind: 'common', ancestor: 'gone', length: 5 });
  });

  it('is refused for strangers and for one session, and ends in a circle of parents', () => {
    const originOf = origins({
      one: { parentSession: 'two', seedLength: 1 },
      two: { parentSession: 'one', seedLength: 1 },
    });
    expect(commonPrefix('one', 'one', originOf)).toEqual({ kind: 'refused', reason: 'same-session' });
    expect(commonPrefix('one', 'three', originOf)).toEqual({ kind: 'refused', reason: 'no-common-lineage' });
  });
});

describe('the alignment of turns', () => {
  it('shows every message once and in order, and keeps as many the same as possible', () => {
    fc.assert(
      fc.property(turns, turns, (left, right) => {
        const differences = alignMessages(left, right);
        expect(differences.flatMap((one) => ('left' in one ? [one.left] : []))).toEqual(left);
        expect(differences.flatMap((one) => ('right' in one ? [one.right] : []))).toEqual(right);
        const words = (list: typeof left): string[] => list.map(({ role, text }) => `${role} ${text}`);
        const same = differences.filter(({ kind }) => kind === 'same');
        expect(same).toHaveLength(mostEqual(words(left), words(right)));
        for (const one of differences) {
          if (one.kind !== 'same' && one.kind !== 'changed') continue;
          expect(one.left.role).toBe(one.right.role);
          expect(one.left.text === one.right.text).toBe(one.kind === 'same');
        }
      }),
    );
  });

  it('says where one side ends early', () => {
    const turn = [{ seq: 0, role: 'user', text: 'a' }];
    const other = [{ seq: 9, role: 'user', text: 'b' }];
    expect(alignTurns([turn, turn], [turn, other, turn]).map(({ kind }) => kind)).toEqual([
      'same',
      'changed',
      'only-right',
    ]);
    expect(differingTurns(alignTurns([turn, turn], [turn]))).toEqual([1]);
    expect(alignTurns([], [])).toEqual([]);
  });
});

describe('the comparison of texts', () => {
  it('gives back both texts', async () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (left, right) => {
        const parts = await compareTexts(left, right);
        const without = (kind: string): string =>
          parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
        expect(without('added')).toBe(left);
        expect(without('removed')).toBe(right);
      }),
    );
  });

  it('does not take huge texts apart', async () => {
    const left = 'a '.repeat(80_000);
    const right = 'b '.repeat(80_000);
    expect(await compareTexts(left, right)).toEqual([
      { kind: 'removed', text: left },
      { kind: 'added', text: right },
    ]);
  });
});

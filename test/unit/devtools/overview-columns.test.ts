import { describe, expect, it } from 'vitest';
import {
  OVERVIEW_TONES,
  overviewColumns,
  type OverviewInput,
} from '../../../devtools/data/overview-columns.ts';
import { turnAt, turnCount, turnIndexOf } from '../../../devtools/data/overview-turns.ts';
import type { ForkPoint } from '../../../devtools/data/devtools-store.ts';
import { forkPoint } from './fork-point.ts';

const FAILED = { kind: 'error', error: { message: 'no', code: 'MODEL_AWAY' } } as const;

/** Turns of ten events each. */
function turns(
  count: number,
  change: (turn: number) => Partial<ForkPoint> = () => ({}),
): readonly ForkPoint[] {
  return Array.from({ length: count }, (_, index) => ({
    ...forkPoint({ turn: index + 1, from: index * 10, start: index * 10, seq: index * 10 + 9 }),
    ...change(index + 1),
  }));
}

function input(forkPoints: readonly ForkPoint[], more: Partial<OverviewInput> = {}): OverviewInput {
  return { forkPoints, open: null, seq: forkPoints.length * 10, forkedAt: [], ...more };
}

const tonesOf = (given: OverviewInput, width: number): readonly (string | undefined)[] =>
  [...overviewColumns(given, width).tones].map((tone) => OVERVIEW_TONES[tone]);

describe('the columns of an overview', () => {
  it('show a failed turn among ten thousand', () => {
    const given = input(turns(10_000, (turn) => (turn === 7_001 ? { reason: FAILED } : {})));
    const tones = tonesOf(given, 500);
    expect(tones.indexOf('error')).toBe(350);
    expect(tones.filter((tone) => tone === 'error')).toHaveLength(1);
    expect(tones.filter((tone) => tone === 'plain')).toHaveLength(499);
  });

  it('tell a turn that was cut off, one with a tool error, and one that is open', () => {
    const given = input(
      turns(3, (turn) =>
        turn === 2 ? { reason: { kind: 'interrupted' } } : turn === 3 ? { toolErrors: 1 } : {},
      ),
      { open: { from: 30 }, seq: 40 },
    );
    expect(tonesOf(given, 4)).toEqual(['plain', 'cut', 'tool-error', 'running']);
  });

  it('mark where turns end and where forks left, and nothing beyond the log', () => {
    const columns = overviewColumns(input(turns(4), { forkedAt: [19, -1, 4_000] }), 40);
    expect([...columns.ends].flatMap((end, column) => (end === 1 ? [column] : []))).toEqual([9, 19, 29, 39]);
    expect([...columns.forks].flatMap((fork, column) => (fork === 1 ? [column] : []))).toEqual([19]);
  });

  it('are as high as events are dense in time', () => {
    const slow = { startTime: 0, endTime: 100_000 };
    const given = input(turns(2, (turn) => (turn === 1 ? slow : { startTime: 0, endTime: 10 })));
    const { density } = overviewColumns(given, 2);
    expect(density[1]).toBe(1);
    expect(density[0]).toBeLessThan(0.2);
    expect(density[0]).toBeGreaterThan(0);
  });

  it('are empty for an empty session, and none for no width', () => {
    expect(tonesOf(input([]), 3)).toEqual(['empty', 'empty', 'empty']);
    expect(overviewColumns(input(turns(3)), 0).count).toBe(0);
  });
});

describe('the turns of an overview', () => {
  const walked = { forkPoints: turns(3), open: { from: 32, turn: 4 } };

  it('are the finished ones and the open one', () => {
    expect(turnCount(walked)).toBe(4);
    expect([0, 3, 4].map((index) => turnAt(walked, index)?.turn)).toEqual([1, 4, undefined]);
    expect(turnAt({ ...walked, open: null }, 3)).toBeNull();
  });

  it('are found by a seq, between turns the one that follows', () => {
    expect([0, 9, 10, 31, 35, 900].map((seq) => turnIndexOf(walked, seq))).toEqual([0, 0, 1, 3, 3, 3]);
    expect(turnIndexOf({ forkPoints: [], open: null }, 5)).toBe(0);
  });
});

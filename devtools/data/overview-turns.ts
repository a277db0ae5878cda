import type { ForkPoint } from './devtools-store.ts';
import { firstAtOrAfter } from './fork-place.ts';

/** The session's turns as the overview walks through them: the finished ones, and the open one at the end. */
export interface OverviewTurns {
  readonly forkPoints: readonly ForkPoint[];
  readonly open: { readonly from: number; readonly turn: number } | null;
}

export interface OverviewTurn {
  readonly turn: number;
  readonly from: number;
  /** Null while the turn is open. */
  readonly forkPoint: ForkPoint | null;
}

export function turnCount({ forkPoints, open }: OverviewTurns): number {
  return forkPoints.length + (open === null ? 0 : 1);
}

export function turnAt({ forkPoints, open }: OverviewTurns, index: number): OverviewTurn | null {
  const forkPoint = forkPoints[index];
  if (forkPoint !== undefined)
    return { turn: forkPoint.turn, from: forkPoint.start ?? forkPoint.from, forkPoint };
  return open !== null && index === forkPoints.length
    ? { turn: open.turn, from: open.from, forkPoint: null }
    : null;
}

/** Index of the turn that holds a seq; between turns, of the one that follows; after all, of the last one. */
export function turnIndexOf(turns: OverviewTurns, seq: number): number {
  return Math.min(firstAtOrAfter(turns.forkPoints, seq), Math.max(0, turnCount(turns) - 1));
}

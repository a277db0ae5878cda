import type { ForkPoint } from './devtools-store.ts';

/** A fork point as a hint names it. */
export interface NearbyForkPoint {
  readonly seq: number;
  readonly turn: number;
}

/** Whether one can fork at a seq, and if not, why and where instead. */
export type ForkPlace =
  | { readonly kind: 'allowed'; readonly seq: number; readonly turn: number }
  | {
      readonly kind: 'refused';
      readonly reason: 'inside-turn' | 'open-turn' | 'between-turns';
      /** The turn that the seq lies in, where that is known. */
      readonly turn: number | null;
      readonly before: NearbyForkPoint | null;
      readonly after: NearbyForkPoint | null;
    };

/** `openFrom` is the seq of the open turn's `turn/start`, or null when no turn is open. `forkPoints` ascend by seq. */
export function forkPlaceAt(
  seq: number,
  forkPoints: readonly ForkPoint[],
  open: { readonly from: number; readonly turn: number } | null,
): ForkPlace {
  const index = firstAtOrAfter(forkPoints, seq);
  const at = forkPoints[index];
  if (at !== undefined && at.seq === seq) return { kind: 'allowed', seq, turn: at.turn };
  const nearest = { before: nearbyOf(forkPoints[index - 1]), after: nearbyOf(at) };
  if (at !== undefined && seq >= (at.start ?? at.from)) {
    return { kind: 'refused', reason: 'inside-turn', turn: at.turn, ...nearest };
  }
  if (open !== null && seq >= open.from)
    return { kind: 'refused', reason: 'open-turn', turn: open.turn, ...nearest };
  return { kind: 'refused', reason: 'between-turns', turn: null, ...nearest };
}

/** The fork point that is fewest events away from a seq where none is. */
export function nearestForkPoint(
  { before, after }: Extract<ForkPlace, { kind: 'refused' }>,
  seq: number,
): NearbyForkPoint | null {
  if (before === null || after === null) return before ?? after;
  return after.seq - seq <= seq - before.seq ? after : before;
}

/** Index of the first fork point whose seq is not below `seq`; the list's length when there is none. */
export function firstAtOrAfter(forkPoints: readonly ForkPoint[], seq: number): number {
  let low = 0;
  let high = forkPoints.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = forkPoints[middle];
    if (point !== undefined && point.seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearbyOf(point: ForkPoint | undefined): NearbyForkPoint | null {
  return point === undefined ? null : { seq: point.seq, turn: point.turn };
}

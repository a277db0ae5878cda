import type { ForkPoint } from './devtools-store.ts';

/** How a column of the overview looks, from what calls for least attention to what calls for most. */
export const OVERVIEW_TONES = ['empty', 'plain', 'tool-error', 'cut', 'error', 'running'] as const;
export type OverviewTone = (typeof OVERVIEW_TONES)[number];

export interface OverviewInput {
  /** Ascending by seq. */
  readonly forkPoints: readonly ForkPoint[];
  /** The open turn. */
  readonly open: { readonly from: number } | null;
  /** The session's next seq. */
  readonly seq: number;
  /** Seqs at which forks left. */
  readonly forkedAt: Iterable<number>;
}

/** A session in so many columns of equal width in seqs, whatever its length. */
export interface OverviewColumns {
  readonly count: number;
  /** Events a second of each column, in the range 0 to 1 on a logarithmic scale. */
  readonly density: Float64Array;
  /** Index into `OVERVIEW_TONES`: the worst of the turns that a column has a part of. */
  readonly tones: Uint8Array;
  /** Whether a turn ends in the column. */
  readonly ends: Uint8Array;
  /** Whether a fork left in the column. */
  readonly forks: Uint8Array;
}

const PLAIN = OVERVIEW_TONES.indexOf('plain');
const TOOL_ERROR = OVERVIEW_TONES.indexOf('tool-error');
const CUT = OVERVIEW_TONES.indexOf('cut');
const ERROR = OVERVIEW_TONES.indexOf('error');
const RUNNING = OVERVIEW_TONES.indexOf('running');

/** Bins a session's turns by column: one pass over the turns and one over the columns. */
export function overviewColumns(input: OverviewInput, count: number): OverviewColumns {
  const tones = new Uint8Array(count);
  const ends = new Uint8Array(count);
  const forks = new Uint8Array(count);
  const events = new Float64Array(count);
  const seconds = new Float64Array(count);
  const scale = input.seq === 0 ? 0 : count / input.seq;
  const columnOf = (seq: number): number => Math.min(count - 1, Math.floor(seq * scale));

  const spread = (from: number, to: number, tone: number, duration: number | null): void => {
    const first = columnOf(from);
    const last = columnOf(to);
    const columns = last - first + 1;
    for (let column = first; column <= last; column += 1) {
      if ((tones[column] ?? 0) < tone) tones[column] = tone;
      if (duration === null) continue;
      events[column] = (events[column] ?? 0) + (to - from + 1) / columns;
      seconds[column] = (seconds[column] ?? 0) + duration / 1_000 / columns;
    }
  };

  if (count > 0 && input.seq > 0) {
    for (const point of input.forkPoints) {
      const from = point.start ?? point.from;
      spread(from, point.seq, toneOfTurn(point), Math.max(0, point.endTime - point.startTime));
      ends[columnOf(point.seq)] = 1;
    }
    if (input.open !== null) spread(input.open.from, input.seq - 1, RUNNING, null);
    for (const seq of input.forkedAt) if (seq >= 0 && seq < input.seq) forks[columnOf(seq)] = 1;
  }
  return { count, density: densities(events, seconds), tones, ends, forks };
}

/** What a finished turn calls for. */
function toneOfTurn(point: ForkPoint): number {
  if (point.reason.kind === 'error') return ERROR;
  if (point.reason.kind !== 'completed') return CUT;
  return point.toolErrors > 0 ? TOOL_ERROR : PLAIN;
}

/** The shortest time, in s, that a column's events are taken to have needed: many turns end in the ms they began in. */
const SHORTEST = 0.001;

function densities(events: Float64Array, seconds: Float64Array): Float64Array {
  const rates = events.map((count, column) =>
    count === 0 ? 0 : Math.log1p(count / Math.max(SHORTEST, seconds[column] ?? 0)),
  );
  let most = 0;
  for (const rate of rates) most = Math.max(most, rate);
  return most === 0 ? rates : rates.map((rate) => rate / most);
}

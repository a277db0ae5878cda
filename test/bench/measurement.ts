/** Figures of each repetition, by contender. Times are ms. */
export type Samples = Record<string, number[]>;

/** A ratio of two contenders' medians, and what it must be on each backend. */
export interface Target {
  readonly what: string;
  readonly over: string;
  readonly under: string;
  readonly bound: 'at least' | 'at most';
  readonly leveldb: number;
  readonly sqlite: number;
}

export interface Measurement {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly run: (repetitions: number) => Promise<Samples>;
}

export function atLeast(
  what: string,
  over: string,
  under: string,
  leveldb: number,
  sqlite = leveldb,
): Target {
  return { what, over, under, bound: 'at least', leveldb, sqlite };
}

export function atMost(what: string, over: string, under: string, leveldb: number, sqlite = leveldb): Target {
  return { what, over, under, bound: 'at most', leveldb, sqlite };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function record(samples: Samples, contender: string, figure: number): void {
  (samples[contender] ??= []).push(figure);
}

/** Runs the contenders in turn, in another order each time, so that none always follows the same one. */
export async function alternate(
  samples: Samples,
  repetitions: number,
  contenders: Record<string, () => Promise<number>>,
): Promise<void> {
  const entries = Object.entries(contenders);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (let index = 0; index < entries.length; index += 1) {
      const [name, measure] = entries[(index + repetition) % entries.length]!;
      record(samples, name, await measure());
    }
  }
}

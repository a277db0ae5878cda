import type { SessionEvent } from './devtools-store.ts';

/** Events a window: one read of the store, and what is kept or dropped at once. */
export const WINDOW_SIZE = 512;

/** Windows that stay loaded: forty thousand events, whatever the session's length. */
const MAX_WINDOWS = 80;

/** A contiguous stretch of loaded events. */
export interface LoadedRun {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/**
 * The loaded events of one session, in windows of fixed size aligned to the seq. A window may be filled up to less
 * than its end only where the log itself ends.
 */
export class EventWindows {
  readonly #windows = new Map<number, SessionEvent[]>();

  static indexOf(seq: number): number {
    return Math.floor(seq / WINDOW_SIZE);
  }

  has(seq: number): boolean {
    const events = this.#windows.get(EventWindows.indexOf(seq));
    return events !== undefined && seq - EventWindows.indexOf(seq) * WINDOW_SIZE < events.length;
  }

  at(seq: number): SessionEvent | undefined {
    const index = EventWindows.indexOf(seq);
    return this.#windows.get(index)?.[seq - index * WINDOW_SIZE];
  }

  /** Puts a window's events in place. They must begin at the window's first seq. */
  fill(index: number, events: readonly SessionEvent[]): void {
    const known = this.#windows.get(index);
    if (known !== undefined && known.length > events.length) return;
    this.#windows.set(index, [...events]);
  }

  /** Adds a new event at the end of its window; false when the window is not loaded up to it. */
  append(event: SessionEvent): boolean {
    const index = EventWindows.indexOf(event.seq);
    const offset = event.seq - index * WINDOW_SIZE;
    const events = this.#windows.get(index);
    if (events === undefined) {
      if (offset !== 0) return false;
      this.#windows.set(index, [event]);
      return true;
    }
    if (offset < events.length) return true;
    if (offset > events.length) return false;
    events.push(event);
    return true;
  }

  /** The loaded stretches within a range, ascending. */
  runs(from: number, to: number): readonly LoadedRun[] {
    const runs: LoadedRun[] = [];
    const first = EventWindows.indexOf(from);
    const last = EventWindows.indexOf(to);
    for (const index of this.#loadedBetween(first, last)) {
      const start = Math.max(from, index * WINDOW_SIZE);
      const end = Math.min(to, index * WINDOW_SIZE + (this.#windows.get(index)?.length ?? 0) - 1);
      if (end < start) continue;
      const previous = runs.at(-1);
      if (previous !== undefined && previous.to + 1 === start)
        runs[runs.length - 1] = { from: previous.from, to: end };
      else runs.push({ from: start, to: end });
    }
    return runs;
  }

  /** Indexes of the loaded windows in a range, ascending. Mostly asked for one turn, which touches one or two. */
  #loadedBetween(first: number, last: number): readonly number[] {
    if (last - first < this.#windows.size) {
      const indexes: number[] = [];
      for (let index = first; index <= last; index += 1) if (this.#windows.has(index)) indexes.push(index);
      return indexes;
    }
    return [...this.#windows.keys()].filter((index) => index >= first && index <= last).sort((a, b) => a - b);
  }

  /** Drops the windows farthest from the one that was asked for last, until no more than the limit are left. */
  evict(keepNear: number, keepAlso: readonly number[]): void {
    if (this.#windows.size <= MAX_WINDOWS) return;
    const center = EventWindows.indexOf(keepNear);
    const kept = new Set(keepAlso.map((seq) => EventWindows.indexOf(seq)));
    const candidates = [...this.#windows.keys()]
      .filter((index) => !kept.has(index))
      .sort((a, b) => Math.abs(b - center) - Math.abs(a - center));
    while (this.#windows.size > MAX_WINDOWS) {
      const farthest = candidates.shift();
      if (farthest === undefined) break;
      this.#windows.delete(farthest);
    }
  }
}

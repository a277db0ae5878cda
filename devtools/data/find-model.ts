import type { DevtoolsStore, SessionEvent, SessionId } from './devtools-store.ts';
import { matchEvent } from './find-matching.ts';
import { neighbourMatch } from './find-matches.ts';
import { asks, FIND_NOTHING, type FindQuery } from './find-query.ts';
import { SnapshotSource } from './snapshot-source.ts';

/** How many events are read at a time. */
const EVENTS_A_READ = 256;

/** How long, in ms, the search works before it lets the page go on. */
const SLICE = 6;

export interface FindSnapshot {
  readonly query: FindQuery;
  readonly status: 'idle' | 'searching' | 'done' | 'failed';
  readonly error: Error | null;
  /** Seqs of what was found so far, ascending. */
  readonly matches: readonly number[];
  /** The match that was walked to last. */
  readonly current: number | null;
}

const NOTHING: FindSnapshot = {
  query: FIND_NOTHING,
  status: 'idle',
  error: null,
  matches: [],
  current: null,
};

/**
 * Searches a whole session in short slices, and goes on with what is appended. It keeps the seqs of its matches and no
 * events; a new query ends the search before.
 */
export class FindModel extends SnapshotSource<FindSnapshot> {
  readonly #store: Pick<DevtoolsStore, 'events'>;
  readonly #sessionId: SessionId;
  readonly #pause: () => Promise<void>;
  #generation = 0;
  #running = false;
  #next = 0;
  #end = 0;

  constructor(store: Pick<DevtoolsStore, 'events'>, sessionId: SessionId, pause = nextTask) {
    super(NOTHING);
    this.#store = store;
    this.#sessionId = sessionId;
    this.#pause = pause;
  }

  /** Searches for something else, from the start. */
  search(query: FindQuery): void {
    this.#generation += 1;
    this.#next = 0;
    this.#running = false;
    this.publish({ ...NOTHING, query });
    this.#resume();
  }

  /** Says how long the session is by now; what is new is searched too. */
  reach(end: number): void {
    this.#end = Math.max(end, this.#end);
    this.#resume();
  }

  /** Goes on after a failure. */
  retry(): void {
    this.publish({ ...this.getSnapshot(), status: 'searching', error: null });
    this.#resume();
  }

  /** Walks to a neighbouring match, from the current one or else from a seq; null when there is none. */
  walk(direction: 'next' | 'previous', from: number): number | null {
    const { matches, current } = this.getSnapshot();
    const seq = neighbourMatch(matches, current ?? from, direction);
    if (seq !== null) this.publish({ ...this.getSnapshot(), current: seq });
    return seq;
  }

  #resume(): void {
    const { query, status } = this.getSnapshot();
    if (this.#running || status === 'failed' || !asks(query)) return;
    this.#running = true;
    void this.#scan(this.#generation, query);
  }

  async #scan(generation: number, query: FindQuery): Promise<void> {
    try {
      let end = performance.now() + SLICE;
      while (this.#next < this.#end) {
        const from = this.#next;
        const events = await this.#store.events(this.#sessionId, { from, to: from + EVENTS_A_READ - 1 });
        if (generation !== this.#generation) return;
        if (events.length === 0) break;
        const found: number[] = [];
        for (const event of events) {
          const search = matchEvent(event, query);
          let step = search.next();
          while (step.done !== true) {
            if (performance.now() >= end) {
              await this.#pause();
              if (generation !== this.#generation) return;
              end = performance.now() + SLICE;
            }
            step = search.next();
          }
          if (step.value) found.push(event.seq);
          if (performance.now() < end) continue;
          await this.#pause();
          if (generation !== this.#generation) return;
          end = performance.now() + SLICE;
        }
        this.#take(events, found);
      }
      this.#running = false;
      this.publish({ ...this.getSnapshot(), status: 'done' });
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#running = false;
      this.publish({
        ...this.getSnapshot(),
        status: 'failed',
        error: error instanceof Error ? error : new TypeError(String(error)),
      });
    }
  }

  #take(events: readonly SessionEvent[], found: readonly number[]): void {
    const snapshot = this.getSnapshot();
    this.#next = (events.at(-1)?.seq ?? this.#next) + 1;
    if (found.length === 0 && snapshot.status === 'searching') return;
    const matches = found.length === 0 ? snapshot.matches : [...snapshot.matches, ...found];
    this.publish({ ...snapshot, status: 'searching', matches });
  }
}

async function nextTask(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

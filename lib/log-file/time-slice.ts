import { throwIfAborted } from './import-aborted.ts';

/** ms of work after which the page gets its turn: well under the 50 ms of a long task. */
const SLICE = 10;
/** Characters after which the clock is looked at: looking at it for each short record takes longer than the record. */
const LOOK_AFTER = 2_048;
/** What any record costs, in characters. */
const RECORD = 64;

/** Cuts long work into slices, so that a page stays fluid while it goes on. One for all parts of one work. */
export class TimeSlice {
  readonly #signal: AbortSignal | undefined;
  #start = performance.now();
  #worked = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  get isOver(): boolean {
    return performance.now() - this.#start >= SLICE;
  }

  /** The same, after a record of so many characters more; the clock is looked at now and then. */
  isOverAfter(length: number): boolean {
    this.#worked += length + RECORD;
    if (this.#worked < LOOK_AFTER) return false;
    this.#worked = 0;
    return this.isOver;
  }

  /**
   * Lets the page have its turn when the slice is over.
   * @throws LogFileError IMPORT_ABORTED
   */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await nextTask();
    this.#start = performance.now();
    throwIfAborted(this.#signal);
  }
}

/** Resolves in a task of its own. A timer of 0 ms would wait 4 ms and more once they are nested. */
function nextTask(): Promise<void> {
  if (typeof MessageChannel === 'undefined') return new Promise((resolve) => setTimeout(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

import { throwIfAborted } from './import-aborted.ts';

/** ms of work after which the page gets its turn: well under the 50 ms of a long task. */
const SLICE = 10;

/** Cuts long work into slices, so that a page stays fluid while it goes on. One for all parts of one work. */
export class TimeSlice {
  readonly #signal: AbortSignal | undefined;
  #start = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  get isOver(): boolean {
    return performance.now() - this.#start >= SLICE;
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

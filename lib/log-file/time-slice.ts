/** ms of work after which the page gets its turn: well under the 50 ms of a long task. */
const SLICE = 10;

/** Cuts long work into slices, so that a page stays fluid while it goes on. */
export class TimeSlice {
  #start = performance.now();
  /** How many times the page got its turn. */
  yields = 0;

  get isOver(): boolean {
    return performance.now() - this.#start >= SLICE;
  }

  /** Lets the page have its turn when the slice is over. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await nextTask();
    this.yields += 1;
    this.#start = performance.now();
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

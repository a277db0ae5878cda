import type { DevtoolsStore, StoreNotification } from './devtools-store.ts';

export type FeedListener = (batch: readonly StoreNotification[]) => void;

/** A hidden page draws no frames; beyond so many notifications the batch is handed over without one. */
const MAX_BATCH = 4_096;

/**
 * The panel's one subscription to a store: held while somebody listens, and handed on once per animation frame, so
 * that a stream of two hundred events a second costs sixty updates.
 */
export class StoreFeed {
  readonly #store: DevtoolsStore;
  readonly #listeners = new Set<FeedListener>();
  #batch: StoreNotification[] = [];
  #frame: number | null = null;
  #unsubscribe: (() => void) | null = null;

  constructor(store: DevtoolsStore) {
    this.#store = store;
  }

  /** Listens until the returned function is called. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    this.#unsubscribe ??= this.#store.subscribe((notification) => this.#receive(notification));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  #receive(notification: StoreNotification): void {
    this.#batch.push(notification);
    if (this.#batch.length >= MAX_BATCH) this.#deliver();
    else this.#frame ??= requestAnimationFrame(() => this.#deliver());
  }

  #deliver(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    for (const listener of [...this.#listeners]) listener(batch);
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#batch = [];
  }
}

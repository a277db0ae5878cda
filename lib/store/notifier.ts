import type { StoreListener, StoreNotification } from './store-types.ts';

/** Tells listeners what happened. A listener that throws harms neither the log nor the other listeners. */
export class Notifier {
  readonly #listeners = new Set<StoreListener>();

  subscribe(listener: StoreListener): () => void {
    // A wrapper of its own, so that the same function subscribed twice is called twice and ended one by one.
    const entry: StoreListener = (notification) => listener(notification);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  notify(notification: StoreNotification): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(notification);
      } catch (error) {
        reportListenerError(error);
      }
    }
  }
}

function reportListenerError(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error('a turnfork listener threw', error);
}

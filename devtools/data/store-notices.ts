import type { DevtoolsStore, StoreWarning } from './devtools-store.ts';
import { SnapshotSource } from './snapshot-source.ts';
import type { StoreFeed } from './store-feed.ts';

/** What people who use a store should know of it, until they have put it away. */
export class StoreNotices extends SnapshotSource<readonly StoreWarning[]> {
  readonly #store: DevtoolsStore;
  readonly #putAway = new Set<StoreWarning['code']>();

  constructor(store: DevtoolsStore) {
    super([]);
    this.#store = store;
  }

  /** Follows the store until the returned function is called. */
  start(feed: StoreFeed): () => void {
    const stop = feed.listen((batch) => {
      for (const notification of batch) {
        if (notification.type !== 'warning') continue;
        const { warning } = notification;
        // Data that is cleared a second time is lost a second time.
        if (warning.code === 'STORAGE_CLEARED') this.#putAway.delete(warning.code);
        this.#add([warning]);
      }
    });
    this.#add(this.#store.warnings ?? []);
    return stop;
  }

  dismiss(code: StoreWarning['code']): void {
    this.#putAway.add(code);
    this.publish(this.getSnapshot().filter((warning) => warning.code !== code));
  }

  #add(warnings: readonly StoreWarning[]): void {
    const shown = this.getSnapshot();
    const added = warnings.filter(
      ({ code }, index) =>
        !this.#putAway.has(code) &&
        !shown.some((other) => other.code === code) &&
        warnings.findIndex((other) => other.code === code) === index,
    );
    if (added.length > 0) this.publish([...shown, ...added]);
  }
}

import type { DevtoolsStore, SessionSummary, StoreNotification } from './devtools-store.ts';
import { SnapshotSource } from './snapshot-source.ts';
import type { StoreFeed } from './store-feed.ts';

const PAGE_SIZE = 100;

export interface TrashListSnapshot {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: Error | null;
  /** Last thrown away first. */
  readonly sessions: readonly SessionSummary[];
  readonly hasMore: boolean;
}

/** The sessions in the trash, page by page, kept up to date. */
export class TrashListModel extends SnapshotSource<TrashListSnapshot> {
  readonly #store: DevtoolsStore;
  /** Counts readings, so that one that was overtaken is dropped. */
  #reading = 0;
  #wanted = PAGE_SIZE;

  constructor(store: DevtoolsStore) {
    super({ status: 'loading', error: null, sessions: [], hasMore: false });
    this.#store = store;
  }

  /** Loads the first page and follows the store until the returned function is called. */
  start(feed: StoreFeed): () => void {
    const stop = feed.listen((batch) => {
      if (batch.some(changesTrash)) void this.#read();
    });
    void this.#read();
    return () => {
      this.#reading += 1;
      stop();
    };
  }

  retry(): void {
    this.publish({ ...this.getSnapshot(), status: 'loading', error: null });
    void this.#read();
  }

  loadMore(): Promise<void> {
    this.#wanted += PAGE_SIZE;
    return this.#read();
  }

  /** All of the trash, the part that is not loaded included. */
  async everything(): Promise<readonly SessionSummary[]> {
    return (await this.#readPages(Number.POSITIVE_INFINITY)).sessions;
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    try {
      const { sessions, hasMore } = await this.#readPages(this.#wanted);
      if (reading === this.#reading) this.publish({ status: 'ready', error: null, sessions, hasMore });
    } catch (error) {
      if (reading !== this.#reading) return;
      const reported = error instanceof Error ? error : new TypeError(String(error));
      this.publish({ ...this.getSnapshot(), status: 'failed', error: reported });
    }
  }

  async #readPages(
    atLeast: number,
  ): Promise<{ readonly sessions: readonly SessionSummary[]; readonly hasMore: boolean }> {
    const sessions: SessionSummary[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.#store.listTrash({
        limit: PAGE_SIZE,
        ...(cursor === null ? {} : { cursor }),
      });
      sessions.push(...page.sessions);
      cursor = page.cursor;
    } while (cursor !== null && sessions.length < atLeast);
    return { sessions, hasMore: cursor !== null };
  }
}

function changesTrash({ type }: StoreNotification): boolean {
  return type === 'session/trashed' || type === 'session/restored' || type === 'session/deleted';
}

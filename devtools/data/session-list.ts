import type {
  DevtoolsStore,
  SessionId,
  SessionPage,
  SessionSummary,
  StoreNotification,
} from './devtools-store.ts';
import { SnapshotSource } from './snapshot-source.ts';
import type { StoreFeed } from './store-feed.ts';

const PAGE_SIZE = 200;

/** ms between two readings of summaries that changed; a stream changes its session's with every commit. */
const REFRESH_EVERY = 250;

export interface SessionListSnapshot {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: Error | null;
  /** Every session that is loaded, by id. */
  readonly sessions: ReadonlyMap<SessionId, SessionSummary>;
  /** Sessions that are known to lie in the trash, parents of listed ones among them. */
  readonly trashed: ReadonlySet<SessionId>;
  readonly hasMore: boolean;
}

const LOADING: SessionListSnapshot = {
  status: 'loading',
  error: null,
  sessions: new Map(),
  trashed: new Set(),
  hasMore: false,
};

/** The store's sessions, page by page, with the ancestors of those that are loaded, kept up to date. */
export class SessionListModel extends SnapshotSource<SessionListSnapshot> {
  readonly #store: DevtoolsStore;
  #sessions: ReadonlyMap<SessionId, SessionSummary> = new Map();
  #trashed: ReadonlySet<SessionId> = new Set();
  readonly #gone = new Set<SessionId>();
  readonly #changed = new Set<SessionId>();
  #cursor: string | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | null = null;
  #loadingMore: Promise<void> | null = null;
  #generation = 0;

  constructor(store: DevtoolsStore) {
    super(LOADING);
    this.#store = store;
  }

  /** Loads the first page and follows the store until the returned function is called. */
  start(feed: StoreFeed): () => void {
    const stop = feed.listen((batch) => this.#receive(batch));
    void this.#loadFirst();
    return () => {
      this.#generation += 1;
      stop();
      if (this.#refreshTimer !== null) clearTimeout(this.#refreshTimer);
      this.#refreshTimer = null;
    };
  }

  retry(): void {
    this.publish({ ...this.getSnapshot(), status: 'loading', error: null });
    void this.#loadFirst();
  }

  loadMore(): Promise<void> {
    this.#loadingMore ??= this.#loadNext().finally(() => {
      this.#loadingMore = null;
    });
    return this.#loadingMore;
  }

  /** Loads what is left, so that a search misses nothing. */
  async loadAll(): Promise<void> {
    const generation = this.#generation;
    while (
      this.#cursor !== null &&
      generation === this.#generation &&
      this.getSnapshot().status === 'ready'
    ) {
      await this.loadMore();
    }
  }

  /** Makes sure that one session is loaded, with its ancestors, wherever it stands in the list. */
  async ensure(sessionId: SessionId): Promise<void> {
    if (this.#sessions.has(sessionId)) return;
    await this.#guard(async () => {
      await this.#readSummaries([sessionId]);
      await this.#loadAncestors();
      if (this.getSnapshot().status === 'ready') this.#publishReady();
    });
  }

  /** Loads the forks of one session, wherever they stand in the list. */
  async ensureForksOf(sessionId: SessionId): Promise<void> {
    await this.#guard(async () => {
      const { sessions } = await this.#store.list({ parent: sessionId, limit: 1_000 });
      if (sessions.every((summary) => this.#sessions.has(summary.id))) return;
      this.#take({ sessions, cursor: this.#cursor });
      if (this.getSnapshot().status === 'ready') this.#publishReady();
    });
  }

  async #loadFirst(): Promise<void> {
    this.#generation += 1;
    await this.#guard(async () => {
      this.#take(await this.#store.list({ limit: PAGE_SIZE }));
      await this.#loadAncestors();
      this.#publishReady();
    });
  }

  async #loadNext(): Promise<void> {
    const cursor = this.#cursor;
    if (cursor === null) return;
    await this.#guard(async () => {
      this.#take(await this.#store.list({ limit: PAGE_SIZE, cursor }));
      await this.#loadAncestors();
      this.#publishReady();
    });
  }

  #take(page: SessionPage): void {
    const sessions = new Map(this.#sessions);
    for (const summary of page.sessions) if (!this.#gone.has(summary.id)) sessions.set(summary.id, summary);
    this.#sessions = sessions;
    this.#cursor = page.cursor;
  }

  /** A child on this page may have its parent on a later one; without it the child would look like an orphan. */
  async #loadAncestors(): Promise<void> {
    const asked = new Set<SessionId>();
    for (;;) {
      const missing = new Set<SessionId>();
      for (const summary of this.#sessions.values()) {
        const parent = summary.header.parentSession;
        if (parent !== undefined && !this.#sessions.has(parent) && !asked.has(parent)) missing.add(parent);
      }
      if (missing.size === 0) return;
      for (const id of missing) asked.add(id);
      await this.#readSummaries([...missing]);
    }
  }

  #receive(batch: readonly StoreNotification[]): void {
    let created = false;
    for (const notification of batch) {
      const { sessionId } = notification;
      if (sessionId === null) continue;
      if (notification.type === 'session/deleted' || notification.type === 'session/trashed') {
        this.#setTrashed(sessionId, notification.type === 'session/trashed');
        this.#forget(sessionId);
        continue;
      }
      if (notification.type === 'session/created' || notification.type === 'session/restored') {
        this.#setTrashed(sessionId, false);
        this.#gone.delete(sessionId);
        created = true;
      }
      this.#changed.add(sessionId);
    }
    if (this.#changed.size === 0) return;
    if (created) void this.#refresh();
    else this.#refreshTimer ??= setTimeout(() => void this.#refresh(), REFRESH_EVERY);
  }

  async #refresh(): Promise<void> {
    if (this.#refreshTimer !== null) clearTimeout(this.#refreshTimer);
    this.#refreshTimer = null;
    const changed = [...this.#changed];
    this.#changed.clear();
    await this.#guard(async () => {
      await this.#readSummaries(changed);
      await this.#loadAncestors();
      if (this.getSnapshot().status === 'ready') this.#publishReady();
    });
  }

  #forget(sessionId: SessionId): void {
    this.#gone.add(sessionId);
    this.#changed.delete(sessionId);
    const sessions = new Map(this.#sessions);
    sessions.delete(sessionId);
    this.#sessions = sessions;
    if (this.getSnapshot().status === 'ready') this.#publishReady();
  }

  async #readSummaries(ids: readonly SessionId[]): Promise<void> {
    const read = await Promise.all(ids.map((id) => this.#store.summary(id)));
    const sessions = new Map(this.#sessions);
    for (const summary of read) {
      if (summary === undefined || this.#gone.has(summary.id)) continue;
      this.#setTrashed(summary.id, summary.trashedAt !== null);
      if (summary.trashedAt === null) sessions.set(summary.id, summary);
      else sessions.delete(summary.id);
    }
    this.#sessions = sessions;
  }

  #setTrashed(sessionId: SessionId, isTrashed: boolean): void {
    if (this.#trashed.has(sessionId) === isTrashed) return;
    const trashed = new Set(this.#trashed);
    if (isTrashed) trashed.add(sessionId);
    else trashed.delete(sessionId);
    this.#trashed = trashed;
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    const generation = this.#generation;
    try {
      await work();
    } catch (error) {
      if (generation !== this.#generation) return;
      this.publish({
        ...this.getSnapshot(),
        status: 'failed',
        error: error instanceof Error ? error : new TypeError(String(error)),
      });
    }
  }

  #publishReady(): void {
    this.publish({
      status: 'ready',
      error: null,
      sessions: this.#sessions,
      trashed: this.#trashed,
      hasMore: this.#cursor !== null,
    });
  }
}

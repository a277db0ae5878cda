import type { SessionStore } from '../../../lib/index.ts';
import type { StoreNotification } from '../../data/devtools-store.ts';
import { SnapshotSource } from '../../data/snapshot-source.ts';
import type { StoreFeed } from '../../data/store-feed.ts';
import { ChatFold, type ChatTurn } from './chat-fold.ts';

export interface ChatView {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly failure: string | null;
  readonly turns: readonly ChatTurn[];
  /** How many older turns are not shown. */
  readonly earlier: number;
}

/** How many turns a chat begins with, and how many more each look further back shows. */
const TURNS = 10;

/** One session's conversation: its last turns, and what is added while it is looked at. */
export class ChatModel extends SnapshotSource<ChatView> {
  readonly #store: SessionStore;
  readonly #sessionId: string;
  #fold = new ChatFold();
  #next = 0;
  #shown = TURNS;
  #earlier = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(store: SessionStore, sessionId: string) {
    super({ state: 'loading', failure: null, turns: [], earlier: 0 });
    this.#store = store;
    this.#sessionId = sessionId;
  }

  /** Reads and follows until the returned function is called. */
  start(feed: StoreFeed): () => void {
    const stop = feed.listen((batch) => {
      if (batch.some((notification) => concerns(notification, this.#sessionId)))
        this.#enqueue(() => this.#catchUp());
    });
    this.#enqueue(() => this.#read());
    return stop;
  }

  showEarlier(): void {
    this.#shown += TURNS;
    this.#enqueue(() => this.#read());
  }

  /** Shows as many turns as it takes for an event to be among them. */
  showEvent(seq: number): void {
    this.#enqueue(async () => {
      const points = await this.#store.forkPoints(this.#sessionId);
      const at = points.findIndex((point) => point.seq >= seq);
      if (at < 0 || points.length - at <= this.#shown) return;
      this.#shown = points.length - at;
      await this.#read();
    });
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      this.publish({ ...this.getSnapshot(), state: 'failed', failure });
    });
  }

  async #read(): Promise<void> {
    const points = await this.#store.forkPoints(this.#sessionId);
    const first = points.at(-this.#shown);
    this.#earlier = Math.max(0, points.length - this.#shown);
    this.#fold = new ChatFold();
    this.#next = this.#earlier === 0 ? 0 : (first?.from ?? 0);
    await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    const events = await this.#store.events(this.#sessionId, { from: this.#next });
    for (const event of events) this.#fold.apply(event);
    this.#next += events.length;
    this.publish({ state: 'ready', failure: null, turns: this.#fold.turns(), earlier: this.#earlier });
  }
}

function concerns(notification: StoreNotification, sessionId: string): boolean {
  return (
    notification.sessionId === sessionId &&
    (notification.type === 'session/event' ||
      notification.type === 'session/flush' ||
      notification.type === 'session/repaired')
  );
}

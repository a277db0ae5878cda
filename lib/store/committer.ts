import type { Connection } from '../storage/connection.ts';
import { commitBatch, type CommitOutcome, type CommitRequest } from './commit-batch.ts';

/** A live session, as the committer sees it. */
export interface CommitSource {
  /** What must be written now, or null. */
  beginCommit(): CommitRequest | null;
  /** How it went; after `failed` the events are still pending. */
  endCommit(request: CommitRequest, outcome: CommitOutcome | { readonly failed: Error }): void;
}

const FIRST_RETRY = 1_000;
const LAST_RETRY = 30_000;

/**
 * Writes what live sessions have pending. All sessions that have something share one transaction: it begins a fixed
 * window after the first append, or at once when somebody flushes, and at most one is under way.
 */
export class Committer {
  readonly #connection: Connection;
  readonly #window: number;
  readonly #now: () => number;
  readonly #dirty = new Set<CommitSource>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #retryDelay = 0;

  /** @param window ms from an append to its commit. */
  constructor(connection: Connection, window: number, now: () => number) {
    this.#connection = connection;
    this.#window = window;
    this.#now = now;
  }

  /** Notes that a session has something pending: written after the window, or now when `urgent`. */
  schedule(source: CommitSource, urgent: boolean): void {
    this.#dirty.add(source);
    if (urgent && this.#retryDelay === 0) {
      // After the caller's present stretch of code, so that appends which follow at once go along.
      queueMicrotask(() => void this.writeNow());
    } else this.#arm(this.#window);
  }

  /** Drops a session from the queue: what it has pending is not written any more. */
  forget(source: CommitSource): void {
    this.#dirty.delete(source);
    if (this.#dirty.size === 0) this.#disarm();
  }

  /** Writes everything pending, after the write that is under way. Never rejects: each session is told how it went. */
  async writeNow(): Promise<void> {
    if (this.#writing !== undefined) await this.#writing;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  #arm(delay: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.writeNow();
    }, delay);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #write(): Promise<void> {
    this.#disarm();
    const requests = new Map<CommitSource, CommitRequest>();
    for (const source of this.#dirty) {
      const request = source.beginCommit();
      if (request !== null) requests.set(source, request);
    }
    this.#dirty.clear();
    if (requests.size === 0) return;
    const failed = await this.#writeAll(requests);
    if (failed) {
      this.#retryDelay = Math.min(LAST_RETRY, Math.max(FIRST_RETRY, this.#retryDelay * 2));
      this.#arm(this.#retryDelay);
    } else this.#retryDelay = 0;
  }

  /** One transaction for all; when it fails and they are several, one each, so that one cannot hold up the others. */
  async #writeAll(requests: ReadonlyMap<CommitSource, CommitRequest>): Promise<boolean> {
    const now = this.#now();
    let outcomes: CommitOutcome[];
    try {
      outcomes = await this.#connection.write((transaction) =>
        Promise.all([...requests.values()].map((request) => commitBatch(transaction, request, now))),
      );
    } catch (error) {
      if (requests.size > 1) {
        const results = [];
        for (const entry of requests) results.push(await this.#writeAll(new Map([entry])));
        return results.includes(true);
      }
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const [source, request] of requests) {
        this.#dirty.add(source);
        source.endCommit(request, { failed: failure });
      }
      return true;
    }
    for (const [index, [source, request]] of [...requests].entries()) {
      source.endCommit(request, outcomes[index] ?? 'gone');
    }
    return false;
  }
}

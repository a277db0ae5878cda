import type { SessionStore } from '../../lib/index.ts';
import { SnapshotSource } from '../data/snapshot-source.ts';
import { runTurn } from './built-in-agent.ts';

/**
 * The turns that the built-in agent is running, one a session. A turn belongs to the session that it was started on,
 * whichever one is being looked at meanwhile.
 */
export class RunningTurns extends SnapshotSource<ReadonlySet<string>> {
  readonly #store: SessionStore;
  readonly #stops = new Map<string, AbortController>();
  /** Sessions that have this page's `request/header`. */
  readonly #introduced = new Set<string>();

  constructor(store: SessionStore) {
    super(new Set());
    this.#store = store;
  }

  /** Runs a turn to its end. Rejects when the session takes no events, because another tab writes to it for instance. */
  async run(sessionId: string, prompt: string): Promise<void> {
    if (this.#stops.has(sessionId)) return;
    const stop = new AbortController();
    this.#stops.set(sessionId, stop);
    this.#tell();
    try {
      const session = await this.#store.open(sessionId);
      // The tab that is written in becomes the session's writer, unless another one is in the middle of a turn.
      if (session.mode === 'read' && session.openTurn === null) await session.takeOver();
      const headerReason = this.#introduced.has(sessionId)
        ? null
        : session.nextTurn === 1
          ? 'initial'
          : 'resume';
      await runTurn(session, prompt, { signal: stop.signal, headerReason });
      this.#introduced.add(sessionId);
      await session.flush();
    } finally {
      this.#stops.delete(sessionId);
      this.#tell();
    }
  }

  stop(sessionId: string): void {
    this.#stops.get(sessionId)?.abort(new DOMException('stopped by the user', 'AbortError'));
  }

  #tell(): void {
    this.publish(new Set(this.#stops.keys()));
  }
}

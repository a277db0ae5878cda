import type { RecordedTurn } from '../../lib/adapters/ai-sdk/index.ts';
import type { SessionStore } from '../../lib/index.ts';
import type { Approvals } from './agent/approvals.ts';
import { SnapshotSource } from '../data/snapshot-source.ts';
import type { ModelSettings } from './models/model-choice.ts';

/**
 * The turns that the agent is running, one a session. A turn belongs to the session that it was started on, whichever
 * one is being looked at meanwhile.
 */
export class RunningTurns extends SnapshotSource<ReadonlySet<string>> {
  readonly #store: SessionStore;
  readonly #approvals: Approvals;
  readonly #stops = new Map<string, AbortController>();

  constructor(store: SessionStore, approvals: Approvals) {
    super(new Set());
    this.#approvals = approvals;
    this.#store = store;
  }

  /**
   * Runs a turn to its end, whatever that is; null when one is running already. Rejects when the session takes no
   * events, because another tab writes to it for instance.
   * @param prompt null to let the model go on with the conversation as it is.
   */
  async run(sessionId: string, prompt: string | null, settings: ModelSettings): Promise<RecordedTurn | null> {
    if (this.#stops.has(sessionId)) return null;
    const stop = new AbortController();
    this.#stops.set(sessionId, stop);
    this.#tell();
    try {
      // The SDK is most of what the page weighs, and is not needed to look at sessions.
      const { runAgentTurn } = await import('./agent/run-agent-turn.ts');
      const session = await this.#store.open(sessionId);
      // The tab that is written in becomes the session's writer, unless another one is in the middle of a turn.
      if (session.mode === 'read' && session.openTurn === null) await session.takeOver();
      return await runAgentTurn(session, {
        ...(prompt === null ? {} : { prompt }),
        choice: settings.getSnapshot(),
        key: settings.key,
        redact: settings.redact,
        approve: (question, signal) => this.#approvals.ask({ sessionId, ...question }, signal),
        signal: stop.signal,
      });
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

import { reasonOf } from './reason-of.ts';
import type { DevtoolsStore, SessionId } from './devtools-store.ts';
import type { NearbyForkPoint } from './fork-place.ts';
import { newSessionId } from './new-session-id.ts';
import { numberAt, stringAt } from './read-field.ts';
import { SnapshotSource } from './snapshot-source.ts';

/** After a fork, further presses of the same button are part of the same double click for so many ms. */
const SETTLING = 600;

export interface ForkFailure {
  readonly message: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly before: number | null;
  readonly after: number | null;
}

/** What became of the wish to fork at one place. */
export type ForkIntent =
  | { readonly state: 'pending' | 'settled'; readonly childId: SessionId }
  | { readonly state: 'failed'; readonly childId: SessionId; readonly failure: ForkFailure };

export interface ForkRequest {
  readonly sessionId: SessionId;
  readonly point: NearbyForkPoint;
  /** Called before the child's title is known. */
  readonly onForked?: (childId: SessionId) => void;
}

export interface ForkOutcome {
  readonly childId: SessionId;
  /** Null for a fork of an untitled session. */
  readonly title: string | null;
}

/**
 * Forks, once a wish. The child's id is made when the wish arises and kept until it is fulfilled, so that neither a
 * second click nor a retry after a lost answer can make two children.
 */
export class ForkIntents extends SnapshotSource<ReadonlyMap<string, ForkIntent>> {
  readonly #store: DevtoolsStore;

  constructor(store: DevtoolsStore) {
    super(new Map());
    this.#store = store;
  }

  static keyOf(sessionId: SessionId, seq: number): string {
    return JSON.stringify([sessionId, seq]);
  }

  /** Gives null when this wish is being fulfilled already, or could not be; the intent then tells why. */
  async fork({ sessionId, point, onForked }: ForkRequest): Promise<ForkOutcome | null> {
    const key = ForkIntents.keyOf(sessionId, point.seq);
    const known = this.getSnapshot().get(key);
    if (known !== undefined && known.state !== 'failed') return null;
    const childId = known?.childId ?? newSessionId();
    this.#set(key, { state: 'pending', childId });
    try {
      await this.#forkOnce(sessionId, point.seq, childId);
    } catch (error) {
      this.#set(key, { state: 'failed', childId, failure: failureOf(error) });
      return null;
    }
    this.#set(key, { state: 'settled', childId });
    setTimeout(() => this.#clear(key, childId), SETTLING);
    onForked?.(childId);
    return { childId, title: (await this.#store.summary(childId))?.title ?? null };
  }

  dismiss(sessionId: SessionId, seq: number): void {
    const key = ForkIntents.keyOf(sessionId, seq);
    const intent = this.getSnapshot().get(key);
    if (intent?.state === 'failed') this.#clear(key, intent.childId);
  }

  async #forkOnce(sessionId: SessionId, seq: number, childId: SessionId): Promise<void> {
    try {
      await this.#store.fork(sessionId, seq, childId);
    } catch (error) {
      if (stringAt(error, 'code') !== 'SESSION_ALREADY_EXISTS') throw error;
      // The answer of an earlier try may have been lost: the stored header tells whether the child is this one.
      const stored = (await this.#store.summary(childId))?.header;
      if (stored?.parentSession !== sessionId || stored.seedLength !== seq + 1) throw error;
    }
  }

  #set(key: string, intent: ForkIntent): void {
    this.publish(new Map(this.getSnapshot()).set(key, intent));
  }

  #clear(key: string, childId: SessionId): void {
    const intents = new Map(this.getSnapshot());
    if (intents.get(key)?.childId === childId && intents.delete(key)) this.publish(intents);
  }
}

function failureOf(error: unknown): ForkFailure {
  return {
    message: reasonOf(error),
    code: stringAt(error, 'code') ?? null,
    reason: stringAt(error, 'reason') ?? null,
    before: numberAt(error, 'before') ?? null,
    after: numberAt(error, 'after') ?? null,
  };
}

import { SessionError } from '../errors.ts';
import type { CommitOutcome, CommitRequest } from './commit-batch.ts';
import type { CommitSource } from './committer.ts';
import type { LiveLog } from './live-log.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionId, SessionStatus } from './store-types.ts';

type Stage = 'open' | 'closing' | 'closed' | 'deleted' | 'conflict';

/** A live session between its opening and its end: how its commits go, and whether it can still write. */
export class SessionLife implements CommitSource {
  /** Counts the thefts of the writer's role that this object knows of; see `CommitRequest`. */
  epoch: number;
  readonly #id: SessionId;
  readonly #logId: string;
  readonly #host: SessionHost;
  readonly #log: LiveLog;
  readonly #onEnd: () => void;
  #stage: Stage = 'open';
  #writing = false;
  #failure: Error | null = null;
  closing: Promise<void> | undefined;

  constructor(options: {
    readonly id: SessionId;
    readonly logId: string;
    readonly epoch: number;
    readonly host: SessionHost;
    readonly log: LiveLog;
    readonly onEnd: () => void;
  }) {
    this.epoch = options.epoch;
    this.#id = options.id;
    this.#logId = options.logId;
    this.#host = options.host;
    this.#log = options.log;
    this.#onEnd = options.onEnd;
  }

  get status(): SessionStatus {
    if (this.#stage !== 'open' && this.#stage !== 'closing') return this.#stage;
    if (this.#failure !== null) return 'failing';
    if (this.#writing) return 'writing';
    return this.#log.hasPending ? 'dirty' : 'clean';
  }

  get failure(): Error | null {
    return this.#failure;
  }

  get isOver(): boolean {
    return this.#stage === 'closed' || this.#stage === 'deleted';
  }

  /** @throws SessionError SESSION_NOT_LIVE or SESSION_CONFLICT when nothing can be committed any more. */
  checkHealth(): void {
    if (this.#stage === 'closed') throw notLive(this.#id, 'is closed');
    if (this.#stage === 'deleted') throw notLive(this.#id, 'was deleted');
    if (this.#stage === 'conflict') throw conflict(this.#id);
  }

  /** @throws SessionError as `checkHealth`, and SESSION_NOT_LIVE while the session is being closed. */
  checkTakesEvents(): void {
    if (this.#stage === 'closing') throw notLive(this.#id, 'is being closed');
    this.checkHealth();
  }

  /** Resolves when everything appended so far is committed. */
  async flush(): Promise<void> {
    const target = this.#log.seq;
    while (this.#log.durableSeq < target) {
      this.checkHealth();
      this.#host.committer.schedule(this, false);
      await this.#host.committer.writeNow();
      if (this.#failure !== null) throw this.#failure;
    }
  }

  /** Commits and ends; every caller waits for the one close that is under way. */
  close(discard: boolean): Promise<void> {
    if (discard || this.#stage === 'conflict') this.end('closed');
    this.closing ??= this.#close().finally(() => {
      this.closing = undefined;
    });
    return this.closing;
  }

  async #close(): Promise<void> {
    if (this.isOver) return;
    this.#stage = 'closing';
    try {
      await this.flush();
    } catch (error) {
      this.#goOn();
      throw error;
    }
    this.end('closed');
  }

  #goOn(): void {
    if (this.#stage === 'closing') this.#stage = 'open';
  }

  end(stage: 'closed' | 'deleted'): void {
    if (this.isOver) return;
    this.#stage = stage;
    this.#host.committer.forget(this);
    this.#onEnd();
    this.#notifyStatus();
  }

  /** Somebody else wrote to the session: what is pending here can never be committed. */
  enterConflict(): SessionError {
    const error = conflict(this.#id);
    if (this.#stage === 'conflict' || this.isOver) return error;
    this.#stage = 'conflict';
    this.#notifyStatus();
    this.notifyError(error);
    return error;
  }

  beginCommit(): CommitRequest | null {
    if (!this.#log.hasPending || this.isOver || this.#stage === 'conflict') return null;
    this.#writing = true;
    return { sessionId: this.#id, logId: this.#logId, epoch: this.epoch, batch: this.#log.takeBatch() };
  }

  endCommit(request: CommitRequest, outcome: CommitOutcome | { readonly failed: Error }): void {
    this.#writing = false;
    if (outcome === 'committed') this.#committed(request);
    else if (outcome === 'gone') this.end('deleted');
    else if (outcome === 'conflict') this.enterConflict();
    else {
      const news = this.#failure?.message !== outcome.failed.message;
      this.#failure = outcome.failed;
      if (!news) return;
      this.#notifyStatus();
      this.notifyError(outcome.failed);
    }
  }

  #committed(request: CommitRequest): void {
    this.#log.committed(request.batch);
    const recovered = this.#failure !== null;
    this.#failure = null;
    if (this.#log.hasPending && !this.isOver) this.#host.committer.schedule(this, false);
    if (recovered) this.#notifyStatus();
    const { durableSeq } = this.#log;
    this.#host.notifier.notify({ type: 'session/flush', sessionId: this.#id, durableSeq });
    this.#host.channel.send({ kind: 'changed', what: 'committed', sessionId: this.#id });
  }

  notifyError(error: unknown): void {
    const reported =
      error instanceof Error ? error : new SessionError('SESSION_NOT_LIVE', String(error), this.#id);
    this.#host.notifier.notify({ type: 'error', sessionId: this.#id, error: reported });
  }

  #notifyStatus(): void {
    this.#host.notifier.notify({ type: 'session/status', sessionId: this.#id, status: this.status });
  }
}

function notLive(id: string, what: string): SessionError {
  return new SessionError(
    'SESSION_NOT_LIVE',
    `this object of session "${id}" ${what}; open the session again`,
    id,
  );
}

function conflict(id: string): SessionError {
  return new SessionError(
    'SESSION_CONFLICT',
    `somebody else wrote to session "${id}": nothing more is written through this object. Close it and open it again`,
    id,
  );
}

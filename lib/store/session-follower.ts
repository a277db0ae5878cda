import type { LiveLog } from './live-log.ts';
import { readTail } from './read-tail.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionLife } from './session-life.ts';
import type { SessionId } from './store-types.ts';

/** Keeps a live session's log in step with what other tabs commit to it. */
export class SessionFollower {
  readonly #id: SessionId;
  readonly #logId: string;
  readonly #host: SessionHost;
  readonly #log: LiveLog;
  readonly #life: SessionLife;
  #catchingUp: Promise<void> = Promise.resolve();

  constructor(options: {
    readonly id: SessionId;
    readonly logId: string;
    readonly host: SessionHost;
    readonly log: LiveLog;
    readonly life: SessionLife;
  }) {
    this.#id = options.id;
    this.#logId = options.logId;
    this.#host = options.host;
    this.#log = options.log;
    this.#life = options.life;
  }

  /** Takes in what is new, one call after the other. A failure is reported, and made up for by the next call. */
  catchUp(): Promise<void> {
    this.#catchingUp = this.#catchingUp.then(async () => {
      try {
        await this.#follow(false);
      } catch (error) {
        this.#life.notifyError(error);
      }
    });
    return this.#catchingUp;
  }

  /**
   * Takes in what is new before the first append of a new writer. `robbing` shuts the writer out that the role was
   * taken from: what it commits later is refused.
   * @throws SessionError SESSION_NOT_LIVE when the session is gone, SESSION_CONFLICT when something is pending here
   */
  async catchUpToWrite(robbing: boolean): Promise<void> {
    await this.#catchingUp;
    await this.#follow(robbing);
    this.#life.checkHealth();
  }

  async #follow(robbing: boolean): Promise<void> {
    if (this.#life.isOver) return;
    const tail = await readTail(this.#host.connection, {
      id: this.#id,
      logId: this.#logId,
      from: this.#log.durableSeq,
      newEpoch: robbing,
    });
    if (tail === null) {
      this.#life.end('deleted');
      return;
    }
    const robbed = tail.epoch > this.#life.epoch + (robbing ? 1 : 0);
    if (this.#log.hasPending && (robbed || tail.events.length > 0)) throw this.#life.enterConflict();
    this.#life.epoch = tail.epoch;
    if (tail.events.length === 0) return;
    this.#log.follow(tail.events);
    for (const event of tail.events) {
      this.#host.notifier.notify({ type: 'session/event', sessionId: this.#id, event });
    }
    const { durableSeq } = this.#log;
    this.#host.notifier.notify({ type: 'session/flush', sessionId: this.#id, durableSeq });
  }
}

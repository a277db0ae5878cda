import { readEvents } from '../storage/read-log.ts';
import { WriterLock } from '../tabs/writer-lock.ts';
import { LiveLog } from './live-log.ts';
import { Session, type SessionOrigin } from './session.ts';
import type { SessionHost } from './session-host.ts';
import { readySession } from './session-row.ts';
import type { OpenOptions } from './store-options.ts';
import type { SessionId } from './store-types.ts';

/** The open sessions of one store: one live object an id. */
export class LiveSessions {
  readonly #host: SessionHost;
  readonly #live = new Map<SessionId, Session>();
  readonly #opening = new Map<SessionId, Promise<Session>>();

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get(id: SessionId): Session | undefined {
    return this.#live.get(id);
  }

  all(): readonly Session[] {
    return [...this.#live.values()];
  }

  /** Forgets an object that has ended. */
  release(session: Session): void {
    if (this.#live.get(session.id) === session) this.#live.delete(session.id);
  }

  /** @throws SessionError SESSION_NOT_FOUND */
  async open(id: SessionId, options: OpenOptions): Promise<Session> {
    let opening = this.#opening.get(id);
    if (opening === undefined) {
      opening = this.#openOnce(id, options).finally(() => this.#opening.delete(id));
      this.#opening.set(id, opening);
    }
    const session = await opening;
    if (options.mode !== 'read') await session.wantToWrite();
    return session;
  }

  async #openOnce(id: SessionId, options: OpenOptions): Promise<Session> {
    const live = this.#live.get(id);
    // An object that is being closed may still be needed when its last commit fails.
    await live?.whenClosed?.catch(() => undefined);
    return this.#live.get(id) ?? this.#read(id, options);
  }

  async #read(id: SessionId, { repair = 'close-open-turn', mode = 'write' }: OpenOptions): Promise<Session> {
    const lock = new WriterLock(this.#host.databaseName, id);
    if (mode === 'write') await lock.tryAcquire();
    try {
      const { row, tail } = await this.#host.connection.read(async (transaction) => {
        const stored = await readySession(transaction, id);
        const from = stored.lastForkPoint === null ? 0 : stored.lastForkPoint + 1;
        return { row: stored, tail: await readEvents(transaction, stored.segments, from, stored.seq - 1) };
      });
      const { header, logId, epoch } = row;
      const log = new LiveLog(row, row.seq, tail);
      const wanted = mode === 'write';
      const session = new Session(this.#host, { header, logId, epoch, log, lock, repair, wanted });
      this.#live.set(id, session);
      if (session.mode === 'write') this.#host.tellWriter(id, 'here');
      await session.begin();
      return session;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Stores a new session with the writer's role in hand, so that no other tab comes in between. */
  async enter(
    id: SessionId,
    write: () => Promise<Pick<SessionOrigin, 'header' | 'logId' | 'epoch' | 'log'>>,
  ): Promise<Session> {
    const lock = new WriterLock(this.#host.databaseName, id);
    await lock.tryAcquire();
    let session: Session;
    try {
      const origin = await write();
      session = new Session(this.#host, { ...origin, lock, wanted: true, repair: 'close-open-turn' });
    } catch (error) {
      lock.release();
      throw error;
    }
    this.#live.set(id, session);
    this.#host.notifier.notify({ type: 'session/created', sessionId: id, header: session.header });
    this.#host.channel.send({ kind: 'changed', what: 'created', sessionId: id });
    return session;
  }

  async flush(): Promise<void> {
    await Promise.all(this.all().map((session) => session.flush()));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    await Promise.all(this.all().map((session) => session.close()));
  }
}

import { EventRefusedError, SessionError } from '../errors.ts';
import type { ModelMessage } from '../event/message.ts';
import type { SessionEvent } from '../event/session-event.ts';
import type { SessionEventMap, SessionEventType } from '../event/session-event-map.ts';
import type { SessionHeader } from '../event/session-header.ts';
import { closeOpenTurn } from '../rules/close-open-turn.ts';
import type { SurfaceEntry } from '../rules/surface.ts';
import type { ForkPoint } from '../rules/turn-record.ts';
import type { TabMessage } from '../tabs/tab-channel.ts';
import type { WriterLock } from '../tabs/writer-lock.ts';
import { WriterRole, type SessionMode } from '../tabs/writer-role.ts';
import type { AppendOptions, LiveLog } from './live-log.ts';
import { LogReader, type PendingLog } from './log-reader.ts';
import { SessionFollower } from './session-follower.ts';
import type { SessionHost } from './session-host.ts';
import { SessionLife } from './session-life.ts';
import type { RepairChoice } from './store-options.ts';
import type { DeriveOptions, EventRange, ForkPointOptions, SessionId, SessionStatus } from './store-types.ts';

export interface CloseOptions {
  /** Drop what could not be committed instead of rejecting. */
  readonly discard?: boolean;
}

/** What a store makes a session object of. */
export interface SessionOrigin {
  readonly header: SessionHeader;
  readonly logId: string;
  readonly epoch: number;
  readonly log: LiveLog;
  /** The lock of the writer's role, held or not. */
  readonly lock: WriterLock;
  /** Whether to become the writer as soon as possible. */
  readonly wanted: boolean;
  readonly repair: RepairChoice;
}

/** An open session: the one live object of its id in its store, its writer or a follower of the tab that is. */
export class Session {
  readonly id: SessionId;
  /** Frozen. */
  readonly header: SessionHeader;
  /** Tells this session from a later one with the same id. */
  readonly logId: string;
  readonly #host: SessionHost;
  readonly #log: LiveLog;
  readonly #reader: LogReader;
  readonly #life: SessionLife;
  readonly #follower: SessionFollower;
  readonly #role: WriterRole;
  readonly #repair: RepairChoice;
  #publishing = false;

  /** Sessions are made by a store: `create`, `open`, `fork`. */
  constructor(host: SessionHost, origin: SessionOrigin) {
    const { header, logId, epoch, log } = origin;
    const { id } = header;
    this.id = id;
    this.header = Object.freeze(header);
    this.logId = logId;
    this.#host = host;
    this.#log = log;
    this.#repair = origin.repair;
    this.#reader = new LogReader(host.connection, id, { logId, pending: log });
    this.#life = new SessionLife({ id, logId, epoch, host, log, onEnd: () => this.#ended() });
    this.#follower = new SessionFollower({ id, logId, host, log, life: this.#life });
    this.#role = new WriterRole({
      sessionId: id,
      tabId: host.tabId,
      channel: host.channel,
      lock: origin.lock,
      wanted: origin.wanted,
      times: host.roleTimes,
      holder: {
        prepareToWrite: (how) => this.#prepareToWrite(how === 'stolen'),
        finishWriting: () => this.flush(),
        modeChanged: (mode) => {
          host.notifier.notify({ type: 'session/mode', sessionId: id, mode });
          host.tellWriter(id, mode === 'write' ? 'here' : 'elsewhere');
        },
      },
    });
  }

  /** Whether this object is the session's one writer, or follows another tab that is. */
  get mode(): SessionMode {
    return this.#role.mode;
  }

  /** The next event's seq, and so how many events the log has. */
  get seq(): number {
    return this.#log.seq;
  }

  /** Every event below this seq is committed. */
  get durableSeq(): number {
    return this.#log.durableSeq;
  }

  /** Seq of the last `turn/end`, or null: `store.fork(session, session.lastForkPoint)` forks the last finished turn. */
  get lastForkPoint(): number | null {
    return this.#log.totals.lastForkPoint;
  }

  /** Number of the open turn, or null between turns. */
  get openTurn(): number | null {
    return this.#log.totals.openTurn?.turn ?? null;
  }

  /** The number that the next `turn/start` must have. */
  get nextTurn(): number {
    return this.#log.totals.lastTurn + 1;
  }

  get status(): SessionStatus {
    return this.#life.status;
  }

  /** Why the last commit failed, or null. The events are kept in memory and the commit is tried again. */
  get failure(): Error | null {
    return this.#life.failure;
  }

  /**
   * Adds one event to the log, synchronously: checks it, takes a frozen copy, gives it its seq and time, and queues
   * it for the next commit (after the store's window, or at once for a `turn/end`). Returns the event as logged.
   * @throws EventRefusedError when the event may not stand here; nothing changes then.
   * @throws SessionError SESSION_READ_ONLY when another tab is the writer, SESSION_NOT_LIVE when the session is closed
   *   or deleted, SESSION_CONFLICT when somebody else wrote to it.
   */
  append<Type extends SessionEventType>(
    type: Type,
    data: SessionEventMap[Type],
    options?: AppendOptions,
  ): SessionEvent<Type>;
  append<Type extends string>(
    type: Type extends SessionEventType ? never : Type,
    data: unknown,
    options?: AppendOptions,
  ): SessionEvent;
  append(type: string, data: unknown, options: AppendOptions = {}): SessionEvent {
    this.#checkWritable();
    return this.#append(type, data, options, this.#host.now());
  }

  #append(type: string, data: unknown, options: AppendOptions, time: number): SessionEvent {
    if (this.#publishing) {
      throw new EventRefusedError(
        'REENTRANT_APPEND',
        'a listener of session/event may not append to the same session: the event before is still being published',
        { path: '', eventType: type, seq: this.seq },
      );
    }
    const event = this.#log.append(type, data, options, time);
    this.#host.committer.schedule(this.#life, type === 'turn/end');
    this.#publishing = true;
    try {
      this.#host.notifier.notify({ type: 'session/event', sessionId: this.id, event });
    } finally {
      this.#publishing = false;
    }
    return event;
  }

  /**
   * Resolves when everything appended so far is committed.
   * @throws StorageError when the commit failed; the events stay in memory and are tried again.
   * @throws SessionError SESSION_NOT_LIVE or SESSION_CONFLICT when they can never be committed.
   */
  flush(): Promise<void> {
    return this.#life.flush();
  }

  /** Reads a range of the log, events that are not committed yet included. */
  events(range: EventRange = {}): Promise<readonly SessionEvent[]> {
    return this.#reader.events(range);
  }

  /** The event with this seq, or undefined when the log is shorter. */
  async eventAt(seq: number): Promise<SessionEvent | undefined> {
    const [event] = await this.events({ from: seq, limit: 1 });
    return event;
  }

  /** The messages that the model sees, in surface order, as DSH's replay gives them. */
  deriveMessages(options: DeriveOptions = {}): Promise<readonly ModelMessage[]> {
    return this.#reader.deriveMessages(options);
  }

  /** Every `turn/end` of the log, oldest first, with a summary of its turn; with `from`, those from a seq on. */
  forkPoints(options: ForkPointOptions = {}): Promise<readonly ForkPoint[]> {
    return this.#reader.forkPoints(options);
  }

  /** The current surface, in order. It must have been read once before a `replace` can be appended. */
  async surface(): Promise<readonly SurfaceEntry[]> {
    this.#life.checkHealth();
    const surface = await this.#log.surface.load(async () => {
      const turns = await this.#reader.turns(this.#log.surfaceKnownFrom - 1);
      return turns.flatMap((turn) => turn.surface);
    });
    return [...surface.entries];
  }

  /**
   * Ends a turn that will not go on, as crash repair does: missing tool results get an error result, the open step is
   * ended, and the turn ends with reason `interrupted`. Gives the events that were added; none when no turn is open.
   * @throws SessionError as `append`
   */
  async closeOpenTurn(): Promise<readonly SessionEvent[]> {
    this.#checkWritable();
    return this.#closeOpenTurn(() => this.#checkWritable());
  }

  async #closeOpenTurn(check: () => void): Promise<readonly SessionEvent[]> {
    for (;;) {
      const start = this.#log.totals.openTurn?.start;
      if (start === undefined) return [];
      const seq = this.seq;
      const events = await this.events({ from: start });
      check();
      if (this.seq !== seq) continue;
      const time = events.at(-1)?.time ?? this.#host.now();
      const added = closeOpenTurn(events, seq).map(({ type, data, ...options }) =>
        this.#append(type, data, options, time),
      );
      this.#host.notifier.notify({ type: 'session/repaired', sessionId: this.id, events: added });
      return added;
    }
  }

  /**
   * Becomes the writer: asks the tab that is, which commits and hands over; a tab that does not answer in `timeout`
   * ms (frozen, or hanging) is robbed, and what it has not committed is refused from then on.
   * @throws SessionError SESSION_NOT_LIVE
   */
  async takeOver({ timeout = 3_000 }: { readonly timeout?: number } = {}): Promise<void> {
    this.#life.checkHealth();
    await this.#role.takeOver(timeout);
  }

  /** For the store: repair what a dead writer left, when this object may. */
  async begin(): Promise<void> {
    if (this.mode === 'read' || this.#repair === 'none' || this.openTurn === null) return;
    try {
      await this.closeOpenTurn();
      await this.flush();
    } catch (error) {
      // Opened as it is: a repair that could not be committed is pending, one that was refused is reported here.
      if (this.failure !== error) this.#life.notifyError(error);
    }
  }

  /** For the store: somebody here opens the session to write. */
  wantToWrite(): Promise<void> {
    return this.#role.want();
  }

  /** For the store: the page is frozen or goes into the back-forward cache, where it must not keep others waiting. */
  suspend(): void {
    void this.#role.handOver(false);
  }

  /** For the store: the page is back. What its last moments committed could not be told any more. */
  resume(): void {
    this.#host.channel.send({ kind: 'changed', what: 'committed', sessionId: this.id });
    void this.catchUp();
    void this.#role.resume();
  }

  /** For the store: a message about this session from another tab. */
  hear(message: TabMessage): void {
    if (message.kind === 'changed') void this.catchUp();
    else this.#role.hear(message);
  }

  /** Takes in what other tabs have committed; nothing to do for the writer. */
  async catchUp(): Promise<void> {
    if (this.mode === 'read') await this.#follower.catchUp();
  }

  async #prepareToWrite(robbing: boolean): Promise<void> {
    await this.#follower.catchUpToWrite(robbing);
    if (this.#repair === 'none') return;
    await this.#closeOpenTurn(() => this.#life.checkHealth());
    await this.flush();
  }

  /**
   * Commits what is pending and ends this object; the stored session stays. Appends are refused from the call on.
   * @throws StorageError when the commit failed: the session then stays open, unless `discard` is set.
   */
  close({ discard = false }: CloseOptions = {}): Promise<void> {
    return this.#life.close(discard);
  }

  /** For the store: the close that is under way. */
  get whenClosed(): Promise<void> | undefined {
    return this.#life.closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** For the store: what is in memory and not in the database. */
  get pending(): PendingLog {
    return this.#log;
  }

  get isClosed(): boolean {
    return this.#life.isOver;
  }

  /** For the store: the stored session is gone. */
  markDeleted(): void {
    this.#life.end('deleted');
  }

  #ended(): void {
    const wrote = this.mode === 'write';
    this.#role.end();
    this.#host.release(this);
    if (wrote) this.#host.tellWriter(this.id, null);
  }

  #checkWritable(): void {
    this.#life.checkTakesEvents();
    if (this.mode === 'write') return;
    throw new SessionError(
      'SESSION_READ_ONLY',
      `session "${this.id}" is read-only here: another tab writes to it. Wait for session/mode, or call takeOver()`,
      this.id,
    );
  }
}

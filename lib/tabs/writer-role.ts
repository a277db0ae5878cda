import type { TabChannel, TabMessage } from './tab-channel.ts';
import type { WriterLock } from './writer-lock.ts';

/** `write`: this object is the session's one writer. `read`: another tab is, or nobody here wants to be. */
export type SessionMode = 'write' | 'read';

/** What the role asks of its session. */
export interface RoleHolder {
  /** Catch up with the stored log before the first append; after a theft, shut the robbed writer out first. */
  prepareToWrite(how: 'granted' | 'stolen'): Promise<void>;
  /** Commit everything, so that the next writer finds it. */
  finishWriting(): Promise<void>;
  modeChanged(mode: SessionMode): void;
}

export interface RoleTimes {
  /** ms between two questions whether the writer is still alive. */
  readonly heartbeat: number;
  /** Unanswered questions after which the writer counts as frozen. */
  readonly patience: number;
}

export const ROLE_TIMES: RoleTimes = { heartbeat: 2_500, patience: 3 };

/** The writer's role of one session in one tab: gets it, waits for it, hands it over, loses it. */
export class WriterRole {
  readonly #sessionId: string;
  readonly #tabId: string;
  readonly #channel: TabChannel;
  readonly #lock: WriterLock;
  readonly #holder: RoleHolder;
  readonly #times: RoleTimes;
  #mode: SessionMode;
  #wanted: boolean;
  #ended = false;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;

  constructor(options: {
    readonly sessionId: string;
    readonly tabId: string;
    readonly channel: TabChannel;
    /** Held already when the session is to begin as its writer. */
    readonly lock: WriterLock;
    /** Whether to become the writer as soon as that is possible. */
    readonly wanted: boolean;
    readonly holder: RoleHolder;
    readonly times?: RoleTimes;
  }) {
    this.#sessionId = options.sessionId;
    this.#tabId = options.tabId;
    this.#channel = options.channel;
    this.#lock = options.lock;
    this.#holder = options.holder;
    this.#times = options.times ?? ROLE_TIMES;
    this.#wanted = options.wanted;
    this.#mode = this.#lock.isHeld ? 'write' : 'read';
    this.#lock.onStolen = () => this.#lost();
    if (this.#mode === 'read' && this.#wanted) void this.#waitInLine();
  }

  get mode(): SessionMode {
    return this.#mode;
  }

  /** Becomes the writer when nobody else is, and else as soon as that changes. */
  async want(): Promise<void> {
    this.#wanted = true;
    if (this.#mode === 'write' || this.#ended) return;
    this.#stopWaiting();
    if (await this.#lock.tryAcquire()) await this.#begin('granted');
    else void this.#waitInLine();
  }

  /** Asks the writer for the role, and takes it when no answer comes in `timeout` ms. */
  async takeOver(timeout: number): Promise<void> {
    if (this.#mode === 'write' || this.#ended) return;
    this.#wanted = true;
    this.#stopWaiting();
    this.#channel.send({ kind: 'role-wanted', sessionId: this.#sessionId, by: this.#tabId });
    const timer = setTimeout(() => this.#lock.stopWaiting(), timeout);
    const granted = await this.#lock.wait();
    clearTimeout(timer);
    if (granted) await this.#begin('granted');
    else await this.#rob();
  }

  /** Commits and gives the role up; `again` waits in line for it afterwards. */
  async handOver(again: boolean): Promise<void> {
    if (this.#mode === 'read') {
      if (!again) this.#stopWaiting();
      return;
    }
    this.#setMode('read');
    try {
      await this.#holder.finishWriting();
    } catch {
      // The reason has been reported. Nobody else could store these events: the role stays where they are.
      if (this.#lock.isHeld) this.#setMode('write');
      return;
    }
    this.#lock.release();
    if (again && !this.#ended) void this.#waitInLine();
  }

  /** After the page was suspended: back into line. */
  async resume(): Promise<void> {
    if (this.#wanted) await this.want();
  }

  /** The lock was taken by another tab. */
  #lost(): void {
    if (this.#mode === 'write') this.#setMode('read');
    if (this.#wanted && !this.#ended) void this.#waitInLine();
  }

  /** A message about this session arrived from another tab. */
  hear(message: TabMessage): void {
    if (message.kind === 'role-wanted' && message.by !== this.#tabId) void this.handOver(this.#wanted);
    else if (message.kind === 'writer-here?' && this.#mode === 'write') {
      this.#channel.send({ kind: 'writer-here', sessionId: this.#sessionId, to: message.by });
    } else if (message.kind === 'writer-here' && message.to === this.#tabId) this.#unanswered = 0;
  }

  /** For good: the session is closed. */
  end(): void {
    this.#ended = true;
    this.#stopWaiting();
    this.#lock.release();
  }

  async #waitInLine(): Promise<void> {
    this.#startHeartbeat();
    const granted = await this.#lock.wait();
    if (!granted || this.#ended) return;
    await this.#begin('granted');
  }

  async #begin(how: 'granted' | 'stolen'): Promise<void> {
    this.#stopWaiting();
    try {
      await this.#holder.prepareToWrite(how);
    } catch {
      // What could not be read now cannot be written to either; the session has reported why.
      this.#lock.release();
      return;
    }
    if (this.#lock.isHeld && !this.#ended) this.#setMode('write');
  }

  async #rob(): Promise<void> {
    this.#stopWaiting();
    if (!this.#ended && (await this.#lock.steal())) await this.#begin('stolen');
  }

  /** A frozen writer keeps its lock and answers nothing: after some questions without an answer the role is taken. */
  #startHeartbeat(): void {
    if (this.#heartbeat !== undefined || !this.#channel.isOpen) return;
    this.#unanswered = 0;
    this.#heartbeat = setInterval(() => {
      if (typeof document !== 'undefined' && document.visibilityState === 'hidden') return;
      if (this.#unanswered >= this.#times.patience) {
        void this.#rob();
        return;
      }
      this.#unanswered += 1;
      this.#channel.send({ kind: 'writer-here?', sessionId: this.#sessionId, by: this.#tabId });
    }, this.#times.heartbeat);
  }

  #stopWaiting(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    this.#lock.stopWaiting();
  }

  #setMode(mode: SessionMode): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#holder.modeChanged(mode);
  }
}

/**
 * The Web Lock that makes one tab the writer of one session. The browser gives it up when the tab closes or crashes.
 * Where Web Locks are missing (old browsers, insecure contexts), everybody is granted at once: the check of the next
 * seq in each write is then the only guard.
 */
export class WriterLock {
  readonly #name: string;
  /** Another tab took the lock from us. */
  onStolen: () => void = () => undefined;
  #release: (() => void) | undefined;
  #waiting: AbortController | undefined;

  constructor(databaseName: string, sessionId: string) {
    this.#name = lockNameOf(databaseName, sessionId);
  }

  get isHeld(): boolean {
    return this.#release !== undefined;
  }

  /** Takes the lock if nobody has it. */
  tryAcquire(): Promise<boolean> {
    return this.#request({ ifAvailable: true });
  }

  /** Takes the lock from whoever has it. */
  steal(): Promise<boolean> {
    this.stopWaiting();
    return this.#request({ steal: true });
  }

  /** Waits in line for the lock; false when `stopWaiting` or `release` ended the wait. */
  async wait(): Promise<boolean> {
    this.stopWaiting();
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      return await this.#request({ signal: waiting.signal });
    } catch (error) {
      if (waiting.signal.aborted) return false;
      throw error;
    } finally {
      if (this.#waiting === waiting) this.#waiting = undefined;
    }
  }

  stopWaiting(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  release(): void {
    this.stopWaiting();
    this.#release?.();
    this.#release = undefined;
  }

  #request(options: LockOptions): Promise<boolean> {
    if (this.isHeld) return Promise.resolve(true);
    const locks = locksOfBrowser();
    if (locks === undefined) {
      this.#release = () => undefined;
      return Promise.resolve(true);
    }
    return new Promise((resolve, reject) => {
      let granted = false;
      locks
        .request(this.#name, options, (lock) => {
          granted = lock !== null;
          resolve(granted);
          if (lock === null) return undefined;
          return new Promise<void>((release) => {
            this.#release = release;
          });
        })
        .catch((error: unknown) => {
          if (!granted) reject(error instanceof Error ? error : new Error(String(error)));
          else if (this.#release !== undefined) {
            this.#release = undefined;
            this.onStolen();
          }
        });
    });
  }
}

export function lockNameOf(databaseName: string, sessionId: string): string {
  return `turnfork:${databaseName}:${sessionId}`;
}

function locksOfBrowser(): LockManager | undefined {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined;
}

export function hasWebLocks(): boolean {
  return locksOfBrowser() !== undefined;
}

import { LogFileError, type ImportWarning, type SessionStore } from '../../lib/index.ts';
import { newSessionId } from '../data/new-session-id.ts';
import { stringAt } from '../data/read-field.ts';
import { SnapshotSource } from '../data/snapshot-source.ts';

/** One file on its way into the store. */
export interface ImportEntry {
  readonly number: number;
  readonly name: string;
  readonly state: 'waiting' | 'reading' | 'done' | 'failed' | 'stopped';
  /** 0 to 1; null where the size is not known. */
  readonly progress: number | null;
  readonly events: number;
  readonly sharedEvents: number;
  readonly sessionId: string | null;
  readonly warnings: readonly ImportWarning[];
  readonly failure: ImportFailure | null;
}

export interface ImportFailure {
  readonly message: string;
  readonly code: string | null;
  /** 1-based, where the error has one and its message does not name it. */
  readonly line: number | null;
}

/** Imports log files one after the other, and keeps what became of each until it is dismissed. */
export class ImportQueue extends SnapshotSource<readonly ImportEntry[]> {
  readonly #store: SessionStore;
  readonly #files = new Map<number, File>();
  readonly #stops = new Map<number, AbortController>();
  readonly #onImported: (sessionId: string) => void;
  #next = 1;
  #working = false;

  constructor(store: SessionStore, onImported: (sessionId: string) => void) {
    super([]);
    this.#store = store;
    this.#onImported = onImported;
  }

  add(files: readonly File[]): void {
    for (const file of files) this.#enqueue(file, null);
    void this.#work();
  }

  /** Imports a file once more, under an id of its own: the way out when its id is taken. */
  addCopy(number: number): void {
    const file = this.#files.get(number);
    if (file === undefined) return;
    this.dismiss(number);
    this.#enqueue(file, newSessionId());
    void this.#work();
  }

  stop(number: number): void {
    this.#stops.get(number)?.abort();
  }

  dismiss(number: number): void {
    this.stop(number);
    this.#files.delete(number);
    this.publish(this.getSnapshot().filter((entry) => entry.number !== number));
  }

  dismissAll(): void {
    for (const { number } of this.getSnapshot()) this.dismiss(number);
  }

  readonly #ids = new Map<number, string>();

  #enqueue(file: File, sessionId: string | null): void {
    const number = this.#next;
    this.#next += 1;
    this.#files.set(number, file);
    if (sessionId !== null) this.#ids.set(number, sessionId);
    const entry: ImportEntry = {
      number,
      name: file.name,
      state: 'waiting',
      progress: 0,
      events: 0,
      sharedEvents: 0,
      sessionId: null,
      warnings: [],
      failure: null,
    };
    this.publish([...this.getSnapshot(), entry]);
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (;;) {
      const waiting = this.getSnapshot().find((entry) => entry.state === 'waiting');
      const file = waiting === undefined ? undefined : this.#files.get(waiting.number);
      if (waiting === undefined || file === undefined) break;
      await this.#import(waiting.number, file);
    }
    this.#working = false;
  }

  async #import(number: number, file: File): Promise<void> {
    const stop = new AbortController();
    const sessionId = this.#ids.get(number);
    this.#stops.set(number, stop);
    this.#change(number, { state: 'reading' });
    try {
      const result = await this.#store.importLog(file, {
        signal: stop.signal,
        ...(sessionId === undefined ? {} : { sessionId }),
        onProgress: ({ bytes, totalBytes, events }) => {
          const progress = totalBytes === null || totalBytes === 0 ? null : bytes / totalBytes;
          this.#change(number, { progress, events });
        },
      });
      this.#change(number, { ...result, state: 'done', progress: 1 });
      this.#onImported(result.sessionId);
    } catch (error) {
      if (stop.signal.aborted) this.#change(number, { state: 'stopped' });
      else this.#change(number, { state: 'failed', failure: failureOf(error) });
    } finally {
      this.#stops.delete(number);
    }
  }

  #change(number: number, changes: Partial<ImportEntry>): void {
    this.publish(
      this.getSnapshot().map((entry) => (entry.number === number ? { ...entry, ...changes } : entry)),
    );
  }
}

function failureOf(error: unknown): ImportFailure {
  const message = error instanceof Error ? error.message : String(error);
  const line = error instanceof LogFileError ? (error.line ?? null) : null;
  return {
    message,
    code: stringAt(error, 'code') ?? null,
    line: message.includes(`line ${line}`) ? null : line,
  };
}

import { SessionError, StorageError } from '../errors.ts';
import type { ModelMessage } from '../event/message.ts';
import type { SessionEvent } from '../event/session-event.ts';
import type { LogSource } from '../log-file/read-log-file.ts';
import type { ForkPoint } from '../rules/turn-record.ts';
import { Connection } from '../storage/connection.ts';
import type { AnyTransaction } from '../storage/schema.ts';
import { storeWasHere } from '../storage/store-marker.ts';
import { TabChannel, type TabMessage } from '../tabs/tab-channel.ts';
import type { StoreFault } from './check-store.ts';
import type { CreateOptions } from './create-session.ts';
import { listSessions, listTrash, type RowPage } from './list-sessions.ts';
import { loadPart } from './load-part.ts';
import type { LogReader } from './log-reader.ts';
import { newUuid } from './new-id.ts';
import { Notifier } from './notifier.ts';
import { watchPage } from './page-life.ts';
import type { StoreRepair } from './repair-store.ts';
import type { Session } from './session.ts';
import { liveFacts, summaryOf, type LiveFacts } from './session-summary.ts';
import { estimateStorage, persistStorage, type StorageEstimate } from './storage-space.ts';
import type { StoreCore } from './store-core.ts';
import type { OpenOptions, StoreOptions } from './store-options.ts';
import type {
  DeleteResult,
  DeriveOptions,
  EventRange,
  ExportOptions,
  ForkPointOptions,
  ImportOptions,
  ImportResult,
  ListOptions,
  SessionId,
  SessionMarks,
  SessionPage,
  SessionSummary,
  StoreListener,
  StoreNotification,
  StoreWarning,
} from './store-types.ts';
import { missingFeatures, STORAGE_CLEARED, STORAGE_EVICTED } from './store-warnings.ts';
import type { StoreWriter } from './store-writer.ts';
import { sweepStore } from './sweep-store.ts';
import { takeNews } from './tab-news.ts';

/**
 * Opens a store, and its database with it.
 * @throws StorageError STORAGE_UNAVAILABLE, STORAGE_BLOCKED, STORAGE_NEWER_VERSION, STORAGE_DAMAGED or STORAGE_FAILED
 */
export async function openSessionStore(options: StoreOptions = {}): Promise<SessionStore> {
  const store = new SessionStore(options);
  try {
    await store.ready();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The sessions of one database. */
export class SessionStore {
  readonly name: string;
  /** After so many days in the trash a session is deleted for good, by whoever opens the store then. */
  readonly trashDays: number;
  readonly #core: StoreCore;
  readonly #createId: () => SessionId;
  readonly #stopWatchingPage: () => void;
  readonly #warnings: StoreWarning[] = missingFeatures();
  #Reader: typeof LogReader | undefined;
  #writer: StoreWriter | undefined;
  #loading: Promise<StoreWriter> | undefined;
  #closed = false;

  /** Use `openSessionStore`. */
  constructor(options: StoreOptions) {
    const { name = 'turnfork', durability = 'relaxed', blockedTimeout = 5_000, flushWindow = 50 } = options;
    this.name = name;
    this.#createId = options.createId ?? (() => `session-${newUuid()}`);
    this.trashDays = options.trashDays ?? 30;
    const channel = new TabChannel(name, (message) => void this.#hear(message));
    const connection = new Connection({
      name,
      durability,
      blockedTimeout,
      onLost: (why) => this.#notifyLost(why),
      onBlocked: options.onBlocked ?? (() => undefined),
      onCreated: (again) => this.#notifyCreated(again),
    });
    this.#core = {
      name,
      connection,
      channel,
      flushWindow,
      notifier: new Notifier(),
      now: options.now ?? Date.now,
      tellTabs: (what, sessionId) => channel.send({ kind: 'changed', what, sessionId }),
    };
    this.#stopWatchingPage = watchPage({
      hidden: () => void this.#writer?.writeNow(),
      shown: () => {
        for (const session of this.#live()) void session.catchUp();
      },
      suspended: () => {
        for (const session of this.#live()) session.suspend();
        // A message to a page in the back-forward cache makes the browser throw the page away.
        channel.close();
      },
      resumed: () => {
        channel.open();
        for (const session of this.#live()) session.resume();
      },
    });
  }

  #live(): readonly Session[] {
    return this.#writer?.sessions.all() ?? [];
  }

  /**
   * What writes is loaded apart, and at once when the store is open. Once it is there, the work begins within the call:
   * what the caller has appended so far is then what it sees.
   */
  async #write<Result>(work: (writer: StoreWriter) => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    if (this.#writer !== undefined) return work(this.#writer);
    const writer = await this.#load();
    this.#checkOpen();
    return work(writer);
  }

  /** The same for reading. Where a session is live, this is loaded, and the read sees the log as it is at the call. */
  async #read<Result>(id: SessionId, work: (reader: LogReader) => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    const Reader = this.#Reader ?? (await this.#loadReader());
    return work(new Reader(this.#core.connection, id, this.get(id)));
  }

  async #loadReader(): Promise<typeof LogReader> {
    const { LogReader } = await loadPart(() => import('./log-reader.ts'));
    this.#Reader = LogReader;
    return LogReader;
  }

  #load(): Promise<StoreWriter> {
    this.#loading ??= this.#loadReader()
      .then(async () => {
        const { StoreWriter } = await loadPart(() => import('./store-writer.ts'));
        this.#writer = new StoreWriter(this.#core);
        return this.#writer;
      })
      .catch((error: unknown) => {
        this.#loading = undefined;
        throw error;
      });
    return this.#loading;
  }

  /** What the store's user should know of this browser and its storage; told as `warning` notifications too. */
  get warnings(): readonly StoreWarning[] {
    return this.#warnings;
  }

  /** Opens the database and removes what died imports left, and what has been in the trash for long enough. */
  async ready(): Promise<void> {
    const { connection, now } = this.#core;
    await connection.open();
    await sweepStore(connection, this.trashDays, now());
    // Ready when it is needed; failing, the first operation tries again and tells.
    this.#load().catch(() => undefined);
    // In a task of its own: who subscribes right after the opening hears of it.
    const warnings = [...this.#warnings];
    setTimeout(() => {
      for (const warning of warnings) this.#notify({ type: 'warning', sessionId: null, warning });
    });
  }

  /**
   * Makes a session and opens it. Without an id, the store's id policy gives one.
   * @throws SessionError SESSION_ALREADY_EXISTS, INVALID_SESSION_ID or INVALID_HEADER
   * @throws EventRefusedError for a bad seed; its `seq` is the event's index.
   */
  create(id?: SessionId, options: CreateOptions = {}): Promise<Session> {
    return this.#write((writer) => writer.create(id ?? this.#createId(), options));
  }

  /**
   * Opens a stored session for appending. Every caller in this store gets the same object.
   * @throws SessionError SESSION_NOT_FOUND
   */
  open(id: SessionId, options: OpenOptions = {}): Promise<Session> {
    return this.#write((writer) => writer.open(id, options));
  }

  /** The session's live object, if somebody in this store has it open. */
  get(id: SessionId): Session | undefined {
    return this.#writer?.sessions.get(id);
  }

  /**
   * One page of sessions, last changed first. Reads no log. A session that is written to between two pages moves to the
   * top, and so may be missed by whoever is past it: `session/flush` tells of it.
   */
  async list(options: ListOptions = {}): Promise<SessionPage> {
    this.#checkOpen();
    return this.#page((transaction) => listSessions(transaction, options));
  }

  /** One page of the sessions in the trash, last thrown away first. */
  async listTrash(options: Omit<ListOptions, 'parent'> = {}): Promise<SessionPage> {
    this.#checkOpen();
    return this.#page((transaction) => listTrash(transaction, options));
  }

  async #page(read: (transaction: AnyTransaction) => Promise<RowPage>): Promise<SessionPage> {
    const { rows, cursor } = await this.#core.connection.read(read);
    const facts = await this.#facts();
    return { sessions: rows.map((row) => summaryOf(row, facts)), cursor };
  }

  #facts(): Promise<LiveFacts> {
    return liveFacts(this.name, (id) => this.get(id));
  }

  /** What `list` tells of one session, in the trash or not; undefined when there is none with this id. */
  async summary(id: SessionId): Promise<SessionSummary | undefined> {
    this.#checkOpen();
    const row = await this.#core.connection.read((transaction) =>
      transaction.objectStore('sessions').get(id),
    );
    if (row === undefined || row.state === 'importing') return undefined;
    return summaryOf(row, await this.#facts());
  }

  /** Reads a range of a session's log, open or not; what is pending in this store is included. */
  async events(id: SessionId, range: EventRange = {}): Promise<readonly SessionEvent[]> {
    return this.#read(id, (reader) => reader.events(range));
  }

  /** The model's messages of a session, open or not. */
  async deriveMessages(id: SessionId, options: DeriveOptions = {}): Promise<readonly ModelMessage[]> {
    return this.#read(id, (reader) => reader.deriveMessages(options));
  }

  /** Every `turn/end` of a session, oldest first; with `from`, those from a seq on. */
  async forkPoints(id: SessionId, options: ForkPointOptions = {}): Promise<readonly ForkPoint[]> {
    return this.#read(id, (reader) => reader.forkPoints(options));
  }

  /**
   * Starts a new session from a prefix of another one, in one transaction and in constant time, and opens it.
   * `boundary` is the seq of a `turn/end`; omitted, it is the source's last event, which must be one. Nothing is
   * clipped: `session.lastForkPoint` is the boundary for "the last finished turn". The child is given its parent's title
   * with a number, counted up to one that no session has.
   *
   * A retry is safe when `childSessionId` is given: it fails with SESSION_ALREADY_EXISTS, and the stored header's
   * `parentSession` and `seedLength` tell the caller that the child is its own.
   * @throws SessionForkError with the nearest fork points
   */
  fork(source: Session | SessionId, boundary?: number, childSessionId?: SessionId): Promise<Session> {
    return this.#write((writer) => writer.fork(source, boundary, childSessionId ?? this.#createId()));
  }

  /**
   * Gives a session a title of its own, from any tab and whether it is open or not; `null` takes it back, so that
   * the log's last `session/title` counts again. The log is not touched.
   * @throws SessionError INVALID_TITLE for a blank or overlong title, SESSION_NOT_FOUND
   */
  rename(id: SessionId, title: string | null): Promise<void> {
    return this.#write((writer) => writer.rename(id, title));
  }

  /**
   * Pins a session or labels it; what is not given stays. The log is not touched, and an export does not have it.
   * @throws SessionError INVALID_LABELS, SESSION_NOT_FOUND
   */
  mark(id: SessionId, marks: SessionMarks): Promise<void> {
    return this.#write((writer) => writer.mark(id, marks));
  }

  /**
   * Puts a session into the trash: it is committed and closed, no list shows it, nobody can open or fork it, and its id
   * stays taken. Its forks stay as they are. After `trashDays` it is deleted for good.
   * @throws SessionError SESSION_NOT_FOUND
   * @throws StorageError when something of it could not be committed: it then stays where it is.
   */
  trash(id: SessionId): Promise<void> {
    return this.#write((writer) => writer.trash(id));
  }

  /**
   * Takes a session out of the trash, as it was.
   * @throws SessionError SESSION_NOT_FOUND, NOT_IN_TRASH
   */
  restore(id: SessionId): Promise<void> {
    return this.#write((writer) => writer.restore(id));
  }

  /**
   * Deletes a session for good, in the trash or not. Its forks stay whole: pages that they use are kept until the last
   * of them is deleted.
   * @throws SessionError SESSION_NOT_FOUND
   */
  delete(id: SessionId): Promise<DeleteResult> {
    return this.#write((writer) => writer.delete(id));
  }

  /**
   * Reads a DSH log file (plain or zstd) into a new session, as a stream and in slices that leave the page fluid. The
   * session appears when all of it is stored; an error or an abort leaves the store as it was.
   * @throws LogFileError with the line
   */
  importLog(source: LogSource, options: ImportOptions = {}): Promise<ImportResult> {
    return this.#write((writer) => writer.importLog(source, options));
  }

  /**
   * Writes a session as a DSH log file, read page by page as the stream is drained. A title given by `rename` becomes
   * a last `session/title` record, which `importLog` takes back as the given title.
   * @throws SessionError SESSION_NOT_FOUND
   */
  async exportLog(id: SessionId, options: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#read(id, async (reader) => {
      const { writeLogFile } = await loadPart(() => import('../log-file/write-log-file.ts'));
      const row = await reader.row();
      const { packChunks, signal } = options;
      return writeLogFile(row.header, reader.batches(), {
        ...(packChunks === undefined ? {} : { packChunks }),
        ...(signal === undefined ? {} : { signal }),
        renamedTitle: row.givenTitle,
      });
    });
  }

  /**
   * Verifies the database: every event there, every total and turn record right, no row without an owner. Reads every
   * log (of one session when `id` is given). Empty when all is well.
   */
  async check(id?: SessionId): Promise<readonly StoreFault[]> {
    this.#checkOpen();
    const { checkStore } = await loadPart(() => import('./check-store.ts'));
    return checkStore(this.#core.connection, id);
  }

  /**
   * Mends what `check` finds where it can be derived from the events, and removes rows that belong to nobody. No event
   * that a session uses is removed or changed.
   */
  async repair(): Promise<StoreRepair> {
    this.#checkOpen();
    const { repairStore } = await loadPart(() => import('./repair-store.ts'));
    return repairStore(this.#core.connection);
  }

  /** The space that the browser gives this site, and whether it has promised to keep the data. */
  estimate(): Promise<StorageEstimate> {
    return estimateStorage();
  }

  /** Asks the browser to keep the data under pressure; false when it refuses. A page may have to be used for a while first. */
  persist(): Promise<boolean> {
    return persistStorage();
  }

  /** Calls the listener with everything that happens in this store; gives the function that ends it. */
  subscribe(listener: StoreListener): () => void {
    return this.#core.notifier.subscribe(listener);
  }

  /** Calls the listener with one kind of notification only. */
  on<Type extends StoreNotification['type']>(
    type: Type,
    listener: (notification: Extract<StoreNotification, { type: Type }>) => void,
  ): () => void {
    return this.#core.notifier.subscribe((notification) => {
      if (isOfType(notification, type)) listener(notification);
    });
  }

  /** Resolves when everything appended so far to any session of this store is committed. */
  async flush(): Promise<void> {
    await this.#writer?.sessions.flush();
  }

  /**
   * Commits what is pending, closes every session and the database.
   * @throws StorageError when something could not be committed: the store then stays open.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#writer?.sessions.close();
    this.#closed = true;
    this.#stopWatchingPage();
    this.#core.channel.close();
    await this.#core.connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #hear(message: TabMessage): Promise<void> {
    const desk = {
      notifier: this.#core.notifier,
      live: (id: SessionId) => this.get(id),
      summary: (id: SessionId) => this.summary(id),
    };
    try {
      await takeNews(desk, message);
    } catch (error) {
      if (this.#closed) return;
      const reported = error instanceof Error ? error : new StorageError('STORAGE_FAILED', String(error));
      this.#notify({ type: 'error', sessionId: message.sessionId, error: reported });
    }
  }

  #notify(notification: StoreNotification): void {
    this.#core.notifier.notify(notification);
  }

  #checkOpen(): void {
    if (this.#closed) throw new SessionError('STORE_CLOSED', `the store "${this.name}" is closed`, '');
  }

  #notifyLost(why: 'upgrade' | 'forced'): void {
    const error = new StorageError(
      'STORAGE_CLOSED',
      why === 'upgrade'
        ? 'another tab upgrades or deletes the database: the connection was closed to let it, and is opened again when needed'
        : 'the browser closed the connection to the database; it is opened again when needed',
    );
    this.#notify({ type: 'error', sessionId: null, error });
    // Whether the data is still there is found out now, and not when somebody next writes. Failing, the next use tells.
    if (why === 'forced') void this.#core.connection.open().catch(() => undefined);
  }

  /** The database was not there and has been made. */
  #notifyCreated(again: boolean): void {
    const warning = again ? STORAGE_CLEARED : storeWasHere(this.name) ? STORAGE_EVICTED : null;
    if (warning === null) return;
    this.#warnings.push(warning);
    if (!again) return;
    for (const session of this.#live()) session.markDeleted();
    this.#notify({ type: 'warning', sessionId: null, warning });
  }
}

function isOfType<Type extends StoreNotification['type']>(
  notification: StoreNotification,
  type: Type,
): notification is Extract<StoreNotification, { type: Type }> {
  return notification.type === type;
}

import { SessionError, StorageError } from '../errors.ts';
import type { ModelMessage } from '../event/message.ts';
import type { SessionEvent } from '../event/session-event.ts';
import type { LogSource } from '../log-file/read-log-file.ts';
import { writeLogFile } from '../log-file/write-log-file.ts';
import { checkSessionId } from '../rules/check-header.ts';
import type { LogTotals } from '../rules/log-totals.ts';
import type { ForkPoint } from '../rules/turn-record.ts';
import { Connection } from '../storage/connection.ts';
import type { AnyTransaction } from '../storage/schema.ts';
import { storeWasHere } from '../storage/store-marker.ts';
import { TabChannel, type TabChange, type TabMessage } from '../tabs/tab-channel.ts';
import { ROLE_TIMES } from '../tabs/writer-role.ts';
import { checkStore, type StoreFault } from './check-store.ts';
import { Committer } from './committer.ts';
import { buildSeed, createSession, headerOf, type CreateOptions } from './create-session.ts';
import { deleteSession } from './delete-session.ts';
import { forkSession } from './fork-session.ts';
import { importLog, sweepDeadImports } from './import-log.ts';
import { listSessions, listTrash, type RowPage } from './list-sessions.ts';
import { LiveLog } from './live-log.ts';
import { LiveSessions } from './live-sessions.ts';
import { LogReader } from './log-reader.ts';
import { checkLabels, checkTitle, markSession, renameSession } from './mark-session.ts';
import { newUuid } from './new-id.ts';
import { Notifier } from './notifier.ts';
import { missingFeatures, STORAGE_CLEARED, STORAGE_EVICTED } from './store-warnings.ts';
import { watchPage } from './page-life.ts';
import { repairStore, type StoreRepair } from './repair-store.ts';
import { Session } from './session.ts';
import { summaryOf } from './session-summary.ts';
import { estimateStorage, persistStorage, type StorageEstimate } from './storage-space.ts';
import type { OpenOptions, StoreOptions } from './store-options.ts';
import type {
  DeleteResult,
  DeriveOptions,
  EventRange,
  ExportOptions,
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
import { takeNews } from './tab-news.ts';
import { restoreSession, sweepTrash, trashSession } from './trash-session.ts';

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
  readonly #connection: Connection;
  readonly #committer: Committer;
  readonly #notifier = new Notifier();
  readonly #sessions: LiveSessions;
  readonly #createId: () => SessionId;
  readonly #now: () => number;
  readonly #channel: TabChannel;
  readonly #stopWatchingPage: () => void;
  readonly #trashDays: number;
  readonly #warnings: StoreWarning[] = missingFeatures();
  #closed = false;

  /** Use `openSessionStore`. */
  constructor(options: StoreOptions) {
    this.name = options.name ?? 'turnfork';
    this.#now = options.now ?? Date.now;
    this.#createId = options.createId ?? (() => `session-${newUuid()}`);
    this.#connection = new Connection({
      name: this.name,
      durability: options.durability ?? 'relaxed',
      blockedTimeout: options.blockedTimeout ?? 5_000,
      onLost: (why) => this.#notifyLost(why),
      onBlocked: options.onBlocked ?? (() => undefined),
      onCreated: (again) => this.#notifyCreated(again),
    });
    this.#trashDays = options.trashDays ?? 30;
    this.#committer = new Committer(this.#connection, options.flushWindow ?? 50, this.#now);
    this.#channel = new TabChannel(this.name, (message) => void this.#hear(message));
    this.#sessions = new LiveSessions({
      databaseName: this.name,
      channel: this.#channel,
      tabId: newUuid(),
      roleTimes: ROLE_TIMES,
      connection: this.#connection,
      committer: this.#committer,
      notifier: this.#notifier,
      now: this.#now,
      tellWriter: (sessionId, writer) => {
        this.#notifier.notify({ type: 'session/writer', sessionId, writer });
        this.#channel.send({ kind: 'changed', what: 'writer', sessionId });
      },
      release: (session) => this.#sessions.release(session),
    });
    this.#stopWatchingPage = watchPage({
      hidden: () => void this.#committer.writeNow(),
      shown: () => {
        for (const session of this.#sessions.all()) void session.catchUp();
      },
      suspended: () => {
        for (const session of this.#sessions.all()) session.suspend();
        // A message to a page in the back-forward cache makes the browser throw the page away.
        this.#channel.close();
      },
      resumed: () => {
        this.#channel.open();
        for (const session of this.#sessions.all()) session.resume();
      },
    });
  }

  /** What the store's user should know of this browser and its storage; told as `warning` notifications too. */
  get warnings(): readonly StoreWarning[] {
    return this.#warnings;
  }

  /** Opens the database and removes what died imports left, and what has been in the trash for long enough. */
  async ready(): Promise<void> {
    await this.#connection.open();
    await sweepDeadImports(this.#connection, this.#now());
    await sweepTrash(this.#connection, this.#trashDays, this.#now());
    // In a task of its own: who subscribes right after the opening hears of it.
    const warnings = [...this.#warnings];
    setTimeout(() => {
      for (const warning of warnings) this.#notifier.notify({ type: 'warning', sessionId: null, warning });
    });
  }

  /**
   * Makes a session and opens it. Without an id, the store's id policy gives one.
   * @throws SessionError SESSION_ALREADY_EXISTS, INVALID_SESSION_ID or INVALID_HEADER
   * @throws EventRefusedError for a bad seed; its `seq` is the event's index.
   */
  async create(id: SessionId = this.#createId(), options: CreateOptions = {}): Promise<Session> {
    this.#checkOpen();
    checkSessionId(id);
    const builder = buildSeed(options.seed ?? []);
    const now = this.#now();
    const seed = builder.takeBatch();
    const header = headerOf(id, options.meta ?? {}, now, seed.events.length);
    const logId = newUuid();
    return this.#sessions.enter(id, async () => {
      await this.#connection.write((transaction) => createSession(transaction, header, logId, seed, now));
      const tail = tailOf(seed.events, seed.totals);
      const log = new LiveLog(seed.totals, seed.events.length, tail, builder.surface);
      return { header, logId, epoch: 0, log };
    });
  }

  /**
   * Opens a stored session for appending. Every caller in this store gets the same object.
   * @throws SessionError SESSION_NOT_FOUND
   */
  async open(id: SessionId, options: OpenOptions = {}): Promise<Session> {
    this.#checkOpen();
    return this.#sessions.open(id, options);
  }

  /** The session's live object, if somebody in this store has it open. */
  get(id: SessionId): Session | undefined {
    return this.#sessions.get(id);
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
    const { rows, cursor } = await this.#connection.read(read);
    const live = await this.#sessions.facts();
    return { sessions: rows.map((row) => summaryOf(row, live)), cursor };
  }

  /** What `list` tells of one session, in the trash or not; undefined when there is none with this id. */
  async summary(id: SessionId): Promise<SessionSummary | undefined> {
    this.#checkOpen();
    const row = await this.#connection.read((transaction) => transaction.objectStore('sessions').get(id));
    if (row === undefined || row.state === 'importing') return undefined;
    return summaryOf(row, await this.#sessions.facts());
  }

  /** Reads a range of a session's log, open or not; what is pending in this store is included. */
  async events(id: SessionId, range: EventRange = {}): Promise<readonly SessionEvent[]> {
    return this.#reader(id).events(range);
  }

  /** The model's messages of a session, open or not. */
  async deriveMessages(id: SessionId, options: DeriveOptions = {}): Promise<readonly ModelMessage[]> {
    return this.#reader(id).deriveMessages(options);
  }

  /** Every `turn/end` of a session, oldest first. */
  async forkPoints(id: SessionId): Promise<readonly ForkPoint[]> {
    return this.#reader(id).forkPoints();
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
  async fork(source: Session | SessionId, boundary?: number, childSessionId?: SessionId): Promise<Session> {
    this.#checkOpen();
    const childId = childSessionId ?? this.#createId();
    checkSessionId(childId);
    const object = source instanceof Session ? source : undefined;
    const sourceId = source instanceof Session ? source.id : source;
    const live = object?.isClosed === false ? object : this.#sessions.get(sourceId);
    // Taken now: what the caller has seen is what "the last event" means.
    const lastSeq = live === undefined ? undefined : live.seq - 1;
    const flushFailure = await this.#flushThrough(live, boundary ?? lastSeq);
    const childLogId = newUuid();
    return this.#sessions.enter(childId, async () => {
      const row = await this.#connection.write((transaction) =>
        forkSession(transaction, {
          sourceId,
          ...(object === undefined ? {} : { sourceObject: { logId: object.logId, closed: object.isClosed } }),
          ...(boundary === undefined ? {} : { boundary }),
          ...(lastSeq === undefined ? {} : { lastSeq }),
          ...(flushFailure === undefined ? {} : { flushFailure }),
          childId,
          childLogId,
          now: this.#now(),
        }),
      );
      const { header, logId, epoch } = row;
      return { header, logId, epoch, log: new LiveLog(row, row.seq) };
    });
  }

  async #flushThrough(live: Session | undefined, seq: number | undefined): Promise<Error | undefined> {
    if (live === undefined || seq === undefined || !(seq >= live.durableSeq)) return undefined;
    try {
      await live.flush();
      return undefined;
    } catch (error) {
      return asError(error);
    }
  }

  /**
   * Gives a session a title of its own, from any tab and whether it is open or not; `null` takes it back, so that
   * the log's last `session/title` counts again. The log is not touched.
   * @throws SessionError INVALID_TITLE for a blank or overlong title, SESSION_NOT_FOUND
   */
  async rename(id: SessionId, title: string | null): Promise<void> {
    this.#checkOpen();
    checkTitle(title, id);
    const now = this.#now();
    await this.#connection.write((transaction) => renameSession(transaction, id, title, now));
    this.#notifier.notify({ type: 'session/renamed', sessionId: id, title });
    this.#tellTabs('renamed', id);
  }

  /**
   * Pins a session or labels it; what is not given stays. The log is not touched, and an export does not have it.
   * @throws SessionError INVALID_LABELS, SESSION_NOT_FOUND
   */
  async mark(id: SessionId, marks: SessionMarks): Promise<void> {
    this.#checkOpen();
    checkLabels(marks.labels ?? [], id);
    await this.#connection.write((transaction) => markSession(transaction, id, marks));
    this.#notifier.notify({ type: 'session/marked', sessionId: id });
    this.#tellTabs('marked', id);
  }

  /**
   * Puts a session into the trash: it is committed and closed, no list shows it, nobody can open or fork it, and its id
   * stays taken. Its forks stay as they are. After `trashDays` it is deleted for good.
   * @throws SessionError SESSION_NOT_FOUND
   * @throws StorageError when something of it could not be committed: it then stays where it is.
   */
  async trash(id: SessionId): Promise<void> {
    this.#checkOpen();
    await this.#sessions.get(id)?.close();
    await this.#connection.write((transaction) => trashSession(transaction, id, this.#now()));
    this.#notifier.notify({ type: 'session/trashed', sessionId: id });
    this.#tellTabs('trashed', id);
  }

  /**
   * Takes a session out of the trash, as it was.
   * @throws SessionError SESSION_NOT_FOUND, NOT_IN_TRASH
   */
  async restore(id: SessionId): Promise<void> {
    this.#checkOpen();
    await this.#connection.write((transaction) => restoreSession(transaction, id));
    this.#notifier.notify({ type: 'session/restored', sessionId: id });
    this.#tellTabs('restored', id);
  }

  /**
   * Deletes a session for good, in the trash or not. Its forks stay whole: pages that they use are kept until the last
   * of them is deleted.
   * @throws SessionError SESSION_NOT_FOUND
   */
  async delete(id: SessionId): Promise<DeleteResult> {
    this.#checkOpen();
    const pagesKeptFor = await this.#connection.write((transaction) => deleteSession(transaction, id));
    this.#sessions.get(id)?.markDeleted();
    this.#notifier.notify({ type: 'session/deleted', sessionId: id });
    this.#tellTabs('deleted', id);
    return { pagesKeptFor };
  }

  /**
   * Reads a DSH log file (plain or zstd) into a new session, as a stream and in slices that leave the page fluid. The
   * session appears when all of it is stored; an error or an abort leaves the store as it was.
   * @throws LogFileError with the line
   */
  async importLog(source: LogSource, options: ImportOptions = {}): Promise<ImportResult> {
    this.#checkOpen();
    if (options.sessionId !== undefined) checkSessionId(options.sessionId);
    const host = { connection: this.#connection, newLogId: newUuid, now: this.#now };
    const { result, header } = await importLog(host, source, options);
    this.#notifier.notify({ type: 'session/created', sessionId: result.sessionId, header });
    this.#tellTabs('created', result.sessionId);
    return result;
  }

  /**
   * Writes a session as a DSH log file, read page by page as the stream is drained. A title given by `rename` becomes
   * a last `session/title` record, which `importLog` takes back as the given title.
   * @throws SessionError SESSION_NOT_FOUND
   */
  async exportLog(id: SessionId, options: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const reader = this.#reader(id);
    const row = await reader.row();
    const { packChunks, signal } = options;
    return writeLogFile(row.header, reader.batches(), {
      ...(packChunks === undefined ? {} : { packChunks }),
      ...(signal === undefined ? {} : { signal }),
      renamedTitle: row.givenTitle,
    });
  }

  /**
   * Verifies the database: every event there, every total and turn record right, no row without an owner. Reads every
   * log (of one session when `id` is given). Empty when all is well.
   */
  async check(id?: SessionId): Promise<readonly StoreFault[]> {
    this.#checkOpen();
    return checkStore(this.#connection, id);
  }

  /**
   * Mends what `check` finds where it can be derived from the events, and removes rows that belong to nobody. No event
   * that a session uses is removed or changed.
   */
  async repair(): Promise<StoreRepair> {
    this.#checkOpen();
    return repairStore(this.#connection);
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
    return this.#notifier.subscribe(listener);
  }

  /** Calls the listener with one kind of notification only. */
  on<Type extends StoreNotification['type']>(
    type: Type,
    listener: (notification: Extract<StoreNotification, { type: Type }>) => void,
  ): () => void {
    return this.#notifier.subscribe((notification) => {
      if (isOfType(notification, type)) listener(notification);
    });
  }

  /** Resolves when everything appended so far to any session of this store is committed. */
  async flush(): Promise<void> {
    await this.#sessions.flush();
  }

  /**
   * Commits what is pending, closes every session and the database.
   * @throws StorageError when something could not be committed: the store then stays open.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#sessions.close();
    this.#closed = true;
    this.#stopWatchingPage();
    this.#channel.close();
    await this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #hear(message: TabMessage): Promise<void> {
    const desk = {
      notifier: this.#notifier,
      live: (id: SessionId) => this.#sessions.get(id),
      summary: (id: SessionId) => this.summary(id),
    };
    try {
      await takeNews(desk, message);
    } catch (error) {
      if (this.#closed) return;
      this.#notifier.notify({ type: 'error', sessionId: message.sessionId, error: asError(error) });
    }
  }

  #tellTabs(what: TabChange, sessionId: SessionId): void {
    this.#channel.send({ kind: 'changed', what, sessionId });
  }

  #reader(id: SessionId): LogReader {
    this.#checkOpen();
    const live = this.#sessions.get(id);
    return new LogReader(this.#connection, id, live);
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
    this.#notifier.notify({ type: 'error', sessionId: null, error });
    // Whether the data is still there is found out now, and not when somebody next writes. Failing, the next use tells.
    if (why === 'forced') void this.#connection.open().catch(() => undefined);
  }

  /** The database was not there and has been made. */
  #notifyCreated(again: boolean): void {
    const warning = again ? STORAGE_CLEARED : storeWasHere(this.name) ? STORAGE_EVICTED : null;
    if (warning === null) return;
    this.#warnings.push(warning);
    if (!again) return;
    for (const session of this.#sessions.all()) session.markDeleted();
    this.#notifier.notify({ type: 'warning', sessionId: null, warning });
  }
}

function tailOf(events: readonly SessionEvent[], totals: LogTotals): readonly SessionEvent[] {
  return totals.lastForkPoint === null ? events : events.slice(totals.lastForkPoint + 1);
}

function isOfType<Type extends StoreNotification['type']>(
  notification: StoreNotification,
  type: Type,
): notification is Extract<StoreNotification, { type: Type }> {
  return notification.type === type;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new StorageError('STORAGE_FAILED', String(error));
}

import { StorageError } from '../errors.ts';
import type { SessionEvent } from '../event/session-event.ts';
import type { LogSource } from '../log-file/read-log-file.ts';
import { checkSessionId } from '../rules/check-header.ts';
import type { LogTotals } from '../rules/log-totals.ts';
import { ROLE_TIMES } from '../tabs/writer-role.ts';
import { Committer } from './committer.ts';
import { buildSeed, createSession, headerOf, type CreateOptions } from './create-session.ts';
import { deleteSession } from './delete-session.ts';
import { forkSession } from './fork-session.ts';
import { LiveLog } from './live-log.ts';
import { LiveSessions } from './live-sessions.ts';
import { loadPart } from './load-part.ts';
import { checkLabels, checkTitle, markSession, renameSession } from './mark-session.ts';
import { newUuid } from './new-id.ts';
import type { Session } from './session.ts';
import type { StoreCore } from './store-core.ts';
import type { OpenOptions } from './store-options.ts';
import type { DeleteResult, ImportOptions, ImportResult, SessionId, SessionMarks } from './store-types.ts';
import { restoreSession, trashSession } from './trash-session.ts';

/**
 * The part of a store that changes something: live sessions, and the operations on stored ones. The checks of events
 * and the rules of logs come along with it, so it is loaded apart from what opens a store and reads.
 */
export class StoreWriter {
  readonly sessions: LiveSessions;
  readonly #core: StoreCore;
  readonly #committer: Committer;

  constructor(core: StoreCore) {
    const { name, connection, notifier, channel, now } = core;
    this.#core = core;
    this.#committer = new Committer(connection, core.flushWindow, now);
    this.sessions = new LiveSessions({
      databaseName: name,
      channel,
      tabId: newUuid(),
      roleTimes: ROLE_TIMES,
      connection,
      committer: this.#committer,
      notifier,
      now,
      tellWriter: (sessionId, writer) => {
        notifier.notify({ type: 'session/writer', sessionId, writer });
        core.tellTabs('writer', sessionId);
      },
      release: (session) => this.sessions.release(session),
    });
  }

  /** Commits what is pending; a failure is told to the sessions. */
  writeNow(): Promise<void> {
    return this.#committer.writeNow();
  }

  async create(id: SessionId, options: CreateOptions): Promise<Session> {
    const { connection, now: clock } = this.#core;
    checkSessionId(id);
    const builder = buildSeed(options.seed ?? []);
    const now = clock();
    const seed = builder.takeBatch();
    const header = headerOf(id, options.meta ?? {}, now, seed.events.length);
    const logId = newUuid();
    return this.sessions.enter(id, async () => {
      await connection.write((transaction) => createSession(transaction, header, logId, seed, now));
      const tail = tailOf(seed.events, seed.totals);
      const log = new LiveLog(seed.totals, seed.events.length, tail, builder.surface);
      return { header, logId, epoch: 0, log };
    });
  }

  open(id: SessionId, options: OpenOptions): Promise<Session> {
    return this.sessions.open(id, options);
  }

  async fork(
    source: Session | SessionId,
    boundary: number | undefined,
    childId: SessionId,
  ): Promise<Session> {
    const { connection, now } = this.#core;
    checkSessionId(childId);
    const object = typeof source === 'string' ? undefined : source;
    const sourceId = typeof source === 'string' ? source : source.id;
    const live = object?.isClosed === false ? object : this.sessions.get(sourceId);
    // Taken now: what the caller has seen is what "the last event" means.
    const lastSeq = live === undefined ? undefined : live.seq - 1;
    const flushFailure = await flushThrough(live, boundary ?? lastSeq);
    const childLogId = newUuid();
    return this.sessions.enter(childId, async () => {
      const row = await connection.write((transaction) =>
        forkSession(transaction, {
          sourceId,
          ...(object === undefined ? {} : { sourceObject: { logId: object.logId, closed: object.isClosed } }),
          ...(boundary === undefined ? {} : { boundary }),
          ...(lastSeq === undefined ? {} : { lastSeq }),
          ...(flushFailure === undefined ? {} : { flushFailure }),
          childId,
          childLogId,
          now: now(),
        }),
      );
      const { header, logId, epoch } = row;
      return { header, logId, epoch, log: new LiveLog(row, row.seq) };
    });
  }

  async rename(id: SessionId, title: string | null): Promise<void> {
    const { connection, notifier, now, tellTabs } = this.#core;
    checkTitle(title, id);
    const time = now();
    await connection.write((transaction) => renameSession(transaction, id, title, time));
    notifier.notify({ type: 'session/renamed', sessionId: id, title });
    tellTabs('renamed', id);
  }

  async mark(id: SessionId, marks: SessionMarks): Promise<void> {
    const { connection, notifier, tellTabs } = this.#core;
    checkLabels(marks.labels ?? [], id);
    await connection.write((transaction) => markSession(transaction, id, marks));
    notifier.notify({ type: 'session/marked', sessionId: id });
    tellTabs('marked', id);
  }

  async trash(id: SessionId): Promise<void> {
    const { connection, notifier, now, tellTabs } = this.#core;
    await this.sessions.get(id)?.close();
    await connection.write((transaction) => trashSession(transaction, id, now()));
    notifier.notify({ type: 'session/trashed', sessionId: id });
    tellTabs('trashed', id);
  }

  async restore(id: SessionId): Promise<void> {
    const { connection, notifier, tellTabs } = this.#core;
    await connection.write((transaction) => restoreSession(transaction, id));
    notifier.notify({ type: 'session/restored', sessionId: id });
    tellTabs('restored', id);
  }

  async delete(id: SessionId): Promise<DeleteResult> {
    const { connection, notifier, tellTabs } = this.#core;
    const pagesKeptFor = await connection.write((transaction) => deleteSession(transaction, id));
    this.sessions.get(id)?.markDeleted();
    notifier.notify({ type: 'session/deleted', sessionId: id });
    tellTabs('deleted', id);
    return { pagesKeptFor };
  }

  async importLog(source: LogSource, options: ImportOptions): Promise<ImportResult> {
    const { connection, notifier, now, tellTabs } = this.#core;
    if (options.sessionId !== undefined) checkSessionId(options.sessionId);
    const { importLog } = await loadPart(() => import('./import-log.ts'));
    const { result, header } = await importLog({ connection, newLogId: newUuid, now }, source, options);
    notifier.notify({ type: 'session/created', sessionId: result.sessionId, header });
    tellTabs('created', result.sessionId);
    return result;
  }
}

/** What the caller has seen must be stored before the fork; a failure counts only if the fork needed it. */
async function flushThrough(live: Session | undefined, seq: number | undefined): Promise<Error | undefined> {
  if (live === undefined || seq === undefined || !(seq >= live.durableSeq)) return undefined;
  try {
    await live.flush();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new StorageError('STORAGE_FAILED', String(error));
  }
}

function tailOf(events: readonly SessionEvent[], totals: LogTotals): readonly SessionEvent[] {
  return totals.lastForkPoint === null ? events : events.slice(totals.lastForkPoint + 1);
}

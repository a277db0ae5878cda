import { EventRefusedError, LogFileError, TurnforkError } from '../errors.ts';
import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import { throwIfAborted } from '../log-file/import-aborted.ts';
import { readLogFile, type LogFileReader, type LogSource } from '../log-file/read-log-file.ts';
import type { Connection } from '../storage/connection.ts';
import { readEvents } from '../storage/read-log.ts';
import type { ImportingSessionRow, ReadySessionRow, WriteTransaction } from '../storage/schema.ts';
import { cutSegments, logIdsOf, overlap, type Segment } from '../storage/segments.ts';
import { appendBatch } from './append-batch.ts';
import { releaseLogs, removeSessionRow } from './delete-session.ts';
import { LogBuilder } from './log-builder.ts';
import { newSessionRow, withTitle } from './session-row.ts';
import type { ImportOptions, ImportResult, ImportWarning } from './store-types.ts';
import { IMPORT_PATIENCE } from './import-patience.ts';

/** Bytes of events that an import gathers for one transaction: handing over more at once holds the page up. */
const BATCH_BYTES = 384 * 1024;
/** Estimated bytes of the shortest event. */
const SMALLEST_EVENT = 100;
/** Bytes of events that may wait in memory for the answer whether the parent's pages can be shared. */
const SHARING_BYTES = 32 * 1024 * 1024;

export interface ImportHost {
  readonly connection: Connection;
  newLogId(): string;
  now(): number;
}

/**
 * Reads a log file into a new session. The rows are written as the file is read, under an `importing` row that keeps
 * the id; the session appears with the last transaction, whole, and a failure removes everything again.
 * @throws LogFileError for what is wrong with the file, with its line; SESSION_ALREADY_EXISTS when the id is taken.
 */
export async function importLog(
  host: ImportHost,
  source: LogSource,
  options: ImportOptions,
): Promise<{ result: ImportResult; header: SessionHeader }> {
  const { signal, onProgress } = options;
  const file = await readLogFile(source, {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const id = options.sessionId ?? file.header.id;
  const header: SessionHeader = id === file.header.id ? file.header : Object.freeze({ ...file.header, id });
  const staged = new StagedImport(host, header);
  try {
    await staged.claim();
  } catch (error) {
    await file.close();
    throw error;
  }
  try {
    for await (const events of file.events) await staged.add(events, file);
    throwIfAborted(signal);
    const lastTime = Math.max(header.createdAt, staged.lastTime);
    await staged.publish(file.renamedTitle, Math.min(host.now(), lastTime));
  } catch (error) {
    await staged.undo();
    throw error;
  }
  const disorder = staged.builder.disorder.map((breach): ImportWarning => ({
    kind: 'turn-order',
    line: null,
    message: `event ${breach.seq ?? '?'} (${breach.eventType}) breaks the order of turns: ${breach.message}`,
  }));
  return {
    header,
    result: {
      sessionId: id,
      events: staged.seq,
      sharedEvents: staged.sharedEvents,
      warnings: [...file.warnings, ...disorder],
    },
  };
}

/** One import's rows, from the claim of the id to the published session or to nothing. */
class StagedImport {
  readonly builder = new LogBuilder();
  readonly #host: ImportHost;
  readonly #header: SessionHeader;
  readonly #logId: string;
  /** The stored parent's segments up to the seed's end, while they may be the same events; null when they are not. */
  #shared: readonly Segment[] | null = null;
  #begun = false;
  #writing: Promise<void> = Promise.resolve();
  sharedEvents = 0;
  seq = 0;
  lastTime = 0;

  constructor(host: ImportHost, header: SessionHeader) {
    this.#host = host;
    this.#header = header;
    this.#logId = host.newLogId();
  }

  /** Takes the id, and keeps the parent's pages from being deleted while they are compared. */
  async claim(): Promise<void> {
    const { id } = this.#header;
    this.#shared = await this.#host.connection.write(async (transaction) => {
      const sessions = transaction.objectStore('sessions');
      const taken = await sessions.get(id);
      if (taken?.state === 'importing' && this.#host.now() - taken.aliveAt > IMPORT_PATIENCE) {
        await removeSessionRow(transaction, taken);
      } else if (taken !== undefined) {
        throw new LogFileError('SESSION_ALREADY_EXISTS', `a session "${id}" is stored already`, 1);
      }
      const shared = await this.#shareableSegments(transaction);
      await sessions.add({
        state: 'importing',
        id,
        header: this.#header,
        logId: this.#logId,
        segments: shared ?? [],
        logIds: logIdsOf(shared ?? [], this.#logId),
        seq: 0,
        sealedSeq: 0,
        looseBytes: 0,
        aliveAt: this.#host.now(),
      });
      return shared;
    });
  }

  async #shareableSegments(transaction: WriteTransaction): Promise<Segment[] | null> {
    const { parentSession, seedLength = 0 } = this.#header;
    if (parentSession === undefined || seedLength === 0) return null;
    const parent = await transaction.objectStore('sessions').get(parentSession);
    if (parent === undefined || parent.state === 'importing' || parent.seq < seedLength) return null;
    const boundary = seedLength - 1;
    const [last] = overlap(parent.segments, boundary, boundary);
    if (last === undefined) return null;
    const end = await transaction.objectStore('turns').getKey([last.logId, boundary]);
    return end === undefined ? null : cutSegments(parent.segments, boundary);
  }

  async add(events: readonly SessionEvent[], file: Pick<LogFileReader, 'lineOf' | 'sizeOf'>): Promise<void> {
    for (const event of events) {
      try {
        // One of a packed row takes more room here than there.
        this.builder.add(event, Math.max(SMALLEST_EVENT, file.sizeOf(event.seq) ?? 0));
      } catch (error) {
        if (!(error instanceof EventRefusedError)) throw error;
        const line = file.lineOf(event.seq);
        throw new LogFileError('INVALID_RECORD', `line ${line}: ${error.message}`, line, { cause: error });
      }
      this.lastTime = Math.max(this.lastTime, event.time);
    }
    this.seq += events.length;
    if (this.#shared !== null) await this.#compareWithParent(this.#shared, events);
    if (this.#shared === null && this.builder.bytes >= BATCH_BYTES) await this.#writePages();
  }

  /** Holds events back while they are the parent's own; decides when the seed's end, or a difference, is reached. */
  async #compareWithParent(shared: readonly Segment[], events: readonly SessionEvent[]): Promise<void> {
    const seedLength = this.#header.seedLength ?? 0;
    const own = events.filter((event) => event.seq < seedLength);
    const from = own[0]?.seq ?? seedLength;
    const parents = await this.#host.connection.read((transaction) =>
      readEvents(transaction, shared, from, from + own.length - 1),
    );
    const same = own.every((event, index) => JSON.stringify(event) === JSON.stringify(parents[index]));
    if (!same || (this.seq < seedLength && this.builder.bytes > SHARING_BYTES)) {
      this.#shared = null;
      await this.#writePages();
    } else if (this.seq >= seedLength) {
      this.builder.dropFirst(seedLength);
      this.sharedEvents = seedLength;
      this.#shared = null;
      await this.#writePages();
    }
  }

  /** Writes what fills whole pages, while the reading goes on. What fails is told by the next write. */
  async #writePages(): Promise<void> {
    await this.#writing;
    const batch = this.builder.takePages();
    this.#writing = this.#host.connection
      .write(async (transaction) => {
        const row = await this.#beginLog(transaction);
        const written = await appendBatch(transaction, row, batch);
        await transaction.objectStore('sessions').put({ ...written, aliveAt: this.#host.now() });
      })
      .then(() => {
        this.#begun = true;
      });
    this.#writing.catch(() => undefined);
  }

  async publish(renamedTitle: string | null, updatedAt: number): Promise<void> {
    await this.#writing;
    // A file that ends within its seed shares nothing.
    this.#shared = null;
    const batch = this.builder.takeBatch();
    await this.#host.connection.write(async (transaction) => {
      const staged = await appendBatch(transaction, await this.#beginLog(transaction), batch);
      const row: ReadySessionRow = {
        ...newSessionRow(this.#header, this.#logId, updatedAt),
        segments: staged.segments,
        logIds: staged.logIds,
        seq: staged.seq,
        sealedSeq: staged.sealedSeq,
        looseBytes: staged.looseBytes,
      };
      const givenTitle = renamedTitle === null ? null : { title: renamedTitle, time: this.#host.now() };
      await transaction.objectStore('sessions').put(withTitle(row, { ...batch.totals, givenTitle }));
    });
  }

  /** Removes everything that was written. An import whose own removal fails is swept after its patience has run out. */
  async undo(): Promise<void> {
    await this.#writing.catch(() => undefined);
    try {
      await this.#host.connection.write(async (transaction) => {
        await removeSessionRow(transaction, await this.#stagedRow(transaction));
      });
    } catch (error) {
      if (!(error instanceof TurnforkError)) throw error;
    }
  }

  async #stagedRow(transaction: WriteTransaction): Promise<ImportingSessionRow> {
    const row = await transaction.objectStore('sessions').get(this.#header.id);
    if (row?.state !== 'importing' || row.logId !== this.#logId) {
      throw new LogFileError(
        'IMPORT_ABORTED',
        `the import of "${this.#header.id}" stood still and was removed`,
      );
    }
    return row;
  }

  /** The staged row; before the first write, with the parent's segments kept or, where they are not shared, let go. */
  async #beginLog(transaction: WriteTransaction): Promise<ImportingSessionRow> {
    const row = await this.#stagedRow(transaction);
    if (this.#begun) return row;
    const seq = this.sharedEvents;
    const segments = seq === 0 ? [] : row.segments;
    const begun = { ...row, segments, logIds: logIdsOf(segments, this.#logId), seq, sealedSeq: seq };
    await transaction.objectStore('sessions').put(begun);
    if (segments.length < row.segments.length) await releaseLogs(transaction, row.logIds);
    return begun;
  }
}

import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import type { DeltaRun } from '../rules/delta-runs.ts';
import type { LogTotals } from '../rules/log-totals.ts';
import type { TurnRecord } from '../rules/turn-record.ts';
import type { Segment } from './segments.ts';

export const DATABASE_VERSION = 2;

/** Some consecutive events of one log, those in `deltas` left out; its key is `[logId, seq of the first event]`. */
export interface LogRow {
  readonly events: readonly SessionEvent[];
}

/** The runs of stream deltas of one sealed page, under the page's key: who reads messages leaves them where they are. */
export interface DeltaRow {
  readonly runs: readonly DeltaRun[];
}

/** The summaries of many finished turns of one log, under the seq of the last one's `turn/end`: one read instead of many. */
export interface OverviewRow {
  /** Where the log's overview before this one ends, or the log begins. */
  readonly from: number;
  /** JSON of `TurnSummary[]`: browsers read one text faster than many small objects. */
  readonly text: string;
}

interface SessionRowBase {
  readonly id: string;
  readonly header: SessionHeader;
  /** The log that the session appends to. It also tells two sessions apart that had the same id one after the other. */
  readonly logId: string;
  readonly segments: readonly Segment[];
  /** Every log that `segments` and `logId` name: IndexedDB can index it, and so finds who uses a log. */
  readonly logIds: readonly string[];
  /** The next seq. */
  readonly seq: number;
  /** Own events from this seq on lie in small rows, one a commit; those below lie in sealed pages. */
  readonly sealedSeq: number;
  /** Estimated bytes of the events in small rows. */
  readonly looseBytes: number;
}

interface StoredSessionRowBase extends SessionRowBase, LogTotals {
  /** Counts the times that the writer's role was taken by force. */
  readonly epoch: number;
  /** Set by `rename`; stands before the logged title. */
  readonly givenTitle: { readonly title: string; readonly time: number } | null;
  /** The title that counts, where it is short enough to be looked up; null otherwise. */
  readonly titleKey: string | null;
  readonly pinned: boolean;
  readonly labels: readonly string[];
  /** `parentSession`, or '' for a root: IndexedDB cannot index null. */
  readonly parent: string;
  readonly createdAt: number;
}

/** A session that can be listed, opened and forked. */
export interface ReadySessionRow extends StoredSessionRowBase {
  readonly state: 'ready';
  /** Epoch ms of the last commit. */
  readonly updatedAt: number;
}

/** A session in the trash. It keeps its id taken and its pages owned; without `updatedAt` no index of the lists has it. */
export interface TrashedSessionRow extends StoredSessionRowBase {
  readonly state: 'trashed';
  readonly trashedAt: number;
  /** `updatedAt` of the session that it was, and will be again. */
  readonly lastUpdatedAt: number;
}

/** A session with a whole log, in the trash or not. */
export type StoredSessionRow = ReadySessionRow | TrashedSessionRow;

/** An import under way. It keeps its id taken and its pages owned; no index of the lists has it. */
export interface ImportingSessionRow extends SessionRowBase {
  readonly state: 'importing';
  /** Epoch ms of its last sign of life. */
  readonly aliveAt: number;
}

export type SessionRow = StoredSessionRow | ImportingSessionRow;

/** Key of a log or turn row: the log, and the seq of the row's first event (a log row) or `turn/end` (a turn row). */
export type LogKey = [logId: string, seq: number];

export interface TurnforkSchema extends DBSchema {
  sessions: {
    key: string;
    value: SessionRow;
    indexes: {
      updated: [updatedAt: number, id: string];
      parent: [parent: string, updatedAt: number, id: string];
      log: string;
      /** Only imports under way have it. */
      importing: number;
      title: string;
      /** Only sessions in the trash have it. */
      trash: [trashedAt: number, id: string];
    };
  };
  logs: { key: LogKey; value: LogRow };
  deltas: { key: LogKey; value: DeltaRow };
  turns: { key: LogKey; value: TurnRecord };
  overviews: { key: LogKey; value: OverviewRow };
}

export type StoreName = 'sessions' | 'logs' | 'deltas' | 'turns' | 'overviews';
export const STORE_NAMES: StoreName[] = ['sessions', 'logs', 'deltas', 'turns', 'overviews'];

export type Database = IDBPDatabase<TurnforkSchema>;
export type ReadTransaction = IDBPTransaction<TurnforkSchema, StoreName[]>;
export type WriteTransaction = IDBPTransaction<TurnforkSchema, StoreName[], 'readwrite'>;
/** A transaction that is only read from. */
export type AnyTransaction = ReadTransaction | WriteTransaction;

/** Longer titles than this many characters are not looked up. */
export const LONGEST_TITLE_KEY = 1_000;

export type UpgradeTransaction = IDBPTransaction<TurnforkSchema, StoreName[], 'versionchange'>;

/** Brings a database of any older version to the present one, one step a version. */
export async function upgradeDatabase(
  database: Database,
  oldVersion: number,
  transaction: UpgradeTransaction,
): Promise<void> {
  if (oldVersion < 1) {
    const sessions = database.createObjectStore('sessions', { keyPath: 'id' });
    sessions.createIndex('updated', ['updatedAt', 'id']);
    sessions.createIndex('parent', ['parent', 'updatedAt', 'id']);
    sessions.createIndex('log', 'logIds', { multiEntry: true });
    sessions.createIndex('importing', 'aliveAt');
    database.createObjectStore('logs');
    database.createObjectStore('turns');
  }
  if (oldVersion < 2) {
    // Pages of version 1 keep their deltas among their other events: both are read. Its turns get their overviews at a
    // later turn of their log.
    database.createObjectStore('deltas');
    database.createObjectStore('overviews');
    const sessions = transaction.objectStore('sessions');
    sessions.createIndex('title', 'titleKey');
    sessions.createIndex('trash', ['trashedAt', 'id']);
    for (let cursor = await sessions.openCursor(); cursor !== null; cursor = await cursor.continue()) {
      const row = cursor.value;
      if (row.state === 'ready')
        await cursor.update({ ...row, titleKey: titleKeyOf(row), pinned: false, labels: [] });
    }
  }
}

/** The title that a session is looked up by. */
export function titleKeyOf({
  givenTitle,
  loggedTitle,
}: Pick<StoredSessionRow, 'givenTitle' | 'loggedTitle'>): string | null {
  const title = givenTitle?.title ?? loggedTitle;
  return title !== null && title.length <= LONGEST_TITLE_KEY ? title : null;
}

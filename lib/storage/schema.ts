import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import type { LogTotals } from '../rules/log-totals.ts';
import type { TurnRecord } from '../rules/turn-record.ts';
import type { Segment } from './segments.ts';

export const DATABASE_VERSION = 1;

/** Some consecutive events of one log; its key is `[logId, seq of the first event]`. */
export interface LogRow {
  readonly events: readonly SessionEvent[];
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

/** A session that can be listed, opened and forked. */
export interface ReadySessionRow extends SessionRowBase, LogTotals {
  readonly state: 'ready';
  /** Counts the times that the writer's role was taken by force. */
  readonly epoch: number;
  /** Set by `rename`; stands before the logged title. */
  readonly givenTitle: { readonly title: string; readonly time: number } | null;
  /** `parentSession`, or '' for a root: IndexedDB cannot index null. */
  readonly parent: string;
  readonly createdAt: number;
  /** Epoch ms of the last commit. */
  readonly updatedAt: number;
}

/** An import under way. It keeps its id taken and its pages owned; no index of the lists has it. */
export interface ImportingSessionRow extends SessionRowBase {
  readonly state: 'importing';
  /** Epoch ms of its last sign of life. */
  readonly aliveAt: number;
}

export type SessionRow = ReadySessionRow | ImportingSessionRow;

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
    };
  };
  logs: { key: LogKey; value: LogRow };
  turns: { key: LogKey; value: TurnRecord };
}

export type StoreName = 'sessions' | 'logs' | 'turns';
export const STORE_NAMES: StoreName[] = ['sessions', 'logs', 'turns'];

export type Database = IDBPDatabase<TurnforkSchema>;
export type ReadTransaction = IDBPTransaction<TurnforkSchema, StoreName[]>;
export type WriteTransaction = IDBPTransaction<TurnforkSchema, StoreName[], 'readwrite'>;
/** A transaction that is only read from. */
export type AnyTransaction = ReadTransaction | WriteTransaction;

/** Brings a database of any older version to the present one, one step a version. */
export function upgradeDatabase(database: Database, oldVersion: number): void {
  if (oldVersion < 1) {
    const sessions = database.createObjectStore('sessions', { keyPath: 'id' });
    sessions.createIndex('updated', ['updatedAt', 'id']);
    sessions.createIndex('parent', ['parent', 'updatedAt', 'id']);
    sessions.createIndex('log', 'logIds', { multiEntry: true });
    sessions.createIndex('importing', 'aliveAt');
    database.createObjectStore('logs');
    database.createObjectStore('turns');
  }
}

import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import type { ImportProgress, ImportWarning } from '../log-file/log-file-types.ts';
import type { SessionMode } from '../tabs/writer-role.ts';

export type SessionId = string;
export type { SessionMode };

/**
 * How a live session's log stands: `clean` everything appended is committed, `dirty` events wait for their window,
 * `writing` a commit is under way, `failing` the last commit failed and is tried again, `conflict` somebody else
 * wrote to the session and this object can write no more, `closed` and `deleted` are final.
 */
export type SessionStatus = 'clean' | 'dirty' | 'writing' | 'failing' | 'conflict' | 'closed' | 'deleted';

/** Who has the writer's role of a session: this store, another tab (or another store of this tab), or nobody. */
export type SessionWriter = 'here' | 'elsewhere' | null;

/** One session as lists show it, read without its log. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly header: SessionHeader;
  /** Set by `rename`, or the log's last `session/title`, or null. */
  readonly title: string | null;
  /** How many events the log has: the next seq. */
  readonly seq: number;
  /** The open turn's number, or null between turns. */
  readonly openTurn: number | null;
  /** Seq of the last `turn/end`, or null. */
  readonly lastForkPoint: number | null;
  readonly turns: number;
  /** How many turns ended with reason `error`. */
  readonly failedTurns: number;
  readonly createdAt: number;
  /** Epoch ms of the last commit to this session; being forked does not change it. */
  readonly updatedAt: number;
  /** Status of the live session object in this store, or null when nobody here has it open. */
  readonly status: SessionStatus | null;
  readonly writer: SessionWriter;
  readonly pinned: boolean;
  /** Short texts that people gave with `mark`, in their order. */
  readonly labels: readonly string[];
  /** Epoch ms at which the session was put into the trash; null for one that is not there. */
  readonly trashedAt: number | null;
}

/** What people say of a session without touching its log. */
export interface SessionMarks {
  readonly pinned?: boolean;
  /** At most 20, of 1 to 60 characters, without doubles. */
  readonly labels?: readonly string[];
}

/** Which events to read: `from` and `to` are inclusive seqs. */
export interface EventRange {
  readonly from?: number;
  readonly to?: number;
  /** At most so many events, counted from the end that is read first. */
  readonly limit?: number;
  /** Newest first. */
  readonly reverse?: boolean;
}

export interface ListOptions {
  /** Only forks of this session; `null` only sessions without a parent. Omitted: all. */
  readonly parent?: SessionId | null;
  /** Sessions a page, 50 by default, 1,000 at most. */
  readonly limit?: number;
  /** The `cursor` of the page before. */
  readonly cursor?: string;
}

export interface SessionPage {
  /** Last changed first. */
  readonly sessions: readonly SessionSummary[];
  /** Give it to `list` for the next page; null at the end. */
  readonly cursor: string | null;
}

export interface ForkPointOptions {
  /** Only fork points from this seq on: a reader that follows a long session knows the others. */
  readonly from?: number;
}

export interface DeriveOptions {
  /** Messages as they were after this seq. Omitted: after the last event. */
  readonly through?: number;
}

export interface DeleteResult {
  /** Sessions that still use pages of the deleted session's logs. */
  readonly pagesKeptFor: readonly SessionId[];
}

export interface ImportOptions {
  /** Store the log under this id instead of the header's. */
  readonly sessionId?: SessionId;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportResult {
  readonly sessionId: SessionId;
  readonly events: number;
  /** How many events share the stored parent's pages instead of being written again. */
  readonly sharedEvents: number;
  readonly warnings: readonly ImportWarning[];
}

export interface ExportOptions {
  /** Write runs of stream deltas as packed rows, as DSH does. True by default. */
  readonly packChunks?: boolean;
  readonly signal?: AbortSignal;
}

/** Something that the store's user should know of. The store works. */
export interface StoreWarning {
  /**
   * `NO_WEB_LOCKS`: two tabs can both take themselves for a session's writer; the second commit is refused.
   * `NO_BROADCAST_CHANNEL`: what other tabs do is seen only when it is looked for.
   * `STORAGE_CLEARED`: the site's data was cleared while the store was open. Everything from before is gone.
   * `STORAGE_EVICTED`: a store was here before, and its database is gone: the browser has probably removed it to free
   * space. `persist()` asks it not to.
   */
  readonly code: 'NO_WEB_LOCKS' | 'NO_BROADCAST_CHANNEL' | 'STORAGE_CLEARED' | 'STORAGE_EVICTED';
  readonly message: string;
}

/** What happens in a store, for `subscribe`. */
export type StoreNotification =
  | { readonly type: 'session/created'; readonly sessionId: SessionId; readonly header: SessionHeader }
  | { readonly type: 'session/event'; readonly sessionId: SessionId; readonly event: SessionEvent }
  | { readonly type: 'session/flush'; readonly sessionId: SessionId; readonly durableSeq: number }
  | { readonly type: 'session/renamed'; readonly sessionId: SessionId; readonly title: string | null }
  | { readonly type: 'session/status'; readonly sessionId: SessionId; readonly status: SessionStatus }
  | {
      readonly type: 'session/repaired';
      readonly sessionId: SessionId;
      readonly events: readonly SessionEvent[];
    }
  | { readonly type: 'session/mode'; readonly sessionId: SessionId; readonly mode: SessionMode }
  /** The role changed hands. A session that was just made has its maker as the writer, which is not told. */
  | { readonly type: 'session/writer'; readonly sessionId: SessionId; readonly writer: SessionWriter }
  | { readonly type: 'session/marked'; readonly sessionId: SessionId }
  | { readonly type: 'session/trashed'; readonly sessionId: SessionId }
  | { readonly type: 'session/restored'; readonly sessionId: SessionId }
  | { readonly type: 'session/deleted'; readonly sessionId: SessionId }
  | { readonly type: 'warning'; readonly sessionId: null; readonly warning: StoreWarning }
  | { readonly type: 'error'; readonly sessionId: SessionId | null; readonly error: Error };

export type StoreListener = (notification: StoreNotification) => void;

export type { ImportProgress, ImportWarning };
export type { ForkPoint } from '../rules/turn-record.ts';

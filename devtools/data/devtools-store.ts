import type {
  DeleteResult,
  DeriveOptions,
  EventRange,
  ExportOptions,
  ForkPoint,
  ForkPointOptions,
  ListOptions,
  ModelMessage,
  SessionEvent,
  SessionId,
  SessionMarks,
  SessionPage,
  SessionSummary,
  StoreListener,
  StoreWarning,
} from '../../lib/index.ts';

/** What the panel needs of a store. turnfork's `SessionStore` is one; a recorded or remote store can be another. */
export interface DevtoolsStore {
  /** Under which the panel remembers the session that was looked at last. */
  readonly name?: string;
  /** After so many days the trash deletes for good; 30 when it is not said. */
  readonly trashDays?: number;
  readonly warnings?: readonly StoreWarning[];
  list(options?: ListOptions): Promise<SessionPage>;
  summary(sessionId: SessionId): Promise<SessionSummary | undefined>;
  /** Events in log order (newest first with `reverse`), those of a live session that are not committed yet included. */
  events(sessionId: SessionId, range?: EventRange): Promise<readonly SessionEvent[]>;
  forkPoints(sessionId: SessionId, options?: ForkPointOptions): Promise<readonly ForkPoint[]>;
  deriveMessages(sessionId: SessionId, options?: DeriveOptions): Promise<readonly ModelMessage[]>;
  create(sessionId?: SessionId): Promise<{ readonly id: SessionId }>;
  fork(source: SessionId, boundary: number, childSessionId: SessionId): Promise<{ readonly id: SessionId }>;
  rename(sessionId: SessionId, title: string | null): Promise<void>;
  mark(sessionId: SessionId, marks: SessionMarks): Promise<void>;
  trash(sessionId: SessionId): Promise<void>;
  restore(sessionId: SessionId): Promise<void>;
  listTrash(options?: Omit<ListOptions, 'parent'>): Promise<SessionPage>;
  delete(sessionId: SessionId): Promise<DeleteResult>;
  exportLog(
    sessionId: SessionId,
    options?: ExportOptions,
  ): ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
  subscribe(listener: StoreListener): () => void;
  /** Asks the browser to keep the data under pressure; false when it refuses. */
  persist?(): Promise<boolean>;
}

export type {
  ForkPoint,
  ModelMessage,
  SessionEvent,
  SessionHeader,
  SessionId,
  SessionPage,
  SessionStatus,
  SessionSummary,
  StoreNotification,
  StoreWarning,
  TokenUsage,
} from '../../lib/index.ts';

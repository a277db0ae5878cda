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
} from '../../lib/index.ts';

/** What the panel needs of a store. turnfork's `SessionStore` is one; a recorded or remote store can be another. */
export interface DevtoolsStore {
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
  TokenUsage,
} from '../../lib/index.ts';

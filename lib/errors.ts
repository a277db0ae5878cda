/** Base of every error that turnfork raises on purpose. `code` is stable and meant for programs, `message` for people. */
export class TurnforkError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

export type EventRefusalCode =
  | 'NOT_LOSSLESS_JSON'
  | 'INVALID_ENVELOPE'
  | 'INVALID_DATA'
  | 'RETIRED_EVENT'
  | 'TURN_ORDER'
  | 'STEP_ORDER'
  | 'TOOL_ORDER'
  | 'SURFACE'
  | 'SEQ_GAP'
  | 'EVENT_TOO_LARGE'
  | 'REENTRANT_APPEND';

/**
 * An event that the log cannot take. Nothing was written and no seq was used up.
 * `path` names the offending place (`data.message.content[0].text`), `seq` the event where it is known.
 */
export class EventRefusedError extends TurnforkError<EventRefusalCode> {
  readonly path: string;
  readonly eventType: string;
  readonly seq: number | undefined;

  constructor(
    code: EventRefusalCode,
    message: string,
    details: { path: string; eventType: string; seq?: number | undefined; cause?: unknown },
  ) {
    super(code, message, details.cause === undefined ? undefined : { cause: details.cause });
    this.path = details.path;
    this.eventType = details.eventType;
    this.seq = details.seq;
  }
}

export type SessionErrorCode =
  | 'SESSION_NOT_FOUND'
  | 'SESSION_ALREADY_EXISTS'
  | 'SESSION_NOT_LIVE'
  | 'SESSION_READ_ONLY'
  | 'SESSION_CONFLICT'
  | 'NOT_IN_TRASH'
  | 'INVALID_HEADER'
  | 'INVALID_SESSION_ID'
  | 'INVALID_TITLE'
  | 'INVALID_LABELS'
  | 'INVALID_RANGE'
  | 'STORE_CLOSED';

/** A request about a session that cannot be met: it is missing, taken, closed, or written by somebody else. */
export class SessionError extends TurnforkError<SessionErrorCode> {
  readonly sessionId: string;

  constructor(code: SessionErrorCode, message: string, sessionId: string, options?: ErrorOptions) {
    super(code, message, options);
    this.sessionId = sessionId;
  }
}

export type SessionForkErrorCode =
  'SESSION_ALREADY_EXISTS' | 'SESSION_NOT_FOUND' | 'SESSION_NOT_LIVE' | 'INVALID_BOUNDARY' | 'OPEN_TURN';

/** Why a fork was refused, finer than its code. */
export type SessionForkReason =
  | 'child-id-taken'
  | 'source-not-stored'
  | 'source-in-trash'
  | 'source-closed'
  | 'source-deleted'
  | 'source-replaced'
  | 'boundary-not-an-integer'
  | 'boundary-beyond-the-log'
  | 'boundary-between-turns'
  | 'boundary-inside-a-turn';

/** A fork that was refused. Nothing was written. `before` and `after` are the nearest seqs where it would work. */
export class SessionForkError extends TurnforkError<SessionForkErrorCode> {
  readonly reason: SessionForkReason;
  readonly sourceSessionId: string;
  readonly boundary: unknown;
  readonly before: number | null;
  readonly after: number | null;

  constructor(
    code: SessionForkErrorCode,
    message: string,
    details: {
      reason: SessionForkReason;
      sourceSessionId: string;
      boundary?: unknown;
      before?: number | null;
      after?: number | null;
    },
  ) {
    super(code, message);
    this.reason = details.reason;
    this.sourceSessionId = details.sourceSessionId;
    this.boundary = details.boundary;
    this.before = details.before ?? null;
    this.after = details.after ?? null;
  }
}

export type LogFileErrorCode =
  | 'MISSING_HEADER'
  | 'INVALID_HEADER'
  | 'UNSUPPORTED_VERSION'
  | 'INVALID_RECORD'
  | 'SEQ_GAP'
  | 'DAMAGED_FRAME'
  | 'SESSION_ALREADY_EXISTS'
  | 'IMPORT_ABORTED';

/** A log file that cannot be read. The store is as it was. `line` counts decompressed lines from 1. */
export class LogFileError extends TurnforkError<LogFileErrorCode> {
  readonly line: number | undefined;

  constructor(code: LogFileErrorCode, message: string, line?: number, options?: ErrorOptions) {
    super(code, message, options);
    this.line = line;
  }
}

export type StorageErrorCode =
  | 'STORAGE_UNAVAILABLE'
  | 'STORAGE_BLOCKED'
  | 'STORAGE_NEWER_VERSION'
  | 'STORAGE_DAMAGED'
  | 'STORAGE_CLOSED'
  | 'STORAGE_FULL'
  | 'STORAGE_FAILED';

/** A part of turnfork's own code that is loaded when it is first needed could not be fetched. Nothing was done. */
export class PartNotLoadedError extends TurnforkError<'PART_NOT_LOADED'> {
  constructor(message: string, options?: ErrorOptions) {
    super('PART_NOT_LOADED', message, options);
  }
}

/** The browser's storage did not do what it was asked. Events that were not committed are kept in memory. */
export class StorageError extends TurnforkError<StorageErrorCode> {}

/** No space is left for this origin. What was committed stays readable; writing goes on when space is there again. */
export class StorageFullError extends StorageError {
  constructor(message: string, options?: ErrorOptions) {
    super('STORAGE_FULL', message, options);
  }
}

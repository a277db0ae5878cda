import { SessionForkError, type SessionForkReason } from '../errors.ts';
import { SESSION_FORMAT_VERSION, type SessionHeader } from '../event/session-header.ts';
import { childTitles, freeChildTitle } from '../rules/child-title.ts';
import { EMPTY_TOTALS } from '../rules/log-totals.ts';
import type { TurnRecord } from '../rules/turn-record.ts';
import { turnAfter, turnAtOrBefore } from '../storage/read-turns.ts';
import {
  LONGEST_TITLE_KEY,
  type AnyTransaction,
  type ReadySessionRow,
  type SessionRow,
  type WriteTransaction,
} from '../storage/schema.ts';
import { cutSegments, logIdsOf } from '../storage/segments.ts';
import { together } from '../storage/together.ts';
import { newSessionRow, withTitle } from './session-row.ts';

export interface ForkRequest {
  readonly sourceId: string;
  /** Given when the caller forks a session object: the fork must be of this very session. */
  readonly sourceObject?: { readonly logId: string; readonly closed: boolean };
  /** Inclusive seq to fork through; omitted: `lastSeq`. */
  readonly boundary?: unknown;
  /** The source's last seq as the caller sees it (-1 when empty), where the source is live. */
  readonly lastSeq?: number;
  /** Why events that the caller sees could not be committed before the fork. */
  readonly flushFailure?: Error;
  readonly childId: string;
  readonly childLogId: string;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Checks a fork and writes its child, within one transaction. The child names the source's pages up to the boundary;
 * no event is read or written, so the cost does not grow with the log. The order of the checks is DSH's.
 * @throws SessionForkError
 */
export async function forkSession(
  transaction: WriteTransaction,
  request: ForkRequest,
): Promise<ReadySessionRow> {
  const sessions = transaction.objectStore('sessions');
  const [taken, stored] = await together(
    () => sessions.getKey(request.childId),
    () => sessions.get(request.sourceId),
  );
  if (taken !== undefined) {
    throw refusal(
      request,
      'SESSION_ALREADY_EXISTS',
      'child-id-taken',
      `session "${request.childId}" already exists`,
    );
  }
  const source = checkSource(request, stored);
  const end = await checkBoundary(transaction, request, source);
  const boundary = end?.seq ?? -1;
  const header: SessionHeader = {
    version: SESSION_FORMAT_VERSION,
    id: request.childId,
    createdAt: request.now,
    ...(source.header.cwd === undefined ? {} : { cwd: source.header.cwd }),
    parentSession: source.id,
    seedLength: boundary + 1,
  };
  const segments = cutSegments(source.segments, boundary);
  const title = await titleForChild(transaction, source);
  const row: ReadySessionRow = {
    ...newSessionRow(header, request.childLogId, request.now),
    givenTitle: title === null ? null : { title, time: request.now },
    segments,
    logIds: logIdsOf(segments, request.childLogId),
    seq: boundary + 1,
    sealedSeq: boundary + 1,
  };
  const child = withTitle(row, end?.totals ?? EMPTY_TOTALS);
  await sessions.add(child);
  return child;
}

/** The source's title, counted up to one that no session has. */
async function titleForChild(transaction: AnyTransaction, source: ReadySessionRow): Promise<string | null> {
  const titles = childTitles(source.givenTitle?.title ?? source.loggedTitle, LONGEST_TITLE_KEY);
  if (titles === null) return null;
  const index = transaction.objectStore('sessions').index('title');
  return freeChildTitle(titles, async (title) => (await index.getKey(title)) !== undefined);
}

function checkSource(request: ForkRequest, source: SessionRow | undefined): ReadySessionRow {
  const { sourceId, sourceObject } = request;
  if (source?.state === 'trashed') {
    throw refusal(
      request,
      'SESSION_NOT_FOUND',
      'source-in-trash',
      `session "${sourceId}" is in the trash: restore it first`,
    );
  }
  if (source?.state !== 'ready') {
    throw refusal(
      request,
      'SESSION_NOT_FOUND',
      sourceObject === undefined ? 'source-not-stored' : 'source-deleted',
      `session "${sourceId}" not found`,
    );
  }
  if (sourceObject !== undefined && sourceObject.logId !== source.logId) {
    throw refusal(
      request,
      'SESSION_NOT_LIVE',
      'source-replaced',
      `the given session object is not the session that is stored as "${sourceId}": that one was made after it`,
    );
  }
  if (sourceObject?.closed === true) {
    throw refusal(
      request,
      'SESSION_NOT_LIVE',
      'source-closed',
      `the given object of session "${sourceId}" is closed: fork by its id, or open it again`,
    );
  }
  return source;
}

/** The turn that the child ends with, or null for the fork of an empty session. */
async function checkBoundary(
  transaction: AnyTransaction,
  request: ForkRequest,
  source: ReadySessionRow,
): Promise<TurnRecord | null> {
  const lastSeq = request.lastSeq ?? source.seq - 1;
  const { boundary = lastSeq } = request;
  if (request.boundary === undefined && lastSeq === -1) return null;
  if (typeof boundary !== 'number' || !Number.isSafeInteger(boundary) || boundary < 0) {
    throw refusal(
      request,
      'INVALID_BOUNDARY',
      'boundary-not-an-integer',
      `fork boundary for session "${source.id}" must be a non-negative safe integer, got ${describe(boundary)}`,
    );
  }
  if (boundary >= source.seq) {
    if (boundary <= lastSeq && request.flushFailure !== undefined) throw request.flushFailure;
    const before = await turnAtOrBefore(transaction, source.segments, source.seq);
    throw refusal(
      request,
      'INVALID_BOUNDARY',
      'boundary-beyond-the-log',
      `fork boundary ${boundary} does not exist in session "${source.id}" (last seq: ${source.seq === 0 ? 'none' : source.seq - 1})`,
      { boundary, before: before?.seq ?? null },
    );
  }
  const [before, after] = await together(
    () => turnAtOrBefore(transaction, source.segments, boundary),
    () => turnAfter(transaction, source.segments, boundary),
  );
  if (before?.seq === boundary) return before;
  const open =
    after !== null
      ? after.start !== null && after.start <= boundary && after.turn
      : source.openTurn !== null && source.openTurn.start <= boundary && source.openTurn.turn;
  const nearest = { boundary, before: before?.seq ?? null, after: after?.seq ?? null };
  if (open !== false) {
    throw refusal(
      request,
      'OPEN_TURN',
      'boundary-inside-a-turn',
      `fork boundary ${boundary} in session "${source.id}" ends inside open turn ${open}`,
      nearest,
    );
  }
  throw refusal(
    request,
    'INVALID_BOUNDARY',
    'boundary-between-turns',
    `fork boundary ${boundary} in session "${source.id}" must be a turn/end; it lies between turns`,
    nearest,
  );
}

function refusal(
  request: ForkRequest,
  code: SessionForkError['code'],
  reason: SessionForkReason,
  message: string,
  nearest: { boundary?: number; before?: number | null; after?: number | null } = {},
): SessionForkError {
  const points = [nearest.before, nearest.after].filter((seq) => typeof seq === 'number');
  const hint = points.length === 0 ? '' : `; nearest fork points: ${points.join(' and ')}`;
  return new SessionForkError(code, message + hint, {
    reason,
    sourceSessionId: request.sourceId,
    boundary: request.boundary ?? nearest.boundary,
    ...nearest,
  });
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

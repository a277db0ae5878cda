import { SessionError } from '../errors.ts';
import {
  flawAt,
  flawMessage,
  isJsonObject,
  isSeq,
  type DataFlaw,
  type JsonObject,
} from '../event/data-flaw.ts';
import { snapshotJson } from '../event/lossless-json.ts';
import { LosslessJsonError } from '../event/lossless-json-error.ts';
import { SESSION_FORMAT_VERSION, type SessionHeader } from '../event/session-header.ts';

/** In UTF-16 units. Ids are index keys and go into messages. */
const MAX_ID_LENGTH = 1024;

/**
 * Checks that an id is a non-empty string of at most 1,024 UTF-16 units; what it looks like is the caller's choice.
 * @throws SessionError INVALID_SESSION_ID
 */
export function checkSessionId(id: unknown): asserts id is string {
  const flaw = idFlaw(id, 'session id');
  if (flaw !== null) throw new SessionError('INVALID_SESSION_ID', flawMessage(flaw), nameOf(id));
}

/**
 * Checks a session's header against DSH's format 0; gives a frozen copy with its keys in the format's order.
 * @throws SessionError INVALID_HEADER, whose message names the field.
 */
export function checkHeader(value: unknown): SessionHeader {
  const header = snapshotHeader(value);
  assertHeader(header);
  const { version, id, createdAt, cwd, parentSession, seedLength, origin, delegationDepth, agentPreset } =
    header;
  return Object.freeze({
    version,
    id,
    createdAt,
    ...(cwd === undefined ? {} : { cwd }),
    ...(parentSession === undefined ? {} : { parentSession }),
    ...(seedLength === undefined ? {} : { seedLength }),
    ...(origin === undefined ? {} : { origin }),
    ...(delegationDepth === undefined ? {} : { delegationDepth }),
    ...(agentPreset === undefined ? {} : { agentPreset }),
  });
}

function assertHeader(header: JsonObject): asserts header is JsonObject & SessionHeader {
  const flaw = headerFlaw(header);
  if (flaw !== null) throw invalidHeader(flawMessage(flaw), header['id']);
}

function snapshotHeader(value: unknown): JsonObject {
  try {
    const header = snapshotJson(value, 'header').value;
    if (isJsonObject(header)) return header;
    throw invalidHeader(flawMessage(flawAt('header', 'an object', header)), undefined);
  } catch (error) {
    if (!(error instanceof LosslessJsonError)) throw error;
    throw invalidHeader(error.message, undefined, { cause: error });
  }
}

type FieldFlaw = (value: unknown, path: string) => DataFlaw | null;

/** The fields of a header in the format's order, each with its check. */
const FIELDS: { readonly [Key in keyof SessionHeader]-?: FieldFlaw } = {
  version: (value, path) =>
    value === SESSION_FORMAT_VERSION ? null : flawAt(path, String(SESSION_FORMAT_VERSION), value),
  id: idFlaw,
  createdAt: (value, path) =>
    isSeq(value) ? null : flawAt(path, 'epoch milliseconds, a safe integer', value),
  cwd: (value, path) => (isAbsolutePath(value) ? null : flawAt(path, 'an absolute path', value)),
  parentSession: stringFieldFlaw,
  seedLength: countFlaw,
  origin: (value, path) => (value === 'subagent' ? null : flawAt(path, '"subagent" or left out', value)),
  delegationDepth: countFlaw,
  agentPreset: stringFieldFlaw,
};

const REQUIRED = ['version', 'id', 'createdAt'];
const RETIRED: ReadonlySet<string> = new Set(['sandboxMode', 'approvalPolicy']);
const CHECKS: ReadonlyMap<string, FieldFlaw> = new Map(Object.entries(FIELDS));

function headerFlaw(header: JsonObject): DataFlaw | null {
  for (const key of REQUIRED) {
    if (!Object.hasOwn(header, key)) return CHECKS.get(key)?.(undefined, `header.${key}`) ?? null;
  }
  for (const key of Object.keys(header)) {
    const path = `header.${key}`;
    const check = CHECKS.get(key);
    if (check === undefined)
      return flawAt(path, RETIRED.has(key) ? RETIRED_FIELD : UNKNOWN_FIELD, header[key]);
    const flaw = check(header[key], path);
    if (flaw !== null) return flaw;
  }
  return null;
}

const RETIRED_FIELD = 'left out: the field is retired';
const UNKNOWN_FIELD = 'left out: a header has no such field';

function idFlaw(value: unknown, path: string): DataFlaw | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH
    ? null
    : flawAt(path, `a non-empty string of at most ${MAX_ID_LENGTH} characters`, value);
}

function stringFieldFlaw(value: unknown, path: string): DataFlaw | null {
  return typeof value === 'string' ? null : flawAt(path, 'a string', value);
}

function countFlaw(value: unknown, path: string): DataFlaw | null {
  return isSeq(value) ? null : flawAt(path, 'a non-negative safe integer', value);
}

/** Logs are carried between systems, so the paths of all of them count: POSIX, a Windows drive, UNC. */
function isAbsolutePath(value: unknown): boolean {
  return typeof value === 'string' && /^(\/|[A-Za-z]:[\\/]|\\\\[^\\/])/.test(value);
}

function nameOf(id: unknown): string {
  return typeof id === 'string' ? id.slice(0, MAX_ID_LENGTH) : '';
}

function invalidHeader(message: string, id: unknown, options?: ErrorOptions): SessionError {
  return new SessionError('INVALID_HEADER', message, nameOf(id), options);
}

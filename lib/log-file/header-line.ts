import { LogFileError, SessionError } from '../errors.ts';
import { isJsonObject } from '../event/data-flaw.ts';
import { SESSION_FORMAT_VERSION, type SessionHeader } from '../event/session-header.ts';
import { checkHeader } from '../rules/check-header.ts';
import { LineFlaw, parseLine } from './parse-line.ts';
import type { LogLine } from './split-lines.ts';

/** @throws LogFileError MISSING_HEADER, INVALID_HEADER or UNSUPPORTED_VERSION, of line 1 */
export function readHeaderLine(line: LogLine | undefined): SessionHeader {
  if (line?.flaw !== undefined) throw missing(line.flaw);
  const text = line?.text?.replace(/^\uFEFF/, '') ?? '';
  if (line?.isEnded !== true || text.trim() === '') throw missing('the file has no complete first line');
  const parsed = parseLine(text);
  const { value } = parsed;
  if (!isJsonObject(value) || value['type'] !== 'session') {
    throw missing(value === undefined && parsed instanceof LineFlaw ? parsed.message : NOT_A_HEADER);
  }
  checkVersion(value['version']);
  if (parsed instanceof LineFlaw) throw invalid(parsed.message);
  if (!('delegationDepth' in value)) throw invalid('delegationDepth is missing: a log file must tell it');
  const { type: _type, ...header } = value;
  try {
    return checkHeader(header);
  } catch (error) {
    if (error instanceof SessionError) throw invalid(error.message, error);
    throw error;
  }
}

const NOT_A_HEADER = 'the first record must have "type":"session"';

/** The record that begins a log file. */
export function headerRecord(header: SessionHeader): object {
  const {
    version,
    id,
    createdAt,
    cwd,
    parentSession,
    seedLength,
    origin,
    delegationDepth = 0,
    agentPreset,
  } = header;
  // JSON leaves out what is undefined.
  return {
    type: 'session',
    version,
    id,
    createdAt,
    cwd,
    parentSession,
    seedLength,
    origin,
    delegationDepth,
    agentPreset,
  };
}

function checkVersion(version: unknown): void {
  // A -0 is no 0: neither is it a version.
  if (Object.is(version, SESSION_FORMAT_VERSION)) return;
  const isNewer = Number.isSafeInteger(version) && Number(version) > SESSION_FORMAT_VERSION;
  const name = typeof version === 'number' ? version : `of a version that is no number`;
  throw new LogFileError(
    'UNSUPPORTED_VERSION',
    isNewer
      ? `written by a newer DSH (format ${name}); turnfork reads format ${SESSION_FORMAT_VERSION}`
      : `a format ${name} is unknown; turnfork reads format ${SESSION_FORMAT_VERSION}`,
    1,
  );
}

function missing(message: string): LogFileError {
  return new LogFileError('MISSING_HEADER', `line 1 is no session header: ${message}`, 1);
}

function invalid(message: string, cause?: unknown): LogFileError {
  return new LogFileError('INVALID_HEADER', `line 1: ${message}`, 1, { cause });
}

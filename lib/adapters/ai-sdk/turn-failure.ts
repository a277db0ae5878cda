import type { TurnEndReasonMap } from '../../index.ts';
import { jsonText } from './json-copy.ts';
import { countAt, isObject, objectAt, textAt, type UnknownPart } from './read-part.ts';

export type LoggedError = TurnEndReasonMap['error']['error'];

/** Takes what must not be stored out of a text that came with an error, an API key for instance. */
export type Redact = (text: string) => string;

/** How long an error's message may get in the log: some carry a whole page of HTML. */
const MAX_MESSAGE = 2_000;

/** What of an error goes into the log: its words, a code for programs, and what a retry needs to know. */
export function loggedError(error: unknown, redact: Redact): LoggedError {
  const cause = lastCause(error);
  const source = isObject(cause) ? cause : {};
  const status = countAt(source, 'statusCode');
  const headers = objectAt(source, 'responseHeaders') ?? {};
  const providerRetryAfterMs = retryAfter(headers);
  const requestId = textAt(headers, 'x-request-id') ?? textAt(headers, 'request-id');
  return {
    message: redact(messageOf(cause)).slice(0, MAX_MESSAGE),
    code: codeOf(source, status),
    ...(status === undefined ? {} : { status }),
    ...(providerRetryAfterMs === undefined ? {} : { providerRetryAfterMs }),
    ...(requestId === undefined ? {} : { requestId: redact(requestId).slice(0, 200) }),
  };
}

export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  if (isObject(error) && typeof error['message'] === 'string') return error['message'];
  return jsonText(error) ?? Object.prototype.toString.call(error);
}

/** The SDK gives up after some tries with an error around the last one, which is the one that says why. */
function lastCause(error: unknown): unknown {
  return isObject(error) && error['name'] === 'AI_RetryError' && error['lastError'] !== undefined
    ? error['lastError']
    : error;
}

function codeOf(source: UnknownPart, status: number | undefined): string {
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 429) return 'RATE_LIMIT';
  if (status !== undefined && status >= 500) return 'SERVER_ERROR';
  if (status !== undefined && status >= 400) return 'BAD_REQUEST';
  const code = textAt(source, 'code');
  if (code !== undefined && code !== '') return code.slice(0, 100);
  const name = textAt(source, 'name') ?? '';
  return name === '' || name === 'Error' ? 'MODEL_ERROR' : name.slice(0, 100);
}

/** Milliseconds, from `retry-after-ms`, or `retry-after` in seconds. A date there is left out: clocks differ. */
function retryAfter(headers: UnknownPart): number | undefined {
  const ms = Number(textAt(headers, 'retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return Math.round(ms);
  const seconds = Number(textAt(headers, 'retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : undefined;
}

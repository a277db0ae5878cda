import { chunkFlaw, kindFlaw, usageFlaw } from './check-content.ts';
import { assistantMessageFlaw, toolResultMessageFlaw, userMessageFlaw } from './check-message.ts';
import {
  constantFlaw,
  flawAt,
  isJsonObject,
  isSeq,
  listFlaw,
  nonEmptyStringFlaw,
  numberFlaw,
  objectFlaw,
  optionalFlaw,
  ordinalFlaw,
  stringFlaw,
  type DataFlaw,
  type JsonObject,
} from './data-flaw.ts';
import type { SessionEventType } from './session-event-map.ts';

const AT = 'data';

type PayloadCheck = (data: JsonObject) => DataFlaw | null;

const PAYLOAD_CHECKS = {
  'turn/start': turnFlaw,
  'turn/end': (data) => turnFlaw(data) ?? turnEndReasonFlaw(data),
  'step/start': stepFlaw,
  'step/end': stepFlaw,
  'user/message': (data) => userMessageFlaw(data, AT),
  'assistant/chunk': (data) => stepFlaw(data) ?? chunkFlaw(data['chunk'], 'data.chunk'),
  'assistant/message': (data) =>
    stepFlaw(data) ??
    assistantMessageFlaw(data['message'], 'data.message') ??
    optionalFlaw(data, 'usage', AT, usageFlaw) ??
    optionalFlaw(data, 'interrupted', AT, trueFlaw),
  'tool/call': (data) =>
    stepFlaw(data) ??
    stringFlaw(data, 'callId', AT) ??
    stringFlaw(data, 'name', AT) ??
    stringFlaw(data, 'arguments', AT),
  'tool/result': (data) =>
    stepFlaw(data) ??
    toolResultMessageFlaw(data['message'], 'data.message') ??
    optionalFlaw(data, 'error', AT, toolErrorFlaw),
  'todo/write': (data) => listFlaw(data, 'todos', AT, todoFlaw),
  'request/header': requestHeaderFlaw,
  'request/context': (data) =>
    stringFlaw(data, 'provider', AT) ??
    stringFlaw(data, 'model', AT) ??
    optionalFlaw(data, 'contextWindow', AT, numberFlaw),
  'session/title': (data) =>
    stringFlaw(data, 'title', AT) ??
    optionalFlaw(data, 'messageSeqs', AT, seqListFlaw) ??
    optionalFlaw(data, 'source', AT, kindFlaw),
  'session/end-seed': () => null,
} satisfies Partial<Record<SessionEventType, PayloadCheck>>;

const CHECKS_BY_TYPE: ReadonlyMap<string, PayloadCheck> = new Map<string, PayloadCheck>(
  Object.entries(PAYLOAD_CHECKS),
);

/** What is wrong with the data of a known event type; null for types that are not known. More fields are never wrong. */
export function payloadFlaw(type: string, data: unknown): DataFlaw | null {
  const check = CHECKS_BY_TYPE.get(type);
  if (check === undefined) return null;
  return isJsonObject(data) ? check(data) : flawAt(AT, 'an object', data);
}

function turnFlaw(data: JsonObject): DataFlaw | null {
  return ordinalFlaw(data, 'turn', AT);
}

function stepFlaw(data: JsonObject): DataFlaw | null {
  return ordinalFlaw(data, 'turn', AT) ?? ordinalFlaw(data, 'step', AT);
}

/** Other kinds than the known ones are let through: the list is open. Old logs leave out `code`, or the cause. */
function turnEndReasonFlaw(data: JsonObject): DataFlaw | null {
  const { reason } = data;
  const at = 'data.reason';
  if (!isJsonObject(reason)) return flawAt(at, 'an object with a `kind`', reason);
  switch (reason['kind']) {
    case 'aborted':
      return optionalFlaw(reason, 'reason', at, kindFlaw);
    case 'error':
      return optionalFlaw(reason, 'error', at, turnErrorFlaw);
    default:
      return stringFlaw(reason, 'kind', at);
  }
}

function turnErrorFlaw(reason: JsonObject, key: string, at: string): DataFlaw | null {
  const error = reason[key];
  if (!isJsonObject(error)) return objectFlaw(reason, key, at);
  const place = `${at}.${key}`;
  return optionalFlaw(error, 'message', place, stringFlaw) ?? optionalFlaw(error, 'code', place, stringFlaw);
}

function toolErrorFlaw(data: JsonObject, key: string, at: string): DataFlaw | null {
  const error = data[key];
  if (!isJsonObject(error)) return objectFlaw(data, key, at);
  const place = `${at}.${key}`;
  return stringFlaw(error, 'name', place) ?? stringFlaw(error, 'code', place);
}

const TODO_STATUSES: readonly unknown[] = ['pending', 'in_progress', 'completed'];

function todoFlaw(todo: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(todo)) return flawAt(at, 'an object', todo);
  const { status } = todo;
  return (
    stringFlaw(todo, 'content', at) ??
    (TODO_STATUSES.includes(status)
      ? null
      : flawAt(`${at}.status`, 'pending, in_progress or completed', status))
  );
}

const HEADER_REASONS: readonly unknown[] = ['initial', 'resume', 'change'];

function requestHeaderFlaw(data: JsonObject): DataFlaw | null {
  const { header, reason } = data;
  if (!isJsonObject(header)) return flawAt('data.header', 'an object', header);
  const { config } = header;
  if (!isJsonObject(config)) return flawAt('data.header.config', 'an object', config);
  return (
    requestConfigFlaw(config) ??
    adapterDefaultsFlaw(header['adapterDefaults'], config) ??
    (HEADER_REASONS.includes(reason) ? null : flawAt('data.reason', 'initial, resume or change', reason))
  );
}

function requestConfigFlaw(config: JsonObject): DataFlaw | null {
  const at = 'data.header.config';
  return (
    stringFlaw(config, 'provider', at) ??
    stringFlaw(config, 'model', at) ??
    optionalFlaw(config, 'reasoningEffort', at, nonEmptyStringFlaw) ??
    optionalFlaw(config, 'temperature', at, numberFlaw) ??
    optionalFlaw(config, 'maxTokens', at, numberFlaw) ??
    (config['stop'] === undefined ? null : listFlaw(config, 'stop', at, stringEntryFlaw))
  );
}

/** Says which fields of the config were the adapter's defaults, so it may name only fields that are there. */
function adapterDefaultsFlaw(defaults: unknown, config: JsonObject): DataFlaw | null {
  if (defaults === undefined) return null;
  const at = 'data.header.adapterDefaults';
  if (!isJsonObject(defaults)) return flawAt(at, 'an object', defaults);
  for (const key of Object.keys(defaults)) {
    if (key !== 'reasoningEffort' && key !== 'maxTokens')
      return flawAt(`${at}.${key}`, 'left out', defaults[key]);
    const flaw = constantFlaw(defaults, key, at, true);
    if (flaw !== null) return flaw;
    if (config[key] === undefined) return flawAt(`${at}.${key}`, `left out, as config has no ${key}`, true);
  }
  return null;
}

function stringEntryFlaw(entry: unknown, at: string): DataFlaw | null {
  return typeof entry === 'string' ? null : flawAt(at, 'a string', entry);
}

function seqListFlaw(data: JsonObject, key: string, at: string): DataFlaw | null {
  return listFlaw(data, key, at, (seq, place) =>
    isSeq(seq) ? null : flawAt(place, 'a non-negative safe integer', seq),
  );
}

function trueFlaw(data: JsonObject, key: string, at: string): DataFlaw | null {
  return constantFlaw(data, key, at, true);
}

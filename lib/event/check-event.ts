import { EventRefusedError, type EventRefusalCode } from '../errors.ts';
import { payloadFlaw } from './check-payload.ts';
import { flawAt, flawMessage, isJsonObject, isSeq, type DataFlaw, type JsonObject } from './data-flaw.ts';
import type { SessionEvent } from './session-event.ts';

/** Which event an error speaks of. */
export interface EventPlace {
  readonly eventType: string;
  readonly seq?: number;
}

/** Event types that DSH once wrote and now refuses. */
const RETIRED_TYPES: ReadonlySet<string> = new Set(['request/header-delta', 'mode/set', 'steering/message']);
/** Tags of packed rows in log files: an event of such a type could be written to a file and never read again. */
const RESERVED_TYPES: ReadonlySet<string> = new Set(['text-chunks', 'reasoning-chunks', 'tool-call-chunks']);

/**
 * Checks that a type is a non-empty string and not retired.
 * @throws EventRefusedError INVALID_ENVELOPE, RETIRED_EVENT
 */
export function checkEventType(type: unknown, place?: EventPlace): asserts type is string {
  if (typeof type !== 'string' || type === '') {
    throw refusal('INVALID_ENVELOPE', flawAt('type', 'a non-empty string', type), place ?? { eventType: '' });
  }
  if (RESERVED_TYPES.has(type)) {
    throw refusal(
      'INVALID_ENVELOPE',
      flawAt('type', 'none of the tags of packed rows', type),
      place ?? { eventType: type },
    );
  }
  if (RETIRED_TYPES.has(type)) {
    throw new EventRefusedError(
      'RETIRED_EVENT',
      `events of type "${type}" are retired and not read any more`,
      {
        path: 'type',
        eventType: type,
        seq: place?.seq,
      },
    );
  }
}

/**
 * Checks what an event of a known type carries; more fields than the known ones are let through, and so is all data of
 * types that are not known.
 * @throws EventRefusedError INVALID_DATA with the path in the data, RETIRED_EVENT
 */
export function checkEventData(type: string, data: unknown, seq?: number): void {
  if (type === 'request/header' && isJsonObject(data) && data['reason'] === 'fallback') {
    throw new EventRefusedError('RETIRED_EVENT', 'request headers with reason "fallback" are retired', {
      path: 'data.reason',
      eventType: type,
      seq,
    });
  }
  const flaw = payloadFlaw(type, data);
  if (flaw !== null) throw refusal('INVALID_DATA', flaw, place(type, seq));
}

/**
 * Checks everything of an event but its data and the rules that depend on earlier events.
 * @param seq the seq that the event must have.
 * @throws EventRefusedError INVALID_ENVELOPE with the path of the field, SEQ_GAP, RETIRED_EVENT
 */
export function checkEnvelope(value: unknown, seq: number): asserts value is SessionEvent {
  if (!isJsonObject(value))
    throw refusal('INVALID_ENVELOPE', flawAt('event', 'an object', value), place('', seq));
  const { type } = value;
  checkEventType(type, place('', seq));
  const flaw = envelopeFlaw(value);
  if (flaw !== null) throw refusal('INVALID_ENVELOPE', flaw, place(type, seq));
  if (value['seq'] !== seq) {
    throw new EventRefusedError(
      'SEQ_GAP',
      `log must be contiguous: expected seq ${seq}, got ${value['seq']}`,
      {
        path: 'seq',
        eventType: type,
        seq,
      },
    );
  }
}

function envelopeFlaw(event: JsonObject): DataFlaw | null {
  if (event['data'] === undefined) return flawAt('data', 'present', undefined);
  if (!isSeq(event['seq'])) return flawAt('seq', 'a non-negative safe integer', event['seq']);
  if (!isSeq(event['time']))
    return flawAt('time', 'epoch milliseconds, a non-negative safe integer', event['time']);
  for (const key of Object.keys(event)) {
    const flaw = fieldFlaw(key, event[key]);
    if (flaw !== null) return flaw;
  }
  return null;
}

function fieldFlaw(key: string, value: unknown): DataFlaw | null {
  switch (key) {
    case 'type':
    case 'seq':
    case 'time':
    case 'data':
      return null;
    case 'ignorable':
      return value === true ? null : flawAt('ignorable', 'true or left out', value);
    case 'surfaceOp':
      return surfaceOpFlaw(value);
    case 'sourceEventSeqs':
      return sourceEventSeqsFlaw(value);
    default:
      return flawAt(key, 'left out: an event has no such field', value);
  }
}

function surfaceOpFlaw(value: unknown): DataFlaw | null {
  if (value === 'append') return null;
  if (!isJsonObject(value) || value['op'] !== 'replace') {
    return flawAt('surfaceOp', "'append' or {op: 'replace', start, end}", value);
  }
  for (const key of ['start', 'end']) {
    if (!isSeq(value[key])) return flawAt(`surfaceOp.${key}`, 'a non-negative safe integer', value[key]);
  }
  const extra = Object.keys(value).find((key) => key !== 'op' && key !== 'start' && key !== 'end');
  return extra === undefined ? null : flawAt(`surfaceOp.${extra}`, 'left out', value[extra]);
}

function sourceEventSeqsFlaw(value: unknown): DataFlaw | null {
  if (!Array.isArray(value)) return flawAt('sourceEventSeqs', 'an array of seqs', value);
  for (let index = 0; index < value.length; index += 1) {
    const seq: unknown = value[index];
    if (!isSeq(seq)) return flawAt(`sourceEventSeqs[${index}]`, 'a non-negative safe integer', seq);
  }
  return null;
}

function place(eventType: string, seq: number | undefined): EventPlace {
  return seq === undefined ? { eventType } : { eventType, seq };
}

function refusal(code: EventRefusalCode, flaw: DataFlaw, { eventType, seq }: EventPlace): EventRefusedError {
  return new EventRefusedError(code, flawMessage(flaw), { path: flaw.path, eventType, seq });
}

import { isJsonObject, isSeq, type JsonObject } from '../event/data-flaw.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { hasExactKeys, PACKINGS } from './packings.ts';
import { LineFlaw } from './parse-line.ts';

/** The events that one packed row stands for. */
export interface PackedRow {
  readonly firstSeq: number;
  readonly length: number;
  /** Made as they are asked for: a row may hold a whole answer. */
  events(): Generator<SessionEvent>;
}

export function isPackedRow(record: JsonObject): boolean {
  return PACKINGS.some(({ tag }) => tag === record['type']);
}

/** Checks a packed row; a flaw when it is not exactly as DSH writes it. Member k is the event `seq0 + k`. */
export function readPackedRow(row: JsonObject): PackedRow | LineFlaw {
  const packing = PACKINGS.find(({ tag }) => tag === row['type']);
  const { seq0, time0, data } = row;
  if (packing === undefined || !hasExactKeys(row, ['type', 'seq0', 'time0', 'data']))
    return malformed('its keys');
  if (!isSeq(seq0)) return malformed('seq0');
  if (!isSeq(time0)) return malformed('time0');
  if (!isJsonObject(data)) return malformed('data');
  const { isToolCall, list } = packing;
  const named = isToolCall && 'name' in data;
  const keys = [
    'turn',
    'step',
    'index',
    'dt',
    list,
    ...(isToolCall ? ['id'] : []),
    ...(named ? ['name'] : []),
  ];
  if (!hasExactKeys(data, keys)) return malformed('the keys of data');
  const { turn, step, index, id, name, dt } = data;
  for (const [key, value] of Object.entries({ turn, step, index })) {
    if (!isSeq(value)) return malformed(`data.${key}`);
  }
  if (isToolCall && typeof id !== 'string') return malformed('data.id');
  if (named && typeof name !== 'string') return malformed('data.name');
  const members = data[list];
  if (!isListOf(members, isString) || members.length === 0) return malformed(`data.${list}`);
  if (!isListOf(dt, isWhole) || dt.length !== members.length - 1) return malformed('data.dt');
  if (seq0 > Number.MAX_SAFE_INTEGER - members.length) return malformed('seq0');
  const times = timesOf(time0, dt);
  if (times === null) return malformed('data.dt');
  const call = { ...(isToolCall ? { id } : {}), ...(named ? { name } : {}) };
  return {
    firstSeq: seq0,
    length: members.length,
    *events() {
      for (const [offset, member] of members.entries()) {
        const chunk = { type: packing.chunkType, index, ...call, [packing.field]: member };
        const time = times[offset] ?? time0;
        yield { type: 'assistant/chunk', seq: seq0 + offset, time, data: { turn, step, chunk } };
      }
    },
  };
}

/** The time of each member, or null when one is out of range; times may go backwards. */
function timesOf(first: number, differences: readonly number[]): Float64Array | null {
  const times = new Float64Array(differences.length + 1);
  let time = first;
  times[0] = time;
  for (const [index, difference] of differences.entries()) {
    time += difference;
    if (!isSeq(time)) return null;
    times[index + 1] = time;
  }
  return times;
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function malformed(what: string): LineFlaw {
  return new LineFlaw(`a packed row that is not as DSH writes it: ${what}`);
}

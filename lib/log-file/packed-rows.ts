import type { SessionEvent } from '../event/session-event.ts';
import { LineFlaw } from './parse-line.ts';

/** A row tag of DSH's log files, and the stream deltas that it packs. */
interface Packing {
  readonly tag: string;
  readonly chunkType: string;
  /** Field of the chunk that differs from member to member. */
  readonly field: string;
  /** The row's array of those fields. */
  readonly list: string;
}

const PACKINGS: readonly Packing[] = [
  { tag: 'text-chunks', chunkType: 'text-delta', field: 'text', list: 'texts' },
  { tag: 'reasoning-chunks', chunkType: 'reasoning-delta', field: 'text', list: 'texts' },
  { tag: 'tool-call-chunks', chunkType: 'tool-call-delta', field: 'argumentsDelta', list: 'args' },
];

const SHORTEST_RUN = 3;

type Fields = Readonly<Record<string, unknown>>;

export function isPackedRow(record: Fields): boolean {
  return PACKINGS.some(({ tag }) => tag === record['type']);
}

/** The events that a packed row stands for, member k at `seq0 + k`; a flaw when the row is not exactly as DSH writes it. */
export function expandPackedRow(row: Fields): SessionEvent[] | LineFlaw {
  const packing = PACKINGS.find(({ tag }) => tag === row['type']);
  const { seq0, time0, data } = row;
  if (packing === undefined || !hasKeys(row, ['type', 'seq0', 'time0', 'data'])) return malformed('its keys');
  if (!isCount(seq0) || !isCount(time0)) return malformed('seq0 or time0');
  if (!isFields(data)) return malformed('data');
  const isToolCall = packing.chunkType === 'tool-call-delta';
  const optional = isToolCall && 'name' in data ? ['name'] : [];
  const keys = ['turn', 'step', 'index', ...(isToolCall ? ['id'] : []), 'dt', packing.list, ...optional];
  if (!hasKeys(data, keys)) return malformed('the keys of data');
  const { turn, step, index, id, name, dt } = data;
  const members = data[packing.list];
  if (!isCount(turn) || !isCount(step) || !isCount(index)) return malformed('turn, step or index');
  if (isToolCall && (typeof id !== 'string' || (name !== undefined && typeof name !== 'string'))) {
    return malformed('id or name');
  }
  if (!isListOf(members, isText) || members.length === 0) return malformed(packing.list);
  if (!isListOf(dt, isWhole) || dt.length !== members.length - 1) return malformed('dt');
  const events: SessionEvent[] = [];
  let time = time0;
  for (const [offset, text] of members.entries()) {
    time += offset === 0 ? 0 : (dt[offset - 1] ?? 0);
    if (!isCount(time) || !isCount(seq0 + offset)) return malformed('a time or seq that is out of range');
    const chunk = {
      type: packing.chunkType,
      index,
      ...(isToolCall ? { id, ...(name === undefined ? {} : { name }) } : {}),
      [packing.field]: text,
    };
    events.push({ type: 'assistant/chunk', seq: seq0 + offset, time, data: { turn, step, chunk } });
  }
  return events;
}

/** Gathers events into the records of a log file: runs of like stream deltas become packed rows. */
export class ChunkPacker {
  #run: SessionEvent[] = [];
  #key: string | null = null;

  /** Takes one event; gives the records that are complete with it. */
  add(event: SessionEvent): unknown[] {
    const key = runKeyOf(event);
    const records = key !== null && key === this.#key ? [] : this.end();
    if (key === null) return [...records, event];
    this.#key = key;
    this.#run.push(event);
    return records;
  }

  /** The records of the run that is being gathered. */
  end(): unknown[] {
    const run = this.#run;
    this.#run = [];
    this.#key = null;
    return run.length < SHORTEST_RUN ? run : [packRun(run)];
  }
}

/** What the members of a run have in common, or null for an event that cannot be packed. */
function runKeyOf(event: SessionEvent): string | null {
  if (event.type !== 'assistant/chunk' || !hasKeys(event, ['type', 'seq', 'time', 'data'])) return null;
  const { data } = event;
  if (!isFields(data) || !hasKeys(data, ['turn', 'step', 'chunk']) || !isFields(data['chunk'])) return null;
  const { chunk } = data;
  const packing = PACKINGS.find(({ chunkType }) => chunkType === chunk['type']);
  if (packing === undefined || typeof chunk[packing.field] !== 'string') return null;
  const isToolCall = packing.chunkType === 'tool-call-delta';
  const named = isToolCall && 'name' in chunk;
  const keys = ['type', 'index', ...(isToolCall ? ['id'] : []), packing.field, ...(named ? ['name'] : [])];
  if (!hasKeys(chunk, keys)) return null;
  return JSON.stringify([
    packing.tag,
    data['turn'],
    data['step'],
    chunk['index'],
    chunk['id'],
    named,
    chunk['name'],
  ]);
}

function packRun(run: readonly SessionEvent[]): unknown {
  const [first] = run;
  const data = isFields(first?.data) ? first.data : {};
  const chunk = isFields(data['chunk']) ? data['chunk'] : {};
  const packing = PACKINGS.find(({ chunkType }) => chunkType === chunk['type']);
  if (first === undefined || packing === undefined) return null;
  const { turn, step } = data;
  const { index } = chunk;
  const dt = run.slice(1).map((event, position) => event.time - (run[position]?.time ?? 0));
  const members = run.map((event) => {
    const member = isFields(event.data) && isFields(event.data['chunk']) ? event.data['chunk'] : {};
    return member[packing.field];
  });
  const call =
    packing.chunkType === 'tool-call-delta'
      ? { id: chunk['id'], ...('name' in chunk ? { name: chunk['name'] } : {}) }
      : {};
  return {
    type: packing.tag,
    seq0: first.seq,
    time0: first.time,
    data: { turn, step, index, dt, ...call, [packing.list]: members },
  };
}

function hasKeys(value: object, keys: readonly string[]): boolean {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => own.includes(key));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCount(value: unknown): value is number {
  return isWhole(value) && value >= 0;
}

function malformed(what: string): LineFlaw {
  return new LineFlaw(`a packed row that is not as DSH writes it: ${what}`);
}

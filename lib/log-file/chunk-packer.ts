import { isJsonObject, type JsonObject } from '../event/data-flaw.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { hasExactKeys, PACKINGS, type Packing } from './packings.ts';

const SHORTEST_RUN = 3;
/**
 * Members of one row. DSH has no bound (its longest run on record has 341), but a row is written and read as a whole,
 * and a stream that goes on for hours must not fill the memory.
 */
const LONGEST_RUN = 8192;
/** Characters of one row's members: what is written must not be longer than a line that the reader takes. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** Stream deltas that follow one another and differ in their text and time only. */
interface Run {
  /** What the members have in common. */
  readonly key: string;
  readonly packing: Packing;
  readonly events: SessionEvent[];
  readonly common: { readonly turn: unknown; readonly step: unknown; readonly index: unknown };
  /** `id` and `name` of a tool call. */
  readonly call: JsonObject;
  readonly members: string[];
  /** Characters of the members. */
  length: number;
}

/** Gathers events into the records of a log file: runs of like stream deltas become packed rows. */
export class ChunkPacker {
  #run: Run | null = null;

  /** Takes one event; gives the records that are complete with it. */
  add(event: SessionEvent): unknown[] {
    const begun = runOf(event);
    const run = this.#run;
    if (begun !== null && run !== null && continues(run, begun, event)) {
      run.events.push(event);
      run.members.push(...begun.members);
      run.length += begun.length;
      return [];
    }
    const records = this.end();
    this.#run = begun;
    return begun === null ? [...records, event] : records;
  }

  /** The records of the run that is being gathered. */
  end(): unknown[] {
    const run = this.#run;
    this.#run = null;
    if (run === null) return [];
    return run.events.length < SHORTEST_RUN ? run.events : [packedRow(run)];
  }
}

function continues(run: Run, begun: Run, event: SessionEvent): boolean {
  if (run.key !== begun.key || run.events.length >= LONGEST_RUN) return false;
  if (run.length + begun.length > LONGEST_TEXT) return false;
  return event.seq === (run.events.at(-1)?.seq ?? 0) + 1;
}

/** The run that an event begins, or null for one that cannot be packed. */
function runOf(event: SessionEvent): Run | null {
  if (event.type !== 'assistant/chunk' || !hasExactKeys(event, ['type', 'seq', 'time', 'data'])) return null;
  const data: unknown = event.data;
  if (!isJsonObject(data) || !hasExactKeys(data, ['turn', 'step', 'chunk'])) return null;
  const { turn, step, chunk } = data;
  if (!isJsonObject(chunk)) return null;
  const packing = PACKINGS.find(({ chunkType }) => chunkType === chunk['type']);
  if (packing === undefined) return null;
  const { isToolCall, field } = packing;
  const { index, id, name, [field]: member } = chunk;
  const named = isToolCall && 'name' in chunk;
  const keys = ['type', 'index', field, ...(isToolCall ? ['id'] : []), ...(named ? ['name'] : [])];
  if (!hasExactKeys(chunk, keys) || typeof member !== 'string') return null;
  return {
    key: JSON.stringify([packing.tag, turn, step, index, id, named, name]),
    packing,
    events: [event],
    common: { turn, step, index },
    call: { ...(isToolCall ? { id } : {}), ...(named ? { name } : {}) },
    members: [member],
    length: member.length,
  };
}

function packedRow({ packing, events, common, call, members }: Run): unknown {
  const times = events.map(({ time }) => time);
  const dt = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return {
    type: packing.tag,
    seq0: events[0]?.seq,
    time0: times[0],
    data: { ...common, dt, ...call, [packing.list]: members },
  };
}

import { isJsonObject, type JsonObject } from '../event/data-flaw.ts';
import type { SessionEvent } from '../event/session-event.ts';

/**
 * Consecutive stream deltas that differ in their text and time only, as columns. Nine events of ten are such deltas: as
 * columns they take a fraction of the space, and of the time that the browser needs to copy them out of its database.
 */
export interface DeltaRun {
  /** Seq of the first; the others follow without a gap. */
  readonly seq: number;
  /** Time of the first. */
  readonly time: number;
  /** ms from each to the next; negative where a clock went back. */
  readonly waits: readonly number[];
  readonly turn: unknown;
  readonly step: unknown;
  /** What the chunks have in common: all their fields but the last. */
  readonly head: JsonObject;
  /** Name of the chunks' last field. */
  readonly field: string;
  readonly texts: readonly string[];
}

/** The events of one page: deltas in runs, and all others. Both in seq order. */
export interface PackedPage {
  readonly events: readonly SessionEvent[];
  readonly runs: readonly DeltaRun[];
}

/** Shorter runs are left as they are: columns would not be smaller. */
const SHORTEST_RUN = 3;

/** Takes the runs out of a page's events. `mergePage` gives the same events back, the order of their keys included. */
export function packPage(events: readonly SessionEvent[]): PackedPage {
  const rest: SessionEvent[] = [];
  const runs: DeltaRun[] = [];
  for (let start = 0; start < events.length;) {
    const first = events[start];
    if (first === undefined) break;
    const delta = deltaOf(first);
    let end = start + 1;
    const texts: string[] = [];
    const waits: number[] = [];
    if (delta !== null) {
      texts.push(delta.text);
      for (let last = first; ; end += 1) {
        const event = events[end];
        const next = event === undefined ? null : deltaOf(event);
        if (event === undefined || next === null || event.seq !== last.seq + 1 || !isLike(delta, next)) break;
        texts.push(next.text);
        waits.push(event.time - last.time);
        last = event;
      }
    }
    if (delta !== null && texts.length >= SHORTEST_RUN) {
      const { turn, step, chunk, field } = delta;
      const { [field]: _, ...head } = chunk;
      runs.push({ seq: first.seq, time: first.time, waits, turn, step, head, field, texts });
    } else rest.push(...events.slice(start, end));
    start = end;
  }
  return { events: rest, runs };
}

/** The events of a page between two seqs, inclusive, in order. */
export function mergePage({ events, runs }: PackedPage, from: number, to: number): SessionEvent[] {
  const merged: SessionEvent[] = [];
  let next = 0;
  const takeBelow = (seq: number): void => {
    for (let event = events[next]; event !== undefined && event.seq < seq; event = events[next]) {
      if (event.seq >= from && event.seq <= to) merged.push(event);
      next += 1;
    }
  };
  for (const run of runs) {
    takeBelow(run.seq);
    pushRun(merged, run, from, to);
  }
  takeBelow(Infinity);
  return merged;
}

function pushRun(merged: SessionEvent[], run: DeltaRun, from: number, to: number): void {
  const { turn, step, head, field, texts, waits } = run;
  let { time } = run;
  for (const [offset, text] of texts.entries()) {
    const seq = run.seq + offset;
    if (offset > 0) time += waits[offset - 1] ?? 0;
    if (seq < from || seq > to) continue;
    merged.push({
      type: 'assistant/chunk',
      seq,
      time,
      data: { turn, step, chunk: { ...head, [field]: text } },
    });
  }
}

interface Delta {
  readonly turn: unknown;
  readonly step: unknown;
  readonly chunk: JsonObject;
  readonly keys: readonly string[];
  /** The chunk's last key. */
  readonly field: string;
  readonly text: string;
}

const TEXT_FIELDS = new Set(['text', 'argumentsDelta']);

/** What can be packed: exactly the keys that a delta has, in the order in which `mergePage` makes them. */
function deltaOf(event: SessionEvent): Delta | null {
  if (event.type !== 'assistant/chunk' || !hasKeys(event, 'type', 'seq', 'time', 'data')) return null;
  const data: unknown = event.data;
  if (!isJsonObject(data) || !hasKeys(data, 'turn', 'step', 'chunk')) return null;
  const { turn, step, chunk } = data;
  if (!isPlain(turn) || !isPlain(step) || !isJsonObject(chunk)) return null;
  const keys = Object.keys(chunk);
  const field = keys.at(-1);
  if (field === undefined || !TEXT_FIELDS.has(field)) return null;
  const text = chunk[field];
  // A key that is a number, or has a meaning of its own, would not come back at its place.
  if (typeof text !== 'string' || keys.some((key) => key === '__proto__' || /^\d/.test(key))) return null;
  return keys.every((key) => isPlain(chunk[key])) ? { turn, step, chunk, keys, field, text } : null;
}

function isLike(one: Delta, other: Delta): boolean {
  if (one.turn !== other.turn || one.step !== other.step || one.keys.length !== other.keys.length)
    return false;
  return one.keys.every(
    (key, index) => other.keys[index] === key && (key === one.field || one.chunk[key] === other.chunk[key]),
  );
}

function hasKeys(value: object, ...wanted: readonly string[]): boolean {
  const keys = Object.keys(value);
  return keys.length === wanted.length && wanted.every((key, index) => keys[index] === key);
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

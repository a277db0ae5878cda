import { SessionError } from '../errors.ts';
import type { ModelMessage } from '../event/message.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { messageOf, Surface } from '../rules/surface.ts';
import { forkPointOf, summaryOf, type ForkPoint, type TurnRecord } from '../rules/turn-record.ts';
import { readEvents, readEventsAt } from '../storage/read-log.ts';
import { readTurnSummaries } from '../storage/read-turns.ts';
import type { AnyTransaction, ReadySessionRow } from '../storage/schema.ts';
import type { DeriveOptions, EventRange, ForkPointOptions } from './store-types.ts';

/** A session's log as it is at one moment: what is stored, and what is only in memory yet. */
export interface LogView {
  readonly row: ReadySessionRow;
  /** Events that follow the stored ones. */
  readonly pending: readonly SessionEvent[];
  readonly pendingTurns: readonly TurnRecord[];
}

export interface SeqRange {
  readonly from: number;
  /** Inclusive; below `from` when the range is empty. */
  readonly to: number;
}

export async function readRange(
  transaction: AnyTransaction,
  view: LogView,
  range: EventRange,
): Promise<SessionEvent[]> {
  const seqs = seqsOf(range, view.row.seq + view.pending.length);
  const events = await readSeqs(transaction, view, seqs);
  return range.reverse === true ? events.reverse() : events;
}

export async function readForkPoints(
  transaction: AnyTransaction,
  view: LogView,
  { from = 0 }: ForkPointOptions,
): Promise<ForkPoint[]> {
  checkSeq('from', from);
  const stored = await readTurnSummaries(transaction, view.row.segments, from, view.row.seq);
  const pending = view.pendingTurns.filter(({ seq }) => seq >= from).map(summaryOf);
  return [...stored, ...pending].map(forkPointOf);
}

/** The model's messages after a seq: replays the surface from the turn records, then reads only what is on it. */
export async function readMessages(
  transaction: AnyTransaction,
  view: LogView,
  options: DeriveOptions,
): Promise<ModelMessage[]> {
  const last = view.row.seq + view.pending.length - 1;
  if (options.through !== undefined) checkSeq('through', options.through);
  const through = options.through ?? last;
  const { surface, tail } = await readSurface(transaction, view, Math.min(through, last));
  const seqs = surface.entries.map((entry) => entry.seq);
  const inTail = new Map(tail.map((event) => [event.seq, event]));
  const stored = seqs.filter((seq) => !inTail.has(seq)).sort((a, b) => a - b);
  const events = new Map((await readEventsAt(transaction, view.row.segments, stored)).map((e) => [e.seq, e]));
  const messages: ModelMessage[] = [];
  for (const seq of seqs) {
    const event = inTail.get(seq) ?? events.get(seq);
    const message = event === undefined ? null : messageOf(event);
    if (message !== null) messages.push(message);
  }
  return messages;
}

async function readSurface(
  transaction: AnyTransaction,
  view: LogView,
  through: number,
): Promise<{ surface: Surface; tail: SessionEvent[] }> {
  const turns = await readTurnSummaries(transaction, view.row.segments, 0, through);
  const surface = Surface.from(turns.flatMap((turn) => turn.surface));
  const from = (turns.at(-1)?.seq ?? -1) + 1;
  const tail = await readSeqs(transaction, view, { from, to: through });
  for (const event of tail) {
    const change = surface.changeOf(event);
    if (change !== null) surface.apply(change);
  }
  return { surface, tail };
}

async function readSeqs(
  transaction: AnyTransaction,
  view: LogView,
  { from, to }: SeqRange,
): Promise<SessionEvent[]> {
  const stored = view.row.seq;
  const events =
    from < stored && to >= from
      ? await readEvents(transaction, view.row.segments, from, Math.min(to, stored - 1))
      : [];
  return [...events, ...view.pending.filter((event) => event.seq >= from && event.seq <= to)];
}

/** The seqs that a range means in a log of `length` events. */
export function seqsOf(range: EventRange, length: number): SeqRange {
  const { from = 0, to = length - 1, limit = Infinity, reverse = false } = range;
  checkSeq('from', from);
  if (range.to !== undefined) checkSeq('to', to);
  if (limit !== Infinity) checkSeq('limit', limit);
  const last = Math.min(to, length - 1);
  return reverse
    ? { from: Math.max(from, last - limit + 1), to: last }
    : { from, to: Math.min(last, from + limit - 1) };
}

function checkSeq(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new SessionError('INVALID_RANGE', `${name} must be a non-negative safe integer, got ${value}`, '');
}

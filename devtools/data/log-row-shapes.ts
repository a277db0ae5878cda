import type { SessionEvent } from './devtools-store.ts';
import { fieldOf, listAt, numberAt, otherBlocksOf, stringAt, textOfContent } from './read-field.ts';
import type { CompactionRow, LogRow, ToolRow, TurnEndReasonView, UserRow } from './timeline-rows.ts';

/** What every row has, whatever its event is. */
export type RowIdentity = Pick<LogRow, 'key' | 'seq' | 'time' | 'inherited'>;

export function userRow(event: SessionEvent, identity: RowIdentity): UserRow {
  const content = listAt(event.data, 'content');
  const sourceKind = stringAt(event.data, 'source', 'kind') ?? '';
  const operation = event.surfaceOp;
  return {
    ...identity,
    kind: 'user',
    origin: sourceKind === 'user' ? 'person' : 'injected',
    sourceKind,
    text: textOfContent(content),
    otherBlocks: otherBlocksOf(content),
    replaced: typeof operation === 'object' ? { start: operation.start, end: operation.end } : null,
  };
}

export function toolCallRow(event: SessionEvent, identity: RowIdentity): ToolRow {
  return {
    ...identity,
    kind: 'tool',
    callSeq: event.seq,
    resultSeq: null,
    callId: stringAt(event.data, 'callId') ?? '',
    name: stringAt(event.data, 'name') ?? null,
    arguments: stringAt(event.data, 'arguments') ?? null,
    outcome: 'pending',
    errorCode: null,
    result: null,
    duration: null,
  };
}

/** A result that something shorter took the place of, in the model's view only. */
export function replacedResultRow(text: string, identity: RowIdentity): CompactionRow {
  return {
    ...identity,
    kind: 'compaction',
    variant: 'result-replaced',
    state: 'done',
    text,
    shadowed: 1,
    tokens: null,
  };
}

/** The row of a compaction after one more of its events. */
export function compactionRow(
  event: SessionEvent,
  previous: CompactionRow | null,
  identity: RowIdentity,
): CompactionRow {
  const { data } = event;
  const ends = event.type === 'compaction/end' || event.type === 'compaction/prune';
  const failed = fieldOf(data, 'error') !== undefined;
  const summary = textOfContent(listAt(data, 'summary')) || stringAt(data, 'error', 'message');
  const shadowed = fieldOf(data, 'shadowedSeqs') === undefined ? null : listAt(data, 'shadowedSeqs').length;
  return {
    ...(previous ?? identity),
    kind: 'compaction',
    variant: event.type === 'compaction/prune' ? 'prune' : 'summary',
    state: failed ? 'failed' : ends ? 'done' : (previous?.state ?? 'running'),
    text: summary ?? previous?.text ?? '',
    shadowed: shadowed ?? previous?.shadowed ?? null,
    tokens: numberAt(data, 'shadowedTokenCount') ?? previous?.tokens ?? null,
  };
}

/** A row that waits for what is not loaded, rather than for what has not happened. */
export function cutOff(row: LogRow): LogRow {
  if (row.kind === 'assistant' && row.phase === 'streaming') return { ...row, phase: 'partial' };
  if (row.kind === 'tool' && row.outcome === 'pending') return { ...row, outcome: 'unknown' };
  return row;
}

/** A turn's end as it is told: its kind, and the error's message or who aborted. */
export function reasonView(reason: unknown): TurnEndReasonView {
  return {
    kind: stringAt(reason, 'kind') ?? 'unknown',
    detail:
      stringAt(reason, 'error', 'message') ??
      stringAt(reason, 'reason', 'reason') ??
      stringAt(reason, 'reason', 'kind') ??
      null,
    code: stringAt(reason, 'error', 'code') ?? null,
  };
}

/** Ms between two times; null when a clock that went backwards makes it meaningless. */
export function durationOf(start: number, end: number): number | null {
  return end >= start ? end - start : null;
}

export function boundaryRow(seedLength: number, time: number): LogRow {
  return { kind: 'boundary', key: 'boundary', seq: seedLength, time, inherited: false, seedLength };
}

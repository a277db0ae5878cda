import type { SessionEvent } from './devtools-store.ts';
import { summaryOf } from './event-summary.ts';
import {
  boundaryRow,
  compactionRow,
  cutOff,
  durationOf,
  reasonView,
  replacedResultRow,
  toolCallRow,
  userRow,
  type RowIdentity,
} from './log-row-shapes.ts';
import { fieldOf, listAt, numberAt, stringAt, textOfContent } from './read-field.ts';
import { partsOfMessage, StreamedMessage, textOfChunk } from './streamed-message.ts';
import type { AssistantRow, DeltaRow, LogRow, ToolRow } from './timeline-rows.ts';

/** What the fold keeps of a message whose deltas it saw. */
interface StreamSlot {
  readonly index: number;
  readonly message: StreamedMessage;
  dirty: boolean;
}

export interface FoldView {
  readonly expandedStreams: ReadonlySet<string>;
  readonly end: 'live' | 'cut' | 'ended';
}

/**
 * Turns a contiguous stretch of log into rows, one event at a time, so that a live session costs only its new events.
 * Rows are replaced, never changed: a row that is the same object is the same on the screen.
 */
export class TimelineFold {
  readonly #seedLength: number;
  readonly #rows: LogRow[] = [];
  readonly #toolRows = new Map<string, number>();
  readonly #compactions = new Map<string, number>();
  readonly #streams = new Map<number, StreamSlot>();
  #open: StreamSlot | null = null;
  #step: number | null = null;
  #nextSeq: number | null = null;

  constructor(seedLength: number) {
    this.#seedLength = seedLength;
  }

  /** Seq that the next event must have; null before the first one. */
  get nextSeq(): number | null {
    return this.#nextSeq;
  }

  apply(event: SessionEvent): void {
    if (event.seq === this.#seedLength && this.#nextSeq !== null && this.#seedLength > 0) {
      this.#rows.push(boundaryRow(event.seq, event.time));
    }
    this.#nextSeq = event.seq + 1;
    switch (event.type) {
      case 'turn/start':
        this.#closeStream();
        break;
      case 'turn/end':
        this.#closeStream();
        this.#leaveUnanswered();
        this.#rows.push({
          ...this.#base(event, `end:${event.seq}`),
          kind: 'turn-end',
          turn: numberAt(event.data, 'turn') ?? 0,
          reason: reasonView(fieldOf(event.data, 'reason')),
          forkPoint: null,
          turnExpanded: true,
        });
        break;
      case 'step/start':
        this.#closeStream();
        this.#step = this.#rows.length;
        this.#rows.push({
          ...this.#base(event),
          kind: 'step',
          turn: numberAt(event.data, 'turn') ?? null,
          step: numberAt(event.data, 'step') ?? null,
          endSeq: null,
          duration: null,
        });
        break;
      case 'step/end':
        this.#closeStream();
        this.#leaveUnanswered();
        this.#endStep(event);
        break;
      case 'assistant/chunk':
        this.#applyChunk(event);
        break;
      case 'assistant/message':
        this.#applyAssistantMessage(event);
        break;
      case 'user/message':
        this.#rows.push(userRow(event, this.#base(event)));
        break;
      case 'tool/call':
        this.#applyToolCall(event);
        break;
      case 'tool/result':
        this.#applyToolResult(event);
        break;
      case 'compaction/start':
      case 'compaction/summary':
      case 'compaction/end':
      case 'compaction/prune':
        this.#applyCompaction(event);
        break;
      case 'session/title':
        this.#rows.push({ ...this.#base(event), kind: 'title', title: stringAt(event.data, 'title') ?? '' });
        break;
      case 'llm/retry':
        this.#closeStream();
        this.#pushPlain(event);
        break;
      default:
        this.#pushPlain(event);
    }
  }

  /** The rows so far. Rows that did not change since the last call are the same objects. */
  rows({ expandedStreams, end }: FoldView): readonly LogRow[] {
    if (end === 'ended') {
      this.#closeStream();
      this.#leaveUnanswered();
    }
    const rows: LogRow[] = [];
    for (let index = 0; index < this.#rows.length; index += 1) {
      const slot = this.#streams.get(index);
      if (slot !== undefined) this.#refresh(slot, expandedStreams);
      const row = this.#rows[index];
      if (row === undefined) continue;
      rows.push(end === 'cut' ? cutOff(row) : row);
      if (slot !== undefined && expandedStreams.has(row.key)) {
        for (const event of slot.message.events) rows.push(this.#deltaRow(event));
      }
    }
    return rows;
  }

  #applyChunk(event: SessionEvent): void {
    if (this.#open === null || !this.#open.message.takes(event)) {
      this.#closeStream();
      const message = new StreamedMessage(event);
      this.#open = { index: this.#rows.length, message, dirty: true };
      this.#streams.set(this.#open.index, this.#open);
      this.#rows.push({
        ...this.#base(event, `message:${event.seq}`),
        kind: 'assistant',
        phase: 'streaming',
        parts: [],
        stream: { events: message.events, count: 0, duration: null, expanded: false },
        model: null,
        outputTokens: null,
        interrupted: false,
      });
    }
    this.#open.message.apply(event);
    this.#open.dirty = true;
  }

  #applyAssistantMessage(event: SessionEvent): void {
    const message = fieldOf(event.data, 'message');
    const slot = this.#open !== null && this.#open.message.takes(event) ? this.#open : null;
    const streamed = slot === null ? null : this.#rows[slot.index];
    const row: AssistantRow = {
      ...this.#base(event, streamed?.key ?? `message:${event.seq}`),
      kind: 'assistant',
      phase: 'complete',
      parts: partsOfMessage(message),
      stream: streamed?.kind === 'assistant' ? streamed.stream : null,
      model: stringAt(message, 'source', 'model') ?? null,
      outputTokens: numberAt(event.data, 'usage', 'outputTokens') ?? null,
      interrupted: fieldOf(event.data, 'interrupted') === true,
    };
    if (slot === null) {
      this.#closeStream();
      this.#rows.push(row);
      return;
    }
    this.#rows[slot.index] = row;
    slot.dirty = true;
    this.#open = null;
  }

  #applyToolCall(event: SessionEvent): void {
    const row = toolCallRow(event, this.#base(event));
    this.#toolRows.set(row.callId, this.#rows.length);
    this.#rows.push(row);
  }

  #applyToolResult(event: SessionEvent): void {
    const block = fieldOf(event.data, 'message', 'content', 0);
    const result = textOfContent(listAt(block, 'content'));
    if (typeof event.surfaceOp === 'object') {
      this.#rows.push(replacedResultRow(result, this.#base(event)));
      return;
    }
    const callId = stringAt(event.data, 'message', 'source', 'callId') ?? stringAt(block, 'toolCallId') ?? '';
    const index = this.#toolRows.get(callId);
    const call = index === undefined ? undefined : this.#rows[index];
    const failed = fieldOf(event.data, 'error') !== undefined || fieldOf(block, 'isError') === true;
    const outcome = {
      resultSeq: event.seq,
      outcome: failed ? ('error' as const) : ('ok' as const),
      errorCode: stringAt(event.data, 'error', 'code') ?? null,
      result,
    };
    if (index !== undefined && call?.kind === 'tool' && call.resultSeq === null) {
      this.#rows[index] = { ...call, ...outcome, duration: durationOf(call.time, event.time) };
      return;
    }
    const alone: ToolRow = {
      ...this.#base(event),
      kind: 'tool',
      callSeq: null,
      callId,
      name: null,
      arguments: null,
      duration: null,
      ...outcome,
    };
    this.#rows.push(alone);
  }

  #applyCompaction(event: SessionEvent): void {
    const id = stringAt(event.data, 'compactionId') ?? '';
    const index = event.type === 'compaction/prune' ? undefined : this.#compactions.get(id);
    const known = index === undefined ? undefined : this.#rows[index];
    const previous = known?.kind === 'compaction' ? known : null;
    const row = compactionRow(event, previous, this.#base(event));
    if (index !== undefined && previous !== null) {
      this.#rows[index] = row;
      return;
    }
    this.#compactions.set(id, this.#rows.length);
    this.#rows.push(row);
  }

  #pushPlain(event: SessionEvent): void {
    const { text, tone } = summaryOf(event);
    this.#rows.push({ ...this.#base(event), kind: 'event', type: event.type, summary: text, tone });
  }

  #endStep(event: SessionEvent): void {
    const row = this.#step === null ? undefined : this.#rows[this.#step];
    if (this.#step === null || row?.kind !== 'step') return;
    this.#rows[this.#step] = { ...row, endSeq: event.seq, duration: durationOf(row.time, event.time) };
    this.#step = null;
  }

  #closeStream(): void {
    const slot = this.#open;
    this.#open = null;
    if (slot === null) return;
    const row = this.#rows[slot.index];
    if (row?.kind === 'assistant') this.#rows[slot.index] = { ...row, phase: 'abandoned' };
    slot.dirty = true;
  }

  #leaveUnanswered(): void {
    for (const [callId, index] of this.#toolRows) {
      const row = this.#rows[index];
      if (row?.kind === 'tool' && row.outcome === 'pending')
        this.#rows[index] = { ...row, outcome: 'unanswered' };
      this.#toolRows.delete(callId);
    }
  }

  #refresh(slot: StreamSlot, expandedStreams: ReadonlySet<string>): void {
    const row = this.#rows[slot.index];
    if (row?.kind !== 'assistant' || row.stream === null) return;
    const expanded = expandedStreams.has(row.key);
    if (!slot.dirty && expanded === row.stream.expanded) return;
    slot.dirty = false;
    const { events } = slot.message;
    const first = events[0];
    const last = events.at(-1);
    this.#rows[slot.index] = {
      ...row,
      parts: row.phase === 'complete' ? row.parts : slot.message.parts(),
      outputTokens: row.outputTokens ?? slot.message.outputTokens,
      stream: {
        events,
        count: events.length,
        duration: first === undefined || last === undefined ? null : durationOf(first.time, last.time),
        expanded,
      },
    };
  }

  #deltaRow(event: SessionEvent): DeltaRow {
    const { type, text } = textOfChunk(event);
    return { ...this.#base(event, `delta:${event.seq}`), kind: 'delta', chunkType: type, text };
  }

  #base(event: SessionEvent, key = `event:${event.seq}`): RowIdentity {
    return { key, seq: event.seq, time: event.time, inherited: event.seq < this.#seedLength };
  }
}

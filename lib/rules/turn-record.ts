import type { TokenUsage } from '../event/message.ts';
import { isEvent, type SessionEvent } from '../event/session-event.ts';
import type { TurnEndReason } from '../event/session-event-map.ts';
import type { LogTotals } from './log-totals.ts';
import type { SurfaceChange } from './surface.ts';

/** A `turn/end`, with a summary of the turn that it ends. */
export interface ForkPoint {
  /** The boundary to fork through: the seq of the `turn/end`. */
  readonly seq: number;
  readonly turn: number;
  readonly reason: TurnEndReason;
  /** First seq after the previous `turn/end`. */
  readonly from: number;
  /** Seq of the `turn/start`, or null when the log has none for this turn. */
  readonly start: number | null;
  /** Epoch ms of the turn's first event. */
  readonly startTime: number;
  /** Epoch ms of the `turn/end`. */
  readonly endTime: number;
  readonly steps: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  /** Sum over the turn's assistant messages, or null when none told its usage. */
  readonly usage: TokenUsage | null;
  /** Start of the person's message in this turn, at most 160 characters. */
  readonly prompt: string;
  /** Start of the turn's last assistant text, at most 160 characters. */
  readonly answer: string;
}

/** A finished turn: its fork point, and what it did to the surface. */
export interface TurnSummary extends ForkPoint {
  readonly surface: readonly SurfaceChange[];
}

/** What the store keeps of a finished turn. `totals` are the log's up to here: a fork takes them over as they are. */
export interface TurnRecord extends TurnSummary {
  readonly totals: LogTotals;
}

const PREVIEW_LENGTH = 160;

/** Collects events, from the one after a `turn/end` on, into a summary of the turn that the next `turn/end` ends. */
export class TurnRecorder {
  #from: number;
  #start: number | null = null;
  #startTime: number | null = null;
  #steps = 0;
  #toolCalls = 0;
  #toolErrors = 0;
  #usage: TokenUsage | null = null;
  #prompt = '';
  #answer = '';
  #surface: SurfaceChange[] = [];

  constructor(from: number) {
    this.#from = from;
  }

  /** Takes one event; gives the summary when the event is a `turn/end`, and begins the next turn. */
  apply(event: SessionEvent, change: SurfaceChange | null): TurnSummary | null {
    if (change !== null) this.#surface.push(change);
    if (isEvent(event, 'turn/start')) {
      if (this.#start === null) {
        this.#start = event.seq;
        this.#startTime = event.time;
      }
    } else if (isEvent(event, 'step/start')) this.#steps += 1;
    else if (isEvent(event, 'tool/call')) this.#toolCalls += 1;
    else if (isEvent(event, 'tool/result')) {
      if (event.surfaceOp === 'append' && isToolError(event)) this.#toolErrors += 1;
    } else if (isEvent(event, 'user/message')) {
      if (this.#prompt === '' && event.data.source.kind === 'user')
        this.#prompt = previewOf(event.data.content);
    } else if (isEvent(event, 'assistant/message')) {
      this.#answer = previewOf(event.data.message.content) || this.#answer;
      if (event.data.usage) this.#usage = addUsage(this.#usage, event.data.usage);
    } else if (isEvent(event, 'turn/end')) return this.#end(event);
    return null;
  }

  #end(event: SessionEvent<'turn/end'>): TurnSummary {
    const record: TurnSummary = {
      seq: event.seq,
      turn: event.data.turn,
      reason: event.data.reason,
      from: this.#from,
      start: this.#start,
      startTime: this.#startTime ?? event.time,
      endTime: event.time,
      steps: this.#steps,
      toolCalls: this.#toolCalls,
      toolErrors: this.#toolErrors,
      usage: this.#usage,
      prompt: this.#prompt,
      answer: this.#answer,
      surface: this.#surface,
    };
    this.#from = event.seq + 1;
    this.#start = null;
    this.#startTime = null;
    this.#steps = 0;
    this.#toolCalls = 0;
    this.#toolErrors = 0;
    this.#usage = null;
    this.#prompt = '';
    this.#answer = '';
    this.#surface = [];
    return record;
  }
}

/** A record without the log's totals. */
export function summaryOf({ totals: _totals, ...summary }: TurnRecord): TurnSummary {
  return summary;
}

/** The fork point of a turn, without what only the store needs. */
export function forkPointOf({ surface: _surface, ...forkPoint }: TurnSummary): ForkPoint {
  return forkPoint;
}

function isToolError(event: SessionEvent<'tool/result'>): boolean {
  return event.data.error !== undefined || event.data.message.content[0].isError === true;
}

function previewOf(content: readonly { readonly type: string }[]): string {
  let preview = '';
  for (const block of content) {
    if (block.type !== 'text' || !('text' in block) || typeof block.text !== 'string') continue;
    preview += (preview === '' ? '' : ' ') + block.text.slice(0, PREVIEW_LENGTH * 4);
    if (preview.length >= PREVIEW_LENGTH * 4) break;
  }
  return wholeCharacters(preview.replace(/\s+/g, ' ').trim(), PREVIEW_LENGTH);
}

/** Cuts text without leaving half of a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut;
}

function addUsage(sum: TokenUsage | null, usage: TokenUsage): TokenUsage {
  if (sum === null) return usage;
  const total: Record<string, number> = { ...sum };
  for (const [key, value] of Object.entries(usage)) {
    if (typeof value === 'number') total[key] = (total[key] ?? 0) + value;
  }
  return { ...total, inputTokens: total['inputTokens'] ?? 0, outputTokens: total['outputTokens'] ?? 0 };
}

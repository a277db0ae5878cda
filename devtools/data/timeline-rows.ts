import type { ForkPoint, SessionEvent } from './devtools-store.ts';
import { TimelineFold } from './timeline-fold.ts';

/** What every row of the timeline has. */
interface RowBase {
  /** Stays the same while the row grows, and from a stream to its finished message. */
  readonly key: string;
  /** The event that the row stands for. */
  readonly seq: number;
  /** Epoch ms of that event. */
  readonly time: number;
  /** Part of the prefix that the session was forked with. */
  readonly inherited: boolean;
}

/** A turn's head; its events are the rows below, while it is expanded. */
export interface TurnRow extends RowBase {
  readonly kind: 'turn';
  readonly turn: number;
  readonly to: number;
  readonly expanded: boolean;
  readonly section: string;
  /** Null while the turn is open. */
  readonly forkPoint: ForkPoint | null;
}

/** Events outside any turn. */
export interface BetweenRow extends RowBase {
  readonly kind: 'between';
  readonly to: number;
  readonly expanded: boolean;
  readonly section: string;
  /** The turn that they stand before, or null after the last one. */
  readonly beforeTurn: number | null;
}

/** Events that are not loaded; seeing the row loads them. */
export interface GapRow extends RowBase {
  readonly kind: 'gap';
  readonly to: number;
  readonly failed: boolean;
}

/** Where the inherited prefix ends. */
export interface BoundaryRow extends RowBase {
  readonly kind: 'boundary';
  readonly seedLength: number;
}

export interface StepRow extends RowBase {
  readonly kind: 'step';
  readonly turn: number | null;
  readonly step: number | null;
  readonly endSeq: number | null;
  /** Ms from `step/start` to `step/end`. */
  readonly duration: number | null;
}

/** A `user/message`: typed by a person, or context that something else put in. */
export interface UserRow extends RowBase {
  readonly kind: 'user';
  readonly origin: 'person' | 'injected';
  readonly sourceKind: string;
  readonly text: string;
  readonly otherBlocks: number;
  readonly replaced: { readonly start: number; readonly end: number } | null;
}

export interface AssistantPart {
  readonly type: string;
  readonly text: string;
  /** A tool call's name. */
  readonly name: string | null;
}

/** Stream deltas, folded into their message. */
export interface StreamedPart {
  /** Those that are loaded. */
  readonly events: readonly SessionEvent[];
  readonly count: number;
  /** Ms from the first delta to the last. */
  readonly duration: number | null;
  readonly expanded: boolean;
}

/** An `assistant/message`, or the one that a stream is still building. */
export interface AssistantRow extends RowBase {
  readonly kind: 'assistant';
  /** `partial`: the rest is not loaded. `abandoned`: no message came of the stream. */
  readonly phase: 'streaming' | 'partial' | 'complete' | 'abandoned';
  readonly parts: readonly AssistantPart[];
  readonly stream: StreamedPart | null;
  readonly model: string | null;
  readonly outputTokens: number | null;
  readonly interrupted: boolean;
}

/** One stream delta; only drawn when its message's stream is expanded. */
export interface DeltaRow extends RowBase {
  readonly kind: 'delta';
  readonly chunkType: string;
  readonly text: string;
}

/** A tool call with its result, or a result whose call is not loaded. */
export interface ToolRow extends RowBase {
  readonly kind: 'tool';
  readonly callSeq: number | null;
  readonly resultSeq: number | null;
  readonly callId: string;
  readonly name: string | null;
  readonly arguments: string | null;
  /** `unknown`: what follows is not loaded. */
  readonly outcome: 'pending' | 'ok' | 'error' | 'unanswered' | 'unknown';
  readonly errorCode: string | null;
  readonly result: string | null;
  readonly duration: number | null;
}

/** A stretch of the surface that something shorter took the place of. */
export interface CompactionRow extends RowBase {
  readonly kind: 'compaction';
  readonly variant: 'summary' | 'prune' | 'result-replaced';
  readonly state: 'running' | 'done' | 'failed';
  readonly text: string;
  readonly shadowed: number | null;
  readonly tokens: number | null;
}

export interface TitleRow extends RowBase {
  readonly kind: 'title';
  readonly title: string;
}

/** A `turn/end`: a fork point. */
export interface TurnEndRow extends RowBase {
  readonly kind: 'turn-end';
  readonly turn: number;
  readonly reason: TurnEndReasonView;
  readonly forkPoint: ForkPoint | null;
  readonly turnExpanded: boolean;
}

export interface TurnEndReasonView {
  readonly kind: string;
  /** The error's message, or who aborted. */
  readonly detail: string | null;
  readonly code: string | null;
}

/** Any other event, as one line. */
export interface EventRow extends RowBase {
  readonly kind: 'event';
  readonly type: string;
  readonly summary: string;
  readonly tone: 'plain' | 'warning' | 'error';
}

/** Rows that come from events alone. */
export type LogRow =
  | StepRow
  | UserRow
  | AssistantRow
  | DeltaRow
  | ToolRow
  | CompactionRow
  | TitleRow
  | TurnEndRow
  | EventRow
  | BoundaryRow;

export type TimelineRow = LogRow | TurnRow | BetweenRow | GapRow;

export interface TimelineRowOptions {
  /** Length of the inherited prefix; 0 for a session that is no fork. */
  readonly seedLength: number;
  /** Keys of the messages whose deltas are shown one by one. */
  readonly expandedStreams: ReadonlySet<string>;
  /** What follows: nothing yet, events that are not loaded, or nothing that belongs to what is open here. */
  readonly end: 'live' | 'cut' | 'ended';
}

/**
 * The rows of a stretch of log, in log order. The stretch may begin and end anywhere: a result without its call and a
 * stream without its beginning are drawn as far as they are known.
 */
export function timelineRows(
  events: readonly SessionEvent[],
  options: TimelineRowOptions,
): readonly LogRow[] {
  const fold = new TimelineFold(options.seedLength);
  for (const event of events) fold.apply(event);
  return fold.rows({ expandedStreams: options.expandedStreams, end: options.end });
}

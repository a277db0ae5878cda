import type { SessionEventMap, SessionEventType } from './session-event-map.ts';

/** Adds one entry to the surface, or puts this event in the place of a range of current entries (compaction). */
export type SurfaceOp = 'append' | SurfaceReplace;

export interface SurfaceReplace {
  readonly op: 'replace';
  /** Seq of the first surface entry that is replaced. */
  readonly start: number;
  /** Seq of the last surface entry that is replaced, inclusive, in surface order. */
  readonly end: number;
}

/**
 * One entry of a session's log. Events of types that turnfork does not know are kept as they are; use `isEvent` to
 * narrow `data` to what a type carries.
 */
export interface SessionEvent<Type extends string = string> {
  readonly type: Type;
  /** Position in the log, contiguous from 0. */
  readonly seq: number;
  /** Epoch ms. May go backwards: order is by `seq` alone. */
  readonly time: number;
  readonly data: Type extends SessionEventType ? SessionEventMap[Type] : unknown;
  readonly surfaceOp?: SurfaceOp;
  /** Seqs of the earlier events that this one was made from. */
  readonly sourceEventSeqs?: readonly number[];
  /** A reader that does not know the type may skip the event. */
  readonly ignorable?: true;
}

/** Narrows an event to one type of the session event map. */
export function isEvent<Type extends SessionEventType>(
  event: SessionEvent,
  type: Type,
): event is SessionEvent<Type> {
  return event.type === type;
}

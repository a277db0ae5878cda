import type { ForkPoint } from './devtools-store.ts';
import { firstAtOrAfter } from './fork-place.ts';

/** A stretch of log that the timeline folds and unfolds as one: a turn, or the events between two turns. */
export interface TimelineSection {
  /** Stays the same when an open turn grows and ends. */
  readonly key: string;
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  /** Null between turns. */
  readonly turn: number | null;
  /** The `turn/end` of a finished turn. */
  readonly forkPoint: ForkPoint | null;
  /** Between turns: the turn that follows, or null after the last one. */
  readonly beforeTurn: number | null;
}

/** What follows the last fork point. */
export interface TimelineTail {
  /** The open turn, or null when none is open. */
  readonly open: { readonly from: number; readonly turn: number } | null;
  /** The session's next seq. */
  readonly seq: number;
}

/**
 * The sections up to the last fork point, in log order and without gaps. Reads no event. Sections that are known stay
 * the same objects: what was built for them is of use as long as they are.
 */
export function endedSections(
  forkPoints: readonly ForkPoint[],
  known: readonly TimelineSection[] = [],
): readonly TimelineSection[] {
  const last = known.at(-1)?.forkPoint;
  const from = last === null || last === undefined ? 0 : firstAtOrAfter(forkPoints, last.seq) + 1;
  if (from > 0 && forkPoints[from - 1]?.seq !== last?.seq) return endedSections(forkPoints);
  const sections: TimelineSection[] = [...known];
  for (const point of forkPoints.slice(from)) {
    const start = point.start ?? point.from;
    if (start > point.from) sections.push(between(point.from, start - 1, point.turn));
    sections.push({
      key: `section:${start}`,
      from: start,
      to: point.seq,
      turn: point.turn,
      forkPoint: point,
      beforeTurn: null,
    });
  }
  return sections;
}

/** The sections from `from`, the first seq after the last fork point. */
export function tailSections(from: number, { open, seq }: TimelineTail): readonly TimelineSection[] {
  if (from >= seq) return [];
  if (open === null) return [between(from, seq - 1, null)];
  const sections = open.from > from ? [between(from, open.from - 1, open.turn)] : [];
  return [
    ...sections,
    {
      key: `section:${open.from}`,
      from: open.from,
      to: seq - 1,
      turn: open.turn,
      forkPoint: null,
      beforeTurn: null,
    },
  ];
}

/** Index of the section that holds a seq, or -1. */
export function sectionIndexAt(sections: readonly TimelineSection[], seq: number): number {
  let low = 0;
  let high = sections.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const section = sections[middle];
    if (section === undefined) return -1;
    if (seq < section.from) high = middle - 1;
    else if (seq > section.to) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** The sections that a range touches; all of them without one. */
export function sectionsWithin(
  sections: readonly TimelineSection[],
  range: { readonly from: number; readonly to: number } | null,
): readonly TimelineSection[] {
  if (range === null) return sections;
  const first = sectionIndexAt(sections, range.from);
  const last = sectionIndexAt(sections, range.to);
  return first < 0 ? [] : sections.slice(first, last < 0 ? sections.length : last + 1);
}

function between(from: number, to: number, beforeTurn: number | null): TimelineSection {
  return { key: `section:${from}`, from, to, turn: null, forkPoint: null, beforeTurn };
}

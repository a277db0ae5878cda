/** A run of a session's log: seqs `from` to `to` (both inclusive) lie in the log `logId`, under the same seqs. */
export interface Segment {
  readonly logId: string;
  readonly from: number;
  readonly to: number;
}

/** The segments that hold seqs 0 to `boundary`: what a fork inherits. Costs nothing in the length of the log. */
export function cutSegments(segments: readonly Segment[], boundary: number): Segment[] {
  return overlap(segments, 0, boundary);
}

/** The parts of the segments that lie between two seqs, inclusive, in seq order. */
export function overlap(segments: readonly Segment[], from: number, to: number): Segment[] {
  return segments
    .filter((segment) => segment.from <= to && segment.to >= from)
    .map((segment) => ({
      logId: segment.logId,
      from: Math.max(segment.from, from),
      to: Math.min(segment.to, to),
    }));
}

/** The segments after `count` more events went to the end of the log `logId`. */
export function extendSegments(segments: readonly Segment[], logId: string, count: number): Segment[] {
  if (count === 0) return [...segments];
  const last = segments.at(-1);
  const from = last === undefined ? 0 : last.to + 1;
  if (last?.logId === logId) return [...segments.slice(0, -1), { ...last, to: last.to + count }];
  return [...segments, { logId, from, to: from + count - 1 }];
}

/** Every log that the segments and the session's own log name, each once. */
export function logIdsOf(segments: readonly Segment[], ownLogId: string): string[] {
  return [...new Set([...segments.map((segment) => segment.logId), ownLogId])];
}

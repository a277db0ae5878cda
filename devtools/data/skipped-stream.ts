import type { SessionEvent } from './devtools-store.ts';
import type { LoadedRun } from './event-windows.ts';
import type { LogRow, TimelineRow } from './timeline-rows.ts';

/** A finished message at the beginning of a loaded stretch, whose deltas reach back into what is not loaded. */
export interface CitedStream {
  /** Seq of the message. */
  readonly message: number;
  /** Seq of its first delta. */
  readonly from: number;
  readonly count: number;
  /** The message's row key, as it is when everything is loaded. */
  readonly key: string;
}

/**
 * Finds the message that the events before a stretch are the deltas of, by what it cites (`sourceEventSeqs`). Four
 * fifths of a long session are deltas: those that are known to be nothing else need no reading.
 */
export function citedStream(
  run: LoadedRun,
  eventAt: (seq: number) => SessionEvent | undefined,
): CitedStream | null {
  let seq = run.from;
  while (seq <= run.to && eventAt(seq)?.type === 'assistant/chunk') seq += 1;
  const message = eventAt(seq);
  if (seq > run.to || message?.type !== 'assistant/message') return null;
  const cited = message.sourceEventSeqs ?? [];
  const from = cited[0];
  const last = cited.at(-1);
  // Unique and ascending, so as many as there are places between the ends means that none is missing.
  if (from === undefined || last !== seq - 1 || from >= run.from || last - from + 1 !== cited.length)
    return null;
  if (!isAscending(cited)) return null;
  return { message: seq, from, count: cited.length, key: `message:${from}` };
}

/** Takes the unfinished row of the stream's loaded beginning out of the rows, and gives its deltas. */
export function takeStreamBeginning(rows: TimelineRow[], stream: CitedStream): readonly SessionEvent[] {
  const last = rows.at(-1);
  if (last?.kind !== 'assistant' || last.phase !== 'partial' || last.key !== stream.key) return [];
  rows.pop();
  return last.stream?.events ?? [];
}

/** The message's row, with its whole stream counted. */
export function wholeStream(row: LogRow, stream: CitedStream, beginning: readonly SessionEvent[]): LogRow {
  if (row.kind !== 'assistant') return row;
  const events = [...beginning, ...(row.stream?.events ?? [])];
  const first = beginning[0];
  const last = events.at(-1);
  const duration = first === undefined || last === undefined ? null : Math.max(0, last.time - first.time);
  return { ...row, key: stream.key, stream: { events, count: stream.count, duration, expanded: false } };
}

function isAscending(seqs: readonly number[]): boolean {
  return seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? seq));
}

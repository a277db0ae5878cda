import { isSeq, type JsonObject } from '../event/data-flaw.ts';
import { LineFlaw } from './parse-line.ts';

/**
 * Later writers of format 0 write runs of `sourceEventSeqs` as `[start, end]` pairs, ends included, and everything in
 * rising order then. Gives the record with every seq by itself; a flaw when the pairs are not so. They name seqs before
 * the event's own only, so it has no more of them than the log has events.
 */
export function expandSourceSeqs(record: JsonObject, ownSeq: number): JsonObject | LineFlaw {
  const { sourceEventSeqs } = record;
  if (!Array.isArray(sourceEventSeqs)) return record;
  const entries: readonly unknown[] = sourceEventSeqs;
  if (!entries.some((entry) => Array.isArray(entry))) return record;
  const seqs: number[] = [];
  let least = 0;
  for (const [index, entry] of entries.entries()) {
    const range: readonly unknown[] = Array.isArray(entry) ? entry : [entry, entry];
    const [start, end, ...more] = range;
    if (!isSeq(start) || !isSeq(end) || more.length > 0 || start < least || end < start || end >= ownSeq) {
      return new LineFlaw(`sourceEventSeqs[${index}] must be a later seq or range than the one before it`);
    }
    for (let seq = start; seq <= end; seq += 1) seqs.push(seq);
    least = end + 1;
  }
  return { ...record, sourceEventSeqs: seqs };
}

import { summaryOf, type TurnRecord, type TurnSummary } from '../rules/turn-record.ts';
import type { AnyTransaction } from './schema.ts';
import { overlap, type Segment } from './segments.ts';
import { forEachTogether } from './together.ts';
import { readOverviews } from './turn-overviews.ts';

/** Turn records whose `turn/end` lies between two seqs, inclusive: one range read a segment. */
export async function readTurns(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  from: number,
  to: number,
): Promise<TurnRecord[]> {
  const turns = transaction.objectStore('turns');
  const parts = await forEachTogether(overlap(segments, from, to), (segment) =>
    turns.getAll(IDBKeyRange.bound([segment.logId, segment.from], [segment.logId, segment.to])),
  );
  return parts.flat();
}

/** The same turns without their totals, most of them out of overviews: two short reads a segment. */
export async function readTurnSummaries(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  from: number,
  to: number,
): Promise<TurnSummary[]> {
  const parts = await forEachTogether(overlap(segments, from, to), async (segment) => {
    const { summaries, next } = await readOverviews(transaction, segment, segment.from);
    const rest = await readTurns(transaction, [segment], next, segment.to);
    return [...summaries, ...rest.map(summaryOf)];
  });
  return parts.flat();
}

/** The last turn record that ends at or before a seq, or null. */
export async function turnAtOrBefore(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  seq: number,
): Promise<TurnRecord | null> {
  for (const segment of overlap(segments, 0, seq).reverse()) {
    const record = await nextTurn(transaction, segment, 'prev');
    if (record !== null) return record;
  }
  return null;
}

/** The first turn record that ends after a seq, or null. */
export async function turnAfter(
  transaction: AnyTransaction,
  segments: readonly Segment[],
  seq: number,
): Promise<TurnRecord | null> {
  for (const segment of overlap(segments, seq + 1, Infinity)) {
    const record = await nextTurn(transaction, segment, 'next');
    if (record !== null) return record;
  }
  return null;
}

async function nextTurn(
  transaction: AnyTransaction,
  segment: Segment,
  direction: 'next' | 'prev',
): Promise<TurnRecord | null> {
  const range = IDBKeyRange.bound([segment.logId, segment.from], [segment.logId, segment.to]);
  const cursor = await transaction.objectStore('turns').openCursor(range, direction);
  return cursor?.value ?? null;
}

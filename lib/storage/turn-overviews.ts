import { summaryOf, type TurnRecord, type TurnSummary } from '../rules/turn-record.ts';
import type { AnyTransaction, WriteTransaction } from './schema.ts';
import type { Segment } from './segments.ts';
import { forEachTogether, together } from './together.ts';

/** Turns in one overview: some 20 kB of text. */
export const OVERVIEW_TURNS = 64;

/**
 * Gathers the summaries of a log's finished turns into overviews, within the transaction that adds the last of them.
 * What no overview has is read turn by turn, so that leaving one out loses nothing.
 */
export async function writeOverviews(
  transaction: WriteTransaction,
  logId: string,
  added: readonly TurnRecord[],
): Promise<void> {
  const last = added.at(-1);
  if (last === undefined || last.totals.turns % OVERVIEW_TURNS >= added.length) return;
  const overviews = transaction.objectStore('overviews');
  const cursor = await overviews.openKeyCursor(IDBKeyRange.bound([logId, 0], [logId, Infinity]), 'prev');
  let from = cursor === null ? 0 : cursor.key[1] + 1;
  const turns = await transaction
    .objectStore('turns')
    .getAll(IDBKeyRange.bound([logId, from], [logId, last.seq]));
  const groups: { readonly seq: number; readonly from: number; readonly text: string }[] = [];
  for (let start = 0; start + OVERVIEW_TURNS <= turns.length; start += OVERVIEW_TURNS) {
    const group = turns.slice(start, start + OVERVIEW_TURNS);
    const { seq } = group.at(-1) ?? last;
    groups.push({ seq, from, text: JSON.stringify(group.map(summaryOf)) });
    from = seq + 1;
  }
  await forEachTogether(groups, ({ seq, ...row }) => overviews.add(row, [logId, seq]));
}

/** Summaries of the turns that the overviews of a segment have, from its first seq on, and where the rest begins. */
export async function readOverviews(
  transaction: AnyTransaction,
  { logId, to }: Segment,
  from: number,
): Promise<{ readonly summaries: readonly TurnSummary[]; readonly next: number }> {
  const overviews = transaction.objectStore('overviews');
  const range = IDBKeyRange.bound([logId, from], [logId, to]);
  const [keys, rows] = await together(
    () => overviews.getAllKeys(range),
    () => overviews.getAll(range),
  );
  const summaries: TurnSummary[] = [];
  let next = from;
  for (const [index, row] of rows.entries()) {
    // One that does not follow on leaves the rest to the turn records.
    if (index > 0 && row.from !== next) break;
    if (index === 0 && row.from > from) break;
    const group: unknown = JSON.parse(row.text);
    if (!isSummaries(group)) break;
    summaries.push(...group.filter(({ seq }) => seq >= from));
    next = (keys[index]?.[1] ?? to) + 1;
  }
  return { summaries, next };
}

function isSummaries(value: unknown): value is TurnSummary[] {
  return Array.isArray(value);
}

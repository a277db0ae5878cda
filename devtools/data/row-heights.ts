import type { RowList } from './row-list.ts';
import type { TimelineRow } from './timeline-rows.ts';

/** px that a row is taken to be high until it was drawn. */
const ESTIMATES: Readonly<Record<TimelineRow['kind'], number>> = {
  turn: 44,
  between: 32,
  'turn-end': 48,
  step: 30,
  user: 72,
  assistant: 110,
  tool: 92,
  compaction: 76,
  title: 34,
  event: 34,
  delta: 24,
  gap: 40,
  boundary: 44,
};

/** px above the first row. */
const PADDING_START = 8;
/** px below the last row. */
const PADDING_END = 16;

/**
 * Where the rows of a timeline stand, in px: measured where they were drawn, estimated elsewhere. Works by sections, so
 * that ten thousand folded turns cost a sum over numbers, and their rows are never built.
 */
export class RowHeights {
  readonly #measured = new Map<string, number>();
  /** Sections that have measured rows. */
  readonly #touched = new Set<string>();
  #rows: RowList;
  /** Top of each section and, at the end, of the trailing rows. */
  #tops: Float64Array;
  #stale = true;
  /** Tops of a section's rows within it; made anew when one of them was measured. */
  #inner = new WeakMap<readonly TimelineRow[], Float64Array>();

  constructor(rows: RowList) {
    this.#rows = rows;
    this.#tops = new Float64Array(0);
  }

  get rows(): RowList {
    return this.#rows;
  }

  setRows(rows: RowList): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#stale = true;
  }

  /** Takes a row's drawn height; false when it is known already. */
  measure(index: number, height: number): boolean {
    const row = this.#rows.at(index);
    if (row === undefined || this.#heightOf(row) === height) return false;
    this.#measured.set(row.key, height);
    const place = this.#rows.placeOf(index);
    const section = this.#rows.sections[place.position];
    if (section !== undefined) this.#touched.add(section.key);
    this.#inner.delete(this.#rows.rowsAt(place.position));
    this.#stale = true;
    return true;
  }

  /** Height of all rows together. */
  get total(): number {
    const last = this.#rows.count - 1;
    return last < 0 ? PADDING_START + PADDING_END : this.topOf(last) + this.heightAt(last) + PADDING_END;
  }

  topOf(index: number): number {
    const { position, offset } = this.#rows.placeOf(index);
    const inner = this.#innerTops(this.#rows.rowsAt(position));
    return (this.#sectionTops()[position] ?? PADDING_START) + (inner[offset] ?? 0);
  }

  heightAt(index: number): number {
    const row = this.#rows.at(index);
    return row === undefined ? 0 : this.#heightOf(row);
  }

  /** Index of the row at a distance from the top; the first or last one beyond the ends. */
  indexAt(distance: number): number {
    const tops = this.#sectionTops();
    const position = lastAtOrBelow(tops, distance);
    const inner = this.#innerTops(this.#rows.rowsAt(position));
    const within = lastAtOrBelow(inner.subarray(0, inner.length - 1), distance - (tops[position] ?? 0));
    return Math.max(0, Math.min(this.#rows.count - 1, this.#rows.firstIndexAt(position) + within));
  }

  #sectionTops(): Float64Array {
    if (!this.#stale) return this.#tops;
    const count = this.#rows.sections.length;
    const tops = new Float64Array(count + 1);
    let top = PADDING_START;
    for (let position = 0; position < count; position += 1) {
      tops[position] = top;
      top += this.#sectionHeight(position);
    }
    tops[count] = top;
    this.#tops = tops;
    this.#stale = false;
    return tops;
  }

  #sectionHeight(position: number): number {
    const section = this.#rows.sections[position];
    if (section === undefined) return 0;
    if (this.#rows.isBuilt(section) || this.#touched.has(section.key))
      return this.#innerTops(this.#rows.rowsAt(position)).at(-1) ?? 0;
    const head = section.turn === null ? ESTIMATES.between : ESTIMATES.turn;
    const end = section.forkPoint === null ? 0 : ESTIMATES['turn-end'];
    const others = this.#rows.countAt(position) - 1 - (section.forkPoint === null ? 0 : 1);
    return head + end + others * ESTIMATES.gap;
  }

  /** Tops of a section's rows from its own top on, and its height at the end. */
  #innerTops(rows: readonly TimelineRow[]): Float64Array {
    const known = this.#inner.get(rows);
    if (known !== undefined) return known;
    const tops = new Float64Array(rows.length + 1);
    let top = 0;
    for (const [offset, row] of rows.entries()) {
      tops[offset] = top;
      top += this.#heightOf(row);
    }
    tops[rows.length] = top;
    this.#inner.set(rows, tops);
    return tops;
  }

  #heightOf(row: TimelineRow): number {
    return this.#measured.get(row.key) ?? ESTIMATES[row.kind];
  }
}

/** Index of the last of ascending numbers that is not above a value; 0 when all are. */
function lastAtOrBelow(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

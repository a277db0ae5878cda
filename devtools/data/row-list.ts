import type { TimelineRow } from './timeline-rows.ts';
import { sectionIndexAt, type TimelineSection } from './timeline-sections.ts';

/**
 * All rows of a timeline as one list, without building those that nobody looks at: a folded session of a hundred
 * thousand turns is a hundred thousand counts.
 */
export class RowList {
  static readonly empty = new RowList([], [], () => [], []);

  readonly sections: readonly TimelineSection[];
  /** Index of each section's first row. */
  readonly #offsets: readonly number[];
  readonly #rowsOf: (section: TimelineSection) => readonly TimelineRow[];
  /** Rows after the last section. */
  readonly #trailing: readonly TimelineRow[];
  readonly #sectionRows: number;
  #near = 0;

  constructor(
    sections: readonly TimelineSection[],
    counts: readonly number[],
    rowsOf: (section: TimelineSection) => readonly TimelineRow[],
    trailing: readonly TimelineRow[],
  ) {
    this.sections = sections;
    const offsets: number[] = [];
    let sum = 0;
    for (const count of counts) {
      offsets.push(sum);
      sum += count;
    }
    this.#offsets = offsets;
    this.#sectionRows = sum;
    this.#rowsOf = rowsOf;
    this.#trailing = trailing;
  }

  get count(): number {
    return this.#sectionRows + this.#trailing.length;
  }

  /** The seq after the last row's events. */
  get endSeq(): number {
    return (this.sections.at(-1)?.to ?? -1) + 1;
  }

  at(index: number): TimelineRow | undefined {
    if (index >= this.#sectionRows) return this.#trailing[index - this.#sectionRows];
    const position = this.#sectionOfRow(index);
    const section = this.sections[position];
    return section === undefined ? undefined : this.#rowsOf(section)[index - (this.#offsets[position] ?? 0)];
  }

  /** Index of the row that stands for a seq, or of the one that holds it; -1 when there is none. */
  indexOfSeq(seq: number): number {
    const position = sectionIndexAt(this.sections, seq);
    const section = this.sections[position];
    if (section === undefined) return -1;
    const rows = this.#rowsOf(section);
    const offset = this.#offsets[position] ?? 0;
    const exact = rows.findIndex((row) => row.seq === seq && row.kind !== 'boundary' && row.kind !== 'gap');
    if (exact >= 0) return offset + exact;
    const related = rows.findIndex((row) => row.kind === 'tool' && row.resultSeq === seq);
    if (related >= 0) return offset + related;
    const holding = rows.findLastIndex((row) => row.seq <= seq);
    return offset + Math.max(0, holding);
  }

  indexOfKey(key: string, near: number): number {
    if (this.at(near)?.key === key) return near;
    for (let index = 0; index < this.count; index += 1) if (this.at(index)?.key === key) return index;
    return -1;
  }

  /** Rows are mostly asked for in order, so the section found last is tried first. */
  #sectionOfRow(index: number): number {
    const near = this.#near;
    if (this.#holds(near, index)) return near;
    if (this.#holds(near + 1, index)) return (this.#near = near + 1);
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#offsets[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return (this.#near = low);
  }

  #holds(position: number, index: number): boolean {
    const start = this.#offsets[position];
    return (
      start !== undefined && start <= index && index < (this.#offsets[position + 1] ?? this.#sectionRows)
    );
  }
}

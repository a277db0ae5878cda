import type { TimelineRow } from './timeline-rows.ts';
import { sectionIndexAt, type TimelineSection } from './timeline-sections.ts';

/** Where a row stands: in which section, and as which of its rows. The rows after the last section count as one more. */
export interface RowPlace {
  readonly position: number;
  readonly offset: number;
}

export interface RowListParts {
  readonly sections: readonly TimelineSection[];
  /** How many rows each section has. */
  readonly counts: readonly number[];
  /** The same array as long as nothing about the section changed. */
  readonly rowsOf: (section: TimelineSection) => readonly TimelineRow[];
  /** Whether a section has rows of loaded events. */
  readonly isBuilt: (section: TimelineSection) => boolean;
  /** Rows after the last section. */
  readonly trailing: readonly TimelineRow[];
}

/**
 * All rows of a timeline as one list, without building those that nobody looks at: a folded session of a hundred
 * thousand turns is a hundred thousand counts.
 */
export class RowList {
  static readonly empty = new RowList({
    sections: [],
    counts: [],
    rowsOf: () => [],
    isBuilt: () => false,
    trailing: [],
  });

  readonly #parts: RowListParts;
  /** Index of each section's first row and, at the end, of the trailing rows. */
  readonly #offsets: Float64Array;
  #near = 0;

  constructor(parts: RowListParts) {
    this.#parts = parts;
    const { counts } = parts;
    this.#offsets = new Float64Array(counts.length + 1);
    let sum = 0;
    for (const [position, count] of counts.entries()) {
      this.#offsets[position] = sum;
      sum += count;
    }
    this.#offsets[counts.length] = sum;
  }

  get sections(): readonly TimelineSection[] {
    return this.#parts.sections;
  }

  get count(): number {
    return this.firstIndexAt(this.sections.length) + this.#parts.trailing.length;
  }

  /** The seq after the last row's events. */
  get endSeq(): number {
    return (this.sections.at(-1)?.to ?? -1) + 1;
  }

  at(index: number): TimelineRow | undefined {
    const { position, offset } = this.placeOf(index);
    return this.rowsAt(position)[offset];
  }

  placeOf(index: number): RowPlace {
    const position = this.#sectionOfRow(index);
    return { position, offset: index - this.firstIndexAt(position) };
  }

  /** The rows of the section at a position; past the last one, those that follow it. */
  rowsAt(position: number): readonly TimelineRow[] {
    const section = this.sections[position];
    return section === undefined ? this.#parts.trailing : this.#parts.rowsOf(section);
  }

  firstIndexAt(position: number): number {
    return this.#offsets[position] ?? 0;
  }

  countAt(position: number): number {
    return this.#parts.counts[position] ?? this.#parts.trailing.length;
  }

  isBuilt(section: TimelineSection): boolean {
    return this.#parts.isBuilt(section);
  }

  /** Index of the row that stands for a seq, or of the one that holds it; -1 when there is none. */
  indexOfSeq(seq: number): number {
    const position = sectionIndexAt(this.sections, seq);
    if (position < 0) return -1;
    const rows = this.rowsAt(position);
    const first = this.firstIndexAt(position);
    const exact = rows.findIndex((row) => row.seq === seq && row.kind !== 'boundary' && row.kind !== 'gap');
    if (exact >= 0) return first + exact;
    const related = rows.findIndex((row) => row.kind === 'tool' && row.resultSeq === seq);
    if (related >= 0) return first + related;
    const holding = rows.findLastIndex((row) => row.seq <= seq);
    return first + Math.max(0, holding);
  }

  /** Index of a row that was known by a key and a seq; -1 when it is gone. */
  indexOf({ key, seq }: Pick<TimelineRow, 'key' | 'seq'>): number {
    const position = sectionIndexAt(this.sections, Math.min(seq, this.endSeq - 1));
    for (const near of [position, this.sections.length, position - 1, position + 1]) {
      if (near < 0) continue;
      const offset = this.rowsAt(near).findIndex((row) => row.key === key);
      if (offset >= 0) return this.firstIndexAt(near) + offset;
    }
    return -1;
  }

  /** Rows are mostly asked for in order, so the section found last is tried first. */
  #sectionOfRow(index: number): number {
    const near = this.#near;
    if (this.#holds(near, index)) return near;
    if (this.#holds(near + 1, index)) return (this.#near = near + 1);
    let low = 0;
    let high = this.sections.length;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.firstIndexAt(middle) <= index) low = middle;
      else high = middle - 1;
    }
    return (this.#near = low);
  }

  #holds(position: number, index: number): boolean {
    const start = this.#offsets[position];
    return start !== undefined && start <= index && index < (this.#offsets[position + 1] ?? Infinity);
  }
}

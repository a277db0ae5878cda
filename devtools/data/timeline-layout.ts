import type { EventWindows } from './event-windows.ts';
import { RowList } from './row-list.ts';
import { SectionFolds, skeletonCount, skeletonRows } from './section-rows.ts';
import { boundaryRow } from './log-row-shapes.ts';
import type { TimelineRow } from './timeline-rows.ts';
import { sectionIndexAt, type TimelineSection } from './timeline-sections.ts';
import type { Unfolding } from './unfolding.ts';

export interface LayoutInput {
  readonly sections: readonly TimelineSection[];
  readonly windows: EventWindows;
  /** The session's next seq. */
  readonly seq: number;
  /** Null for a session that is no fork. */
  readonly seedLength: number | null;
  readonly unfolding: Unfolding;
  readonly expandedStreams: ReadonlySet<string>;
  readonly failedGaps: ReadonlySet<number>;
}

/** Lays a session's sections out as one list of rows. Keeps what was built, as long as it is of use. */
export class TimelineLayout {
  readonly #folds = new Map<string, SectionFolds>();
  readonly #skeletons = new WeakMap<TimelineSection, { unfolded: boolean; rows: readonly TimelineRow[] }>();

  rows(input: LayoutInput): RowList {
    const { sections, seq, seedLength, unfolding } = input;
    const loaded = this.#loadedSections(input);
    const counts = sections.map(
      (section) =>
        loaded.get(section.key)?.length ?? skeletonCount(section, unfolding.has(section.key), seedLength),
    );
    const rowsOf = (section: TimelineSection): readonly TimelineRow[] =>
      loaded.get(section.key) ?? this.#skeleton(section, unfolding.has(section.key), seedLength);
    const endsAtBoundary = seedLength === seq && (sections.at(-1)?.to ?? -1) === seq - 1;
    return new RowList({
      sections,
      counts,
      rowsOf,
      isBuilt: (section) => loaded.has(section.key),
      trailing: endsAtBoundary ? [boundaryRow(seq, 0)] : [],
    });
  }

  /** The rows of unfolded sections of which something is loaded: never more than the windows hold. */
  #loadedSections(input: LayoutInput): ReadonlyMap<string, readonly TimelineRow[]> {
    const { sections, windows, unfolding } = input;
    const loaded = new Map<string, readonly TimelineRow[]>();
    for (const run of windows.runs(sections[0]?.from ?? 0, sections.at(-1)?.to ?? -1)) {
      for (let index = Math.max(0, sectionIndexAt(sections, run.from)); index < sections.length; index += 1) {
        const section = sections[index];
        if (section === undefined || section.from > run.to) break;
        if (loaded.has(section.key) || !unfolding.has(section.key)) continue;
        loaded.set(section.key, this.#loadedRows(section, input));
      }
    }
    for (const key of this.#folds.keys()) if (!loaded.has(key)) this.#folds.delete(key);
    return loaded;
  }

  #loadedRows(section: TimelineSection, input: LayoutInput): readonly TimelineRow[] {
    let folds = this.#folds.get(section.key);
    if (folds === undefined) {
      folds = new SectionFolds();
      this.#folds.set(section.key, folds);
    }
    const { seedLength, windows, expandedStreams, failedGaps } = input;
    const runs = windows.runs(section.from, section.to);
    return folds.rows({
      section,
      seedLength,
      runs,
      expandedStreams,
      failedGaps,
      eventAt: (seq) => windows.at(seq),
    });
  }

  #skeleton(section: TimelineSection, unfolded: boolean, seedLength: number | null): readonly TimelineRow[] {
    const known = this.#skeletons.get(section);
    if (known?.unfolded === unfolded) return known.rows;
    const rows = skeletonRows(section, unfolded, seedLength);
    this.#skeletons.set(section, { unfolded, rows });
    return rows;
  }
}

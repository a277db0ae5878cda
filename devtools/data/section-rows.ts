import type { SessionEvent } from './devtools-store.ts';
import type { LoadedRun } from './event-windows.ts';
import { citedStream, takeStreamBeginning, wholeStream } from './skipped-stream.ts';
import { boundaryRow, reasonView } from './log-row-shapes.ts';
import { TimelineFold } from './timeline-fold.ts';
import type { BetweenRow, GapRow, LogRow, TimelineRow, TurnEndRow, TurnRow } from './timeline-rows.ts';
import type { TimelineSection } from './timeline-sections.ts';

/** The rows of a folded section, or of one that is unfolded but not loaded. Needs no event. */
export function skeletonRows(
  section: TimelineSection,
  expanded: boolean,
  seedLength: number | null,
): readonly TimelineRow[] {
  const rows = openingRows(section, expanded, seedLength, null);
  if (expanded) rows.push(gapRow(section.from, section.to, false, seedLength));
  rows.push(...closingRows(section, expanded, seedLength));
  return rows;
}

/** Number of rows that `skeletonRows` gives. */
export function skeletonCount(
  section: TimelineSection,
  expanded: boolean,
  seedLength: number | null,
): number {
  const boundary =
    startsAtBoundary(section, seedLength) || (!expanded && holdsBoundary(section, seedLength)) ? 1 : 0;
  return 1 + boundary + (expanded ? 1 : 0) + (section.forkPoint === null ? 0 : 1);
}

export interface LoadedSection {
  readonly section: TimelineSection;
  readonly seedLength: number | null;
  readonly runs: readonly LoadedRun[];
  readonly expandedStreams: ReadonlySet<string>;
  /** First seqs of gaps whose reading failed. */
  readonly failedGaps: ReadonlySet<number>;
  readonly eventAt: (seq: number) => SessionEvent | undefined;
}

/**
 * Builds the rows of an unfolded section from what is loaded of it. The folds of the loaded stretches are kept, so that
 * a growing stretch costs its new events only, and nothing where nothing changed.
 */
export class SectionFolds {
  #folds = new Map<number, TimelineFold>();
  #last: { readonly input: LoadedSection; readonly rows: readonly TimelineRow[] } | null = null;

  rows(input: LoadedSection): readonly TimelineRow[] {
    if (this.#last !== null && isSame(this.#last.input, input)) return this.#last.rows;
    const rows = this.#build(input);
    this.#last = { input, rows };
    return rows;
  }

  #build({
    section,
    seedLength,
    runs,
    expandedStreams,
    failedGaps,
    eventAt,
  }: LoadedSection): readonly TimelineRow[] {
    const rows = openingRows(section, true, seedLength, eventAt(section.from) ?? null);
    const folds = new Map<number, TimelineFold>();
    let next = section.from;
    const gapUpTo = (to: number): void => {
      if (next <= to) rows.push(gapRow(next, to, failedGaps.has(next), seedLength));
    };
    for (const run of runs) {
      const stream = next < run.from ? citedStream(run, eventAt) : null;
      const skips = stream !== null && !expandedStreams.has(stream.key);
      gapUpTo(skips ? Math.max(next, stream.from) - 1 : run.from - 1);
      const beginning = skips && stream.from < next ? takeStreamBeginning(rows, stream) : [];
      if (run.from === seedLength && run.from > section.from) rows.push(boundaryRow(run.from, 0));
      const fold = this.#folded(run, seedLength ?? 0, eventAt);
      folds.set(run.from, fold);
      const end = run.to < section.to ? 'cut' : section.forkPoint === null ? 'live' : 'ended';
      for (const row of fold.rows({ expandedStreams, end })) {
        if (row.kind === 'turn-end' && section.forkPoint !== null) continue;
        rows.push(skips && row.seq === stream.message ? wholeStream(row, stream, beginning) : row);
      }
      next = run.to + 1;
    }
    gapUpTo(section.to);
    this.#folds = folds;
    rows.push(...closingRows(section, true, seedLength));
    return rows;
  }

  #folded(run: LoadedRun, seedLength: number, eventAt: LoadedSection['eventAt']): TimelineFold {
    const known = this.#folds.get(run.from);
    const fold =
      known !== undefined && (known.nextSeq ?? 0) <= run.to + 1 ? known : new TimelineFold(seedLength);
    for (let seq = fold.nextSeq ?? run.from; seq <= run.to; seq += 1) {
      const event = eventAt(seq);
      if (event !== undefined) fold.apply(event);
    }
    return fold;
  }
}

function isSame(a: LoadedSection, b: LoadedSection): boolean {
  return (
    a.section === b.section &&
    a.seedLength === b.seedLength &&
    a.expandedStreams === b.expandedStreams &&
    a.failedGaps === b.failedGaps &&
    a.runs.length === b.runs.length &&
    a.runs.every((run, index) => run.from === b.runs[index]?.from && run.to === b.runs[index].to)
  );
}

function openingRows(
  section: TimelineSection,
  expanded: boolean,
  seedLength: number | null,
  first: SessionEvent | null,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  if (seedLength !== null && startsAtBoundary(section, seedLength)) rows.push(boundaryRow(seedLength, 0));
  rows.push(headRow(section, expanded, seedLength, first));
  return rows;
}

function headRow(
  section: TimelineSection,
  expanded: boolean,
  seedLength: number | null,
  first: SessionEvent | null,
): TurnRow | BetweenRow {
  const base = {
    key: `head:${section.from}`,
    seq: section.from,
    to: section.to,
    time: section.forkPoint?.startTime ?? first?.time ?? 0,
    inherited: section.from < (seedLength ?? 0),
    expanded,
    section: section.key,
  };
  if (section.turn === null) return { ...base, kind: 'between', beforeTurn: section.beforeTurn };
  return { ...base, kind: 'turn', turn: section.turn, forkPoint: section.forkPoint };
}

function closingRows(
  section: TimelineSection,
  expanded: boolean,
  seedLength: number | null,
): readonly (TurnEndRow | LogRow)[] {
  const rows: (TurnEndRow | LogRow)[] = [];
  if (!expanded && seedLength !== null && holdsBoundary(section, seedLength))
    rows.push(boundaryRow(seedLength, 0));
  const point = section.forkPoint;
  if (point === null) return rows;
  rows.push({
    kind: 'turn-end',
    key: `end:${point.seq}`,
    seq: point.seq,
    time: point.endTime,
    inherited: point.seq < (seedLength ?? 0),
    turn: point.turn,
    reason: reasonView(point.reason),
    forkPoint: point,
    turnExpanded: expanded,
  });
  return rows;
}

function gapRow(from: number, to: number, failed: boolean, seedLength: number | null): GapRow {
  return {
    kind: 'gap',
    key: `gap:${from}`,
    seq: from,
    to,
    time: 0,
    inherited: from < (seedLength ?? 0),
    failed,
  };
}

function startsAtBoundary(section: TimelineSection, seedLength: number | null): boolean {
  return seedLength !== null && section.from === seedLength;
}

/** Whether the inherited prefix ends inside the section: only a log from elsewhere can be like that. */
function holdsBoundary(section: TimelineSection, seedLength: number | null): boolean {
  return seedLength !== null && section.from < seedLength && seedLength <= section.to;
}

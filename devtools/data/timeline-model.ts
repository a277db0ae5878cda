import type {
  DevtoolsStore,
  ForkPoint,
  SessionEvent,
  SessionHeader,
  SessionId,
  StoreNotification,
} from './devtools-store.ts';
import { EventWindows, WINDOW_SIZE } from './event-windows.ts';
import { numberAt } from './read-field.ts';
import { RowList } from './row-list.ts';
import { SectionFolds, skeletonCount, skeletonRows } from './section-rows.ts';
import { SnapshotSource } from './snapshot-source.ts';
import type { StoreFeed } from './store-feed.ts';
import { boundaryRow } from './timeline-fold.ts';
import type { GapRow, TimelineRow } from './timeline-rows.ts';
import {
  endedSections,
  sectionIndexAt,
  tailSections,
  type TimelineSection,
  type TimelineTail,
} from './timeline-sections.ts';

/** How many events may be unfolded without being asked for, counted from the end of the session. */
const UNFOLDED_EVENTS = 3_000;

/** How far after the last fork point the open turn's start is looked for. */
const HEAD_OF_TAIL = 256;

export interface TimelineSnapshot {
  readonly status: 'loading' | 'ready' | 'missing' | 'deleted' | 'failed';
  readonly error: Error | null;
  readonly header: SessionHeader | null;
  readonly rows: RowList;
  readonly forkPoints: readonly ForkPoint[];
  readonly openTurn: TimelineTail['open'];
  /** The session's next seq. */
  readonly seq: number;
}

const LOADING: TimelineSnapshot = {
  status: 'loading',
  error: null,
  header: null,
  rows: RowList.empty,
  forkPoints: [],
  openTurn: null,
  seq: 0,
};

/**
 * The timeline of one session: the turns from the store's fork points, the events of unfolded turns in windows as
 * they come into view, and what is appended meanwhile. Never reads the whole log.
 */
export class TimelineModel extends SnapshotSource<TimelineSnapshot> {
  readonly sessionId: SessionId;
  readonly #store: DevtoolsStore;
  readonly #windows = new EventWindows();
  readonly #reading = new Map<number, Promise<void>>();
  readonly #folds = new Map<string, SectionFolds>();
  readonly #skeletons = new WeakMap<TimelineSection, { expanded: boolean; rows: readonly TimelineRow[] }>();
  readonly #toggled = new Set<string>();
  #failedGaps: ReadonlySet<number> = new Set();
  #expandedStreams: ReadonlySet<string> = new Set();
  #unfoldByDefault = false;
  #header: SessionHeader | null = null;
  #forkPoints: readonly ForkPoint[] = [];
  #tail: TimelineTail = { open: null, seq: 0 };
  /** Up to the last fork point. Kept, because a long session has many. */
  #ended: readonly TimelineSection[] = [];
  #sections: readonly TimelineSection[] = [];
  /** The highest next seq heard of while nothing was loaded yet. */
  #heard = 0;
  #generation = 0;

  constructor(store: DevtoolsStore, sessionId: SessionId) {
    super(LOADING);
    this.#store = store;
    this.sessionId = sessionId;
  }

  /** Loads the session and follows it until the returned function is called. */
  start(feed: StoreFeed): () => void {
    const stop = feed.listen((batch) => this.#receive(batch));
    void this.#load();
    return () => {
      this.#generation += 1;
      stop();
    };
  }

  /** Loads everything again, after a failure. */
  retry(): void {
    this.publish({ ...this.getSnapshot(), status: 'loading', error: null });
    void this.#load();
  }

  eventAt(seq: number): SessionEvent | undefined {
    return this.#windows.at(seq);
  }

  isExpanded(key: string): boolean {
    return this.#toggled.has(key) !== this.#unfoldByDefault;
  }

  toggleSection(key: string): void {
    if (!this.#toggled.delete(key)) this.#toggled.add(key);
    this.#rebuild();
  }

  setAllExpanded(expanded: boolean): void {
    this.#unfoldByDefault = expanded;
    this.#toggled.clear();
    this.#rebuild();
  }

  toggleStream(key: string): void {
    const streams = new Set(this.#expandedStreams);
    if (!streams.delete(key)) streams.add(key);
    this.#expandedStreams = streams;
    this.#rebuild();
  }

  /** Loads a part of a gap, from the side that is reached first. */
  async loadGap(gap: GapRow, side: 'start' | 'end'): Promise<void> {
    await this.#readWindow(EventWindows.indexOf(side === 'end' ? gap.to : gap.seq), gap.seq);
  }

  /** Unfolds and loads what is needed to show an event; gives its row's index, or -1 when the log has no such event. */
  async reveal(seq: number): Promise<number> {
    const section = this.#sections[sectionIndexAt(this.#sections, seq)];
    if (section === undefined) return -1;
    const isHeadOrEnd = seq === section.from || seq === section.forkPoint?.seq;
    if (!isHeadOrEnd) {
      if (!this.isExpanded(section.key)) this.toggleSection(section.key);
      await this.#readWindow(EventWindows.indexOf(seq), seq);
    }
    return this.getSnapshot().rows.indexOfSeq(seq);
  }

  async #load(): Promise<void> {
    const generation = (this.#generation += 1);
    try {
      const summary = await this.#store.summary(this.sessionId);
      if (generation !== this.#generation) return;
      if (summary === undefined) {
        this.publish({ ...LOADING, status: 'missing' });
        return;
      }
      this.#header = summary.header;
      const [forkPoints, last] = await this.#readEnds();
      if (generation !== this.#generation) return;
      await this.#adopt(forkPoints, last);
      if (generation !== this.#generation) return;
      this.#unfoldEnd();
      if (this.#tail.seq > 0)
        await this.#readWindow(EventWindows.indexOf(this.#tail.seq - 1), this.#tail.seq - 1);
      if (generation !== this.#generation) return;
      this.#rebuild('ready');
      if (this.#heard > this.#tail.seq) await this.#catchUp();
    } catch (error) {
      if (generation === this.#generation) this.#fail(error);
    }
  }

  async #readEnds(): Promise<readonly [readonly ForkPoint[], number]> {
    const [forkPoints, last] = await Promise.all([
      this.#store.forkPoints(this.sessionId),
      this.#store.events(this.sessionId, { reverse: true, limit: 1 }),
    ]);
    return [forkPoints, (last[0]?.seq ?? -1) + 1];
  }

  /** Takes over fork points and length, and finds out what lies after the last fork point. */
  async #adopt(forkPoints: readonly ForkPoint[], seq: number): Promise<void> {
    const tailFrom = (forkPoints.at(-1)?.seq ?? -1) + 1;
    let open = this.#tail.open !== null && this.#tail.open.from >= tailFrom ? this.#tail.open : null;
    if (open === null && seq > tailFrom) {
      const head = await this.#store.events(this.sessionId, { from: tailFrom, limit: HEAD_OF_TAIL });
      const start = head.find((event) => event.type === 'turn/start');
      if (start !== undefined) open = { from: start.seq, turn: numberAt(start.data, 'turn') ?? 0 };
    }
    this.#forkPoints = forkPoints;
    this.#ended = endedSections(forkPoints);
    this.#tail = { open, seq: Math.max(seq, this.#tail.seq) };
    this.#joinSections();
  }

  #joinSections(): void {
    const tail = tailSections((this.#forkPoints.at(-1)?.seq ?? -1) + 1, this.#tail);
    this.#sections = [...this.#ended, ...tail];
  }

  /** Unfolds what was appended while somebody looked on; what they folded stays folded. */
  #unfoldNew(before: readonly TimelineSection[]): void {
    const known = new Set(before.slice(-3).map((section) => section.key));
    for (const section of this.#sections.slice(-3)) {
      if (!known.has(section.key) && !this.isExpanded(section.key)) this.#toggled.add(section.key);
    }
  }

  #unfoldEnd(): void {
    let events = 0;
    for (let index = this.#sections.length - 1; index >= 0; index -= 1) {
      const section = this.#sections[index];
      if (section === undefined) break;
      events += section.to - section.from + 1;
      const isLast =
        section.beforeTurn === null && !this.#sections.slice(index + 1).some((later) => later.turn !== null);
      if (events > UNFOLDED_EVENTS && !isLast) break;
      if ((section.turn !== null || isLast) && !this.isExpanded(section.key)) this.#toggled.add(section.key);
    }
  }

  #receive(batch: readonly StoreNotification[]): void {
    let grown = false;
    let ended = false;
    let behind = false;
    for (const notification of batch) {
      if (notification.sessionId !== this.sessionId) continue;
      if (notification.type === 'session/deleted') {
        this.#generation += 1;
        this.publish({ ...this.getSnapshot(), status: 'deleted' });
        return;
      }
      if (notification.type === 'session/repaired') behind = true;
      if (notification.type === 'session/flush') behind ||= notification.durableSeq > this.#tail.seq;
      if (notification.type !== 'session/event') continue;
      const { event } = notification;
      this.#heard = Math.max(this.#heard, event.seq + 1);
      if (event.seq < this.#tail.seq) continue;
      if (event.seq > this.#tail.seq) {
        behind = true;
        continue;
      }
      grown = true;
      ended ||= event.type === 'turn/end';
      this.#grow(event);
    }
    if (this.getSnapshot().status !== 'ready') return;
    if (grown) {
      const before = this.#sections;
      this.#joinSections();
      this.#unfoldNew(before);
      this.#rebuild();
    }
    if (behind || ended) void this.#catchUp();
  }

  #grow(event: SessionEvent): void {
    this.#windows.append(event);
    const starts = event.type === 'turn/start' && this.#tail.open === null;
    const open = starts ? { from: event.seq, turn: numberAt(event.data, 'turn') ?? 0 } : this.#tail.open;
    this.#tail = { open, seq: event.seq + 1 };
  }

  /** Reads anew what a finished turn, or events that were missed, have changed. */
  async #catchUp(): Promise<void> {
    const generation = this.#generation;
    try {
      const [forkPoints, seq] = await this.#readEnds();
      if (generation !== this.#generation) return;
      const missed = seq > this.#tail.seq;
      const before = this.#sections;
      await this.#adopt(forkPoints, seq);
      if (generation !== this.#generation) return;
      this.#unfoldNew(before);
      if (missed) await this.#readWindow(EventWindows.indexOf(seq - 1), seq - 1);
      if (generation === this.#generation) this.#rebuild();
    } catch (error) {
      if (generation === this.#generation) this.#fail(error);
    }
  }

  async #readWindow(index: number, gapSeq: number): Promise<void> {
    const running = this.#reading.get(index);
    if (running !== undefined) return running;
    const from = index * WINDOW_SIZE;
    if (this.#windows.has(Math.min(from + WINDOW_SIZE, this.#tail.seq) - 1)) return;
    const reading = this.#store
      .events(this.sessionId, { from, to: from + WINDOW_SIZE - 1 })
      .then((events) => {
        this.#windows.fill(index, events);
        if (this.#failedGaps.has(gapSeq)) this.#failedGaps = without(this.#failedGaps, gapSeq);
        this.#windows.evict(from, [this.#tail.seq - 1]);
      })
      .catch(() => {
        this.#failedGaps = new Set([...this.#failedGaps, gapSeq]);
      })
      .finally(() => {
        this.#reading.delete(index);
        if (this.getSnapshot().status === 'ready') this.#rebuild();
      });
    this.#reading.set(index, reading);
    return reading;
  }

  #rebuild(status = this.getSnapshot().status): void {
    const seedLength = this.#seedLength();
    const loaded = this.#loadedSections(seedLength);
    const counts = this.#sections.map(
      (section) =>
        loaded.get(section.key)?.length ?? skeletonCount(section, this.isExpanded(section.key), seedLength),
    );
    const rowsOf = (section: TimelineSection): readonly TimelineRow[] =>
      loaded.get(section.key) ?? this.#skeleton(section, this.isExpanded(section.key), seedLength);
    const trailing = seedLength === this.#tail.seq ? [boundaryRow(seedLength, 0)] : [];
    this.publish({
      status,
      error: null,
      header: this.#header,
      rows: new RowList(this.#sections, counts, rowsOf, trailing),
      forkPoints: this.#forkPoints,
      openTurn: this.#tail.open,
      seq: this.#tail.seq,
    });
  }

  #loadedSections(seedLength: number | null): ReadonlyMap<string, readonly TimelineRow[]> {
    const loaded = new Map<string, readonly TimelineRow[]>();
    const seen = new Set<number>();
    for (const run of this.#windows.runs(0, Math.max(0, this.#tail.seq - 1))) {
      const first = sectionIndexAt(this.#sections, run.from);
      for (let index = Math.max(0, first); index < this.#sections.length; index += 1) {
        const section = this.#sections[index];
        if (section === undefined || section.from > run.to) break;
        if (seen.has(index) || !this.isExpanded(section.key)) continue;
        seen.add(index);
        loaded.set(section.key, this.#foldsOf(section).rows(this.#loadedSection(section, seedLength)));
      }
    }
    for (const key of this.#folds.keys()) if (!loaded.has(key)) this.#folds.delete(key);
    return loaded;
  }

  #loadedSection(section: TimelineSection, seedLength: number | null): Parameters<SectionFolds['rows']>[0] {
    return {
      section,
      seedLength,
      runs: this.#windows.runs(section.from, section.to),
      expandedStreams: this.#expandedStreams,
      failedGaps: this.#failedGaps,
      eventAt: (seq) => this.#windows.at(seq),
    };
  }

  #foldsOf(section: TimelineSection): SectionFolds {
    const known = this.#folds.get(section.key);
    if (known !== undefined) return known;
    const folds = new SectionFolds();
    this.#folds.set(section.key, folds);
    return folds;
  }

  #skeleton(section: TimelineSection, expanded: boolean, seedLength: number | null): readonly TimelineRow[] {
    const known = this.#skeletons.get(section);
    if (known !== undefined && known.expanded === expanded) return known.rows;
    const rows = skeletonRows(section, expanded, seedLength);
    this.#skeletons.set(section, { expanded, rows });
    return rows;
  }

  #seedLength(): number | null {
    return this.#header?.parentSession === undefined ? null : (this.#header.seedLength ?? 0);
  }

  #fail(error: unknown): void {
    this.publish({
      ...this.getSnapshot(),
      status: 'failed',
      error: error instanceof Error ? error : new TypeError(String(error)),
    });
  }
}

function without(set: ReadonlySet<number>, value: number): ReadonlySet<number> {
  return new Set([...set].filter((member) => member !== value));
}

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
import { SnapshotSource } from './snapshot-source.ts';
import type { StoreFeed } from './store-feed.ts';
import { TimelineLayout } from './timeline-layout.ts';
import type { GapRow } from './timeline-rows.ts';
import {
  endedSections,
  sectionIndexAt,
  sectionsWithin,
  tailSections,
  type TimelineSection,
  type TimelineTail,
} from './timeline-sections.ts';
import { sectionsAtTheEnd, Unfolding } from './unfolding.ts';

/** How far after the last fork point the open turn's start is looked for. */
const HEAD_OF_TAIL = 256;

/** A stretch of a session; both ends are part of it. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

export interface TimelineSnapshot {
  /** `cleared`: the site's data was cleared while the session was looked at. */
  readonly status: 'loading' | 'ready' | 'missing' | 'deleted' | 'trashed' | 'cleared' | 'failed';
  readonly error: Error | null;
  readonly header: SessionHeader | null;
  readonly rows: RowList;
  readonly forkPoints: readonly ForkPoint[];
  readonly openTurn: TimelineTail['open'];
  /** The session's next seq. */
  readonly seq: number;
  /** The part that the rows are limited to; null for the whole session. */
  readonly zoom: SeqRange | null;
  /** Events from here on are in this tab's memory only. */
  readonly durableSeq: number;
  /** Why the session's last commit failed, until one succeeds. */
  readonly failure: Error | null;
}

const LOADING: TimelineSnapshot = {
  status: 'loading',
  error: null,
  header: null,
  rows: RowList.empty,
  forkPoints: [],
  openTurn: null,
  seq: 0,
  zoom: null,
  durableSeq: 0,
  failure: null,
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
  readonly #layout = new TimelineLayout();
  #failedGaps: ReadonlySet<number> = new Set();
  #expandedStreams: ReadonlySet<string> = new Set();
  #unfolding = Unfolding.none;
  #header: SessionHeader | null = null;
  #forkPoints: readonly ForkPoint[] = [];
  #tail: TimelineTail = { open: null, seq: 0 };
  /** Up to the last fork point. Kept, because a long session has many. */
  #ended: readonly TimelineSection[] = [];
  #sections: readonly TimelineSection[] = [];
  /** The highest next seq heard of while nothing was loaded yet. */
  #heard = 0;
  #zoom: SeqRange | null = null;
  #durableSeq = 0;
  #failure: Error | null = null;
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

  toggleSection(key: string): void {
    this.#unfolding = this.#unfolding.toggle(key);
    this.#rebuild();
  }

  setAllExpanded(expanded: boolean): void {
    this.#unfolding = Unfolding.all(expanded);
    this.#rebuild();
  }

  toggleStream(key: string): void {
    const streams = new Set(this.#expandedStreams);
    if (!streams.delete(key)) streams.add(key);
    this.#expandedStreams = streams;
    this.#rebuild();
  }

  /** Limits the rows to the turns that a range touches; null shows them all. */
  setZoom(range: SeqRange | null): void {
    this.#zoom = range;
    this.#rebuild();
  }

  /** Whether a seq's own row can be shown without unfolding anything. */
  isUnfoldedAt(seq: number): boolean {
    const section = this.#sections[sectionIndexAt(this.#sections, seq)];
    return section !== undefined && this.#unfolding.has(section.key);
  }

  /** Loads a part of a gap, from the side that is reached first. */
  async loadGap(gap: GapRow, side: 'start' | 'end'): Promise<void> {
    await this.#readWindow(EventWindows.indexOf(side === 'end' ? gap.to : gap.seq), gap.seq);
  }

  /** Unfolds and loads what is needed to show an event; gives its row's index, or -1 when the log has no such event. */
  async reveal(seq: number): Promise<number> {
    const section = this.#sections[sectionIndexAt(this.#sections, seq)];
    if (section === undefined) return -1;
    if (this.#zoom !== null && (section.to < this.#zoom.from || section.from > this.#zoom.to))
      this.setZoom(null);
    const isHeadOrEnd = seq === section.from || seq === section.forkPoint?.seq;
    if (!isHeadOrEnd) {
      if (!this.#unfolding.has(section.key)) this.toggleSection(section.key);
      await this.#readWindow(EventWindows.indexOf(seq), seq);
    }
    return this.getSnapshot().rows.indexOfSeq(seq);
  }

  async #load(): Promise<void> {
    const generation = (this.#generation += 1);
    try {
      const summary = await this.#store.summary(this.sessionId);
      if (generation !== this.#generation) return;
      if (summary === undefined || summary.trashedAt !== null) {
        this.publish({ ...LOADING, status: summary === undefined ? 'missing' : 'trashed' });
        return;
      }
      this.#header = summary.header;
      this.#durableSeq = Math.max(this.#durableSeq, summary.seq);
      const [forkPoints, last] = await this.#readEnds();
      if (generation !== this.#generation) return;
      await this.#adopt(forkPoints, last);
      if (generation !== this.#generation) return;
      this.#unfolding = this.#unfolding.with(sectionsAtTheEnd(this.#sections));
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
    const known = this.#forkPoints;
    const from = (known.at(-1)?.seq ?? -1) + 1;
    const [added, last] = await Promise.all([
      this.#store.forkPoints(this.sessionId, { from }),
      this.#store.events(this.sessionId, { reverse: true, limit: 1 }),
    ]);
    const forkPoints = added.length === 0 ? known : [...known, ...added.filter(({ seq }) => seq >= from)];
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
    this.#ended = endedSections(forkPoints, this.#ended);
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
    const added = this.#sections.slice(-3).filter((section) => !known.has(section.key));
    this.#unfolding = this.#unfolding.with(added.map((section) => section.key));
  }

  #receive(batch: readonly StoreNotification[]): void {
    let grown = false;
    let ended = false;
    let behind = false;
    for (const notification of batch) {
      const gone = goneBy(notification, this.sessionId);
      if (gone !== null) {
        this.#generation += 1;
        this.publish({ ...this.getSnapshot(), status: gone });
        return;
      }
      if (notification.sessionId !== this.sessionId) continue;
      if (notification.type === 'session/restored') this.retry();
      if (notification.type === 'session/repaired') behind = true;
      if (notification.type === 'session/flush') {
        behind ||= notification.durableSeq > this.#tail.seq;
        this.#takeDurable(notification.durableSeq, null);
      }
      if (notification.type === 'error') this.#takeDurable(this.#durableSeq, notification.error);
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
    } else if (
      this.#durableSeq !== this.getSnapshot().durableSeq ||
      this.#failure !== this.getSnapshot().failure
    )
      this.publish({ ...this.getSnapshot(), durableSeq: this.#durableSeq, failure: this.#failure });
    if (behind || ended) void this.#catchUp();
  }

  #takeDurable(durableSeq: number, failure: Error | null): void {
    this.#durableSeq = Math.max(this.#durableSeq, durableSeq);
    this.#failure = failure;
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
    const header = this.#header;
    this.publish({
      status,
      error: null,
      header,
      rows: this.#layout.rows({
        sections: sectionsWithin(this.#sections, this.#zoom),
        windows: this.#windows,
        seq: this.#tail.seq,
        seedLength: header?.parentSession === undefined ? null : (header.seedLength ?? 0),
        unfolding: this.#unfolding,
        expandedStreams: this.#expandedStreams,
        failedGaps: this.#failedGaps,
      }),
      forkPoints: this.#forkPoints,
      openTurn: this.#tail.open,
      seq: this.#tail.seq,
      zoom: this.#zoom,
      durableSeq: this.#durableSeq,
      failure: this.#failure,
    });
  }

  #fail(error: unknown): void {
    this.publish({
      ...this.getSnapshot(),
      status: 'failed',
      error: error instanceof Error ? error : new TypeError(String(error)),
    });
  }
}

/** How a notification ends the looking at a session, or null. */
function goneBy(
  notification: StoreNotification,
  sessionId: SessionId,
): 'deleted' | 'trashed' | 'cleared' | null {
  if (notification.type === 'warning')
    return notification.warning.code === 'STORAGE_CLEARED' ? 'cleared' : null;
  if (notification.sessionId !== sessionId) return null;
  if (notification.type === 'session/deleted') return 'deleted';
  return notification.type === 'session/trashed' ? 'trashed' : null;
}

function without(set: ReadonlySet<number>, value: number): ReadonlySet<number> {
  return new Set([...set].filter((member) => member !== value));
}

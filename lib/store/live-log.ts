import { EventRefusedError } from '../errors.ts';
import { checkEnvelope, checkEventData, checkEventType } from '../event/check-event.ts';
import { checkEventSize } from '../event/event-size.ts';
import { snapshotJson, type JsonSnapshot } from '../event/lossless-json.ts';
import { LosslessJsonError } from '../event/lossless-json-error.ts';
import type { SessionEvent, SurfaceOp } from '../event/session-event.ts';
import { LogFold } from '../rules/log-fold.ts';
import type { LogTotals } from '../rules/log-totals.ts';
import { isSurfaceType, type Surface } from '../rules/surface.ts';
import type { TurnRecord } from '../rules/turn-record.ts';
import type { SizedEvents } from '../storage/write-log.ts';
import { LiveSurface } from './live-surface.ts';

export interface AppendOptions {
  /** How the event changes the surface; `'append'` when omitted for the message types, refused for all others. */
  readonly surfaceOp?: SurfaceOp;
  /** Seqs of the events that this one was made from; a replace must name every entry that it shadows. */
  readonly sourceEventSeqs?: readonly number[];
  /** Lets a reader that does not know the type skip the event. */
  readonly ignorable?: true;
}

/** Everything that is appended and not yet committed, and what the log adds up to with it. */
export interface PendingBatch extends SizedEvents {
  /** Seq of the first event: what the stored log must have as its next one. */
  readonly seq: number;
  readonly turns: readonly TurnRecord[];
  readonly totals: LogTotals;
}

/** The end of a live session's log in memory: checks each append, and holds what is not committed. */
export class LiveLog {
  readonly #fold: LogFold;
  readonly surface: LiveSurface;
  /** Surface changes of events below this seq are in turn records; those from it on are in `surface`. */
  readonly surfaceKnownFrom: number;
  #durableSeq: number;
  #events: SessionEvent[] = [];
  #sizes: number[] = [];
  #turns: TurnRecord[] = [];

  /**
   * @param totals of the stored log.
   * @param storedSeq its next seq.
   * @param tail its events after the last fork point.
   * @param surface the whole surface where it is known.
   */
  constructor(
    totals: LogTotals,
    storedSeq: number,
    tail: readonly SessionEvent[] = [],
    surface: Surface | null = null,
  ) {
    this.#durableSeq = storedSeq;
    this.#fold = new LogFold(totals);
    this.surface = new LiveSurface(surface);
    this.surfaceKnownFrom = totals.lastForkPoint === null ? 0 : totals.lastForkPoint + 1;
    for (const event of tail) {
      const change = this.surface.changeOf(event);
      if (change !== null && surface === null) this.surface.apply(change);
      this.#fold.apply(event, change);
    }
  }

  get seq(): number {
    return this.#durableSeq + this.#events.length;
  }

  /** Every event below this seq is committed. */
  get durableSeq(): number {
    return this.#durableSeq;
  }

  get totals(): LogTotals {
    return this.#fold.totals;
  }

  get hasPending(): boolean {
    return this.#events.length > 0;
  }

  /**
   * Checks, snapshots and freezes one event, and takes it into the log in memory. Nothing changes when it throws.
   * @throws EventRefusedError
   */
  append(type: string, data: unknown, options: AppendOptions, time: number): SessionEvent {
    const seq = this.seq;
    checkEventType(type);
    const snapshot = snapshotOrRefuse(data, 'data', type, seq, 1);
    checkEventData(type, snapshot.value, seq);
    const surfaceOp = options.surfaceOp ?? (isSurfaceType(type) ? 'append' : undefined);
    const { sourceEventSeqs, ignorable } = options;
    const event: unknown = Object.freeze({
      type,
      seq,
      time,
      data: snapshot.value,
      ...(sourceEventSeqs === undefined
        ? undefined
        : { sourceEventSeqs: snapshotOrRefuse(sourceEventSeqs, 'sourceEventSeqs', type, seq).value }),
      ...(surfaceOp === undefined
        ? undefined
        : { surfaceOp: snapshotOrRefuse(surfaceOp, 'surfaceOp', type, seq).value }),
      ...(ignorable === undefined ? undefined : { ignorable }),
    });
    checkEnvelope(event, seq);
    const bytes = snapshot.bytes + (sourceEventSeqs?.length ?? 0) * BYTES_A_SEQ;
    checkEventSize(event, bytes);
    this.surface.check(event);
    this.#fold.order.check(event);
    this.#accept(event, bytes);
    return event;
  }

  #accept(event: SessionEvent, bytes: number): void {
    const change = this.surface.changeOf(event);
    if (change !== null) this.surface.apply(change);
    const turn = this.#fold.apply(event, change);
    if (turn !== null) this.#turns.push(turn);
    this.#events.push(event);
    this.#sizes.push(bytes + ENVELOPE_BYTES);
  }

  /** The events that are not committed, oldest first. */
  pendingEvents(): readonly SessionEvent[] {
    return [...this.#events];
  }

  /** The records of the finished turns that are not committed. */
  pendingTurns(): readonly TurnRecord[] {
    return [...this.#turns];
  }

  /** What the next commit must write. The events stay pending until `committed` says that it did. */
  takeBatch(): PendingBatch {
    return {
      seq: this.#durableSeq,
      events: [...this.#events],
      sizes: [...this.#sizes],
      turns: [...this.#turns],
      totals: this.#fold.totals,
    };
  }

  /** Takes in events that another tab has committed. Nothing may be pending. */
  follow(events: readonly SessionEvent[]): void {
    for (const event of events) {
      const change = this.surface.changeOf(event);
      if (change !== null) this.surface.apply(change);
      this.#fold.apply(event, change);
    }
    this.#durableSeq += events.length;
  }

  committed(batch: PendingBatch): void {
    this.#durableSeq += batch.events.length;
    this.#events.splice(0, batch.events.length);
    this.#sizes.splice(0, batch.sizes.length);
    this.#turns.splice(0, batch.turns.length);
  }
}

/** About what `type`, `seq` and `time` come to in a row. */
const ENVELOPE_BYTES = 64;
const BYTES_A_SEQ = 6;

function snapshotOrRefuse(
  value: unknown,
  root: string,
  eventType: string,
  seq: number,
  enclosing = 0,
): JsonSnapshot {
  try {
    return snapshotJson(value, root, enclosing);
  } catch (error) {
    if (!(error instanceof LosslessJsonError)) throw error;
    throw new EventRefusedError('NOT_LOSSLESS_JSON', error.message, {
      path: error.path,
      eventType,
      seq,
      cause: error,
    });
  }
}

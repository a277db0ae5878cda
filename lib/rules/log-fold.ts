import { isEvent, type SessionEvent } from '../event/session-event.ts';
import { EMPTY_TOTALS, totalsOf, type LogTotals } from './log-totals.ts';
import { Surface, type SurfaceChange } from './surface.ts';
import { TurnOrder } from './turn-order.ts';
import { TurnRecorder, type TurnRecord } from './turn-record.ts';

/** Folds a log's events, one after the other, into its totals, its turn order and its turn records. */
export class LogFold {
  readonly order: TurnOrder;
  readonly #recorder: TurnRecorder;
  #totals: LogTotals;

  /** Begins after the last fork point of `totals` (at seq 0 without one): events from there on must be applied again. */
  constructor(totals: LogTotals = EMPTY_TOTALS) {
    this.#totals = { ...totalsOf(totals), openTurn: null };
    this.order = new TurnOrder({ ...new TurnOrder().state, lastTurn: totals.lastTurn });
    this.#recorder = new TurnRecorder(totals.lastForkPoint === null ? 0 : totals.lastForkPoint + 1);
  }

  get totals(): LogTotals {
    return this.#totals;
  }

  /** Takes one event; gives the turn record when it ends a turn. Never refuses: a stored log is what it is. */
  apply(event: SessionEvent, change: SurfaceChange | null): TurnRecord | null {
    this.order.apply(event);
    const summary = this.#recorder.apply(event, change);
    if (isEvent(event, 'turn/start')) {
      const openTurn = this.#totals.openTurn ?? { turn: event.data.turn, start: event.seq };
      this.#totals = { ...this.#totals, openTurn, lastTurn: event.data.turn };
    } else if (isEvent(event, 'session/title')) {
      this.#totals = { ...this.#totals, loggedTitle: event.data.title };
    } else if (summary !== null) {
      const failed = summary.reason.kind === 'error' ? 1 : 0;
      this.#totals = {
        ...this.#totals,
        openTurn: null,
        lastForkPoint: summary.seq,
        turns: this.#totals.turns + 1,
        failedTurns: this.#totals.failedTurns + failed,
      };
      return { ...summary, totals: this.#totals };
    }
    return null;
  }
}

/** What a whole log adds up to, read from its first event on. */
export function foldWhole(events: readonly SessionEvent[]): {
  readonly totals: LogTotals;
  readonly records: readonly TurnRecord[];
} {
  const fold = new LogFold();
  const surface = new Surface();
  const records: TurnRecord[] = [];
  for (const event of events) {
    const change = surface.changeOf(event);
    if (change !== null) surface.apply(change);
    const record = fold.apply(event, change);
    if (record !== null) records.push(record);
  }
  return { totals: fold.totals, records };
}

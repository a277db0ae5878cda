import { EventRefusedError } from '../errors.ts';
import { checkEventSize } from '../event/event-size.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { LogFold } from '../rules/log-fold.ts';
import type { LogTotals } from '../rules/log-totals.ts';
import { Surface } from '../rules/surface.ts';
import type { TurnRecord } from '../rules/turn-record.ts';
import { splitPages } from '../storage/write-log.ts';
import type { PendingBatch } from './live-log.ts';

/**
 * Builds a log from events that somebody else recorded: a seed or a log file. The surface rules hold; disorder of
 * turns and steps is noted and not refused, as DSH loads such logs.
 */
export class LogBuilder {
  readonly surface = new Surface();
  readonly #fold = new LogFold();
  readonly #disorder: EventRefusedError[] = [];
  #seq = 0;
  #bytes = 0;
  #events: SessionEvent[] = [];
  #sizes: number[] = [];
  #turns: TurnRecord[] = [];

  get totals(): LogTotals {
    return this.#fold.totals;
  }

  /** The first breach of each kind of turn rule. */
  get disorder(): readonly EventRefusedError[] {
    return this.#disorder;
  }

  /** Estimated bytes of the events that `takeBatch` would give. */
  get bytes(): number {
    return this.#bytes;
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /**
   * @param bytes the event's estimated size
   * @throws EventRefusedError SURFACE, EVENT_TOO_LARGE
   */
  add(event: SessionEvent, bytes: number): void {
    checkEventSize(event, bytes);
    this.surface.checkEvent(event);
    this.#noteDisorder(event);
    const change = this.surface.changeOf(event);
    if (change !== null) this.surface.apply(change);
    const turn = this.#fold.apply(event, change);
    if (turn !== null) this.#turns.push(turn);
    this.#events.push(event);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
  }

  /** Forgets the first `count` events that were added since the last batch: they are stored already. */
  dropFirst(count: number): void {
    const dropped = this.#sizes.splice(0, count).reduce((sum, size) => sum + size, 0);
    this.#events.splice(0, count);
    this.#seq += count;
    this.#bytes -= dropped;
    this.#turns = this.#turns.filter((turn) => turn.seq >= this.#seq);
  }

  /** What was added since the last batch. */
  takeBatch(): PendingBatch {
    return this.#take(this.#events.length);
  }

  /** As much of it as fills whole pages; the rest stays for the next batch. The totals are those of all events. */
  takePages(): PendingBatch {
    const { pages } = splitPages({ events: this.#events, sizes: this.#sizes });
    return this.#take(pages.reduce((count, page) => count + page.events.length, 0));
  }

  #take(count: number): PendingBatch {
    const next = this.#seq + count;
    const batch: PendingBatch = {
      seq: this.#seq,
      events: this.#events.slice(0, count),
      sizes: this.#sizes.slice(0, count),
      turns: this.#turns.filter((turn) => turn.seq < next),
      totals: this.totals,
    };
    this.#seq = next;
    this.#events = this.#events.slice(count);
    this.#sizes = this.#sizes.slice(count);
    this.#turns = this.#turns.filter((turn) => turn.seq >= next);
    this.#bytes = this.#sizes.reduce((sum, size) => sum + size, 0);
    return batch;
  }

  #noteDisorder(event: SessionEvent): void {
    try {
      this.#fold.order.check(event);
    } catch (error) {
      if (!(error instanceof EventRefusedError)) throw error;
      if (!this.#disorder.some((known) => known.code === error.code)) this.#disorder.push(error);
    }
  }
}

import type { SessionEvent } from '../event/session-event.ts';
import type { ReadEvent } from './record-reader.ts';

/** Characters of events that make a batch, however few they are. */
const BATCH_LENGTH = 256 * 1024;

/** Events on their way to the consumer, and the lines that they were read from. */
export class EventBatch {
  readonly #mostEvents: number;
  #events: SessionEvent[] = [];
  #lines: number[] = [];
  #sizes: number[] = [];
  #length = 0;
  #givenFrom = 0;
  #givenLines: readonly number[] = [];
  #givenSizes: readonly number[] = [];

  constructor(mostEvents: number) {
    this.#mostEvents = mostEvents;
  }

  get isFull(): boolean {
    return this.#events.length >= this.#mostEvents || this.#length >= BATCH_LENGTH;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  add({ event, line, length }: ReadEvent): void {
    this.#events.push(event);
    this.#lines.push(line);
    this.#sizes.push(Math.ceil(length));
    this.#length += length;
  }

  take(): readonly SessionEvent[] {
    const events = this.#events;
    this.#givenFrom = events[0]?.seq ?? 0;
    this.#givenLines = this.#lines;
    this.#givenSizes = this.#sizes;
    this.#events = [];
    this.#lines = [];
    this.#sizes = [];
    this.#length = 0;
    return events;
  }

  /** Line of an event of the batch that was taken last. */
  lineOf(seq: number): number | undefined {
    return this.#givenLines[seq - this.#givenFrom];
  }

  /** About how many characters an event of that batch takes. */
  sizeOf(seq: number): number | undefined {
    return this.#givenSizes[seq - this.#givenFrom];
  }
}

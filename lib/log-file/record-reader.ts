import { EventRefusedError, LogFileError } from '../errors.ts';
import { checkEnvelope, checkEventData } from '../event/check-event.ts';
import { isJsonObject, isSeq, type JsonObject } from '../event/data-flaw.ts';
import { KNOWN_EVENT_TYPES } from '../event/known-event-types.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { normalizeLegacy } from './legacy-records.ts';
import { LogDamage } from './log-damage.ts';
import type { ImportWarning } from './log-file-types.ts';
import { isPackedRow, readPackedRow } from './packed-rows.ts';
import { LineFlaw, parseLine, shortened } from './parse-line.ts';
import { renamedTitleOf } from './renamed-title.ts';
import { expandSourceSeqs } from './source-seq-ranges.ts';
import type { LogLine } from './split-lines.ts';

/** An event as it was read. */
export interface ReadEvent {
  readonly event: SessionEvent;
  readonly line: number;
  /** About how many characters it takes. */
  readonly length: number;
}

/**
 * Turns the lines after the header into checked events, by DSH's rules: a last line that nothing ends is torn and
 * dropped; a bad line or a seq gap ends the log there, unless it or a later record ends a turn: then the file is refused.
 */
export class RecordReader {
  readonly warnings: ImportWarning[] = [];
  renamedTitle: string | null = null;
  readonly #sessionId: string;
  readonly #warned = new Set<string>();
  readonly #unknownTypes = new Set<string>();
  #nextSeq = 0;
  #held: { readonly read: ReadEvent; readonly title: string } | null = null;
  #blankLine: number | null = null;
  #damage: LogDamage | null = null;
  #unfit: LogFileError | null = null;
  #isTorn = false;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** How many events have been given. */
  get eventCount(): number {
    return this.#nextSeq - (this.#held === null ? 0 : 1);
  }

  /**
   * The events of one line, made as they are asked for.
   * @throws LogFileError INVALID_RECORD or SEQ_GAP when a turn ends at or after a bad record
   */
  *read(line: LogLine): Generator<ReadEvent> {
    if (line.text?.trim() === '') {
      if (line.isEnded) this.#blankLine ??= line.number;
      return;
    }
    if (!line.isEnded) {
      this.#isTorn = true;
      this.#warn('torn-tail-dropped', line.number, 'the last line was cut off and was dropped');
      return;
    }
    if (this.#damage === null) {
      const events = this.#eventsOf(line);
      if (!(events instanceof LogDamage)) {
        yield* events;
        return;
      }
      this.#damage = events;
    }
    if (endsTurn(line)) throw this.#damage.toError();
  }

  /**
   * What can only be known at the end.
   * @throws LogFileError INVALID_RECORD for a record that is whole and does not hold what its type must
   */
  *end(): Generator<ReadEvent> {
    if (this.#unfit !== null) throw this.#unfit;
    if (this.#damage !== null) {
      const message = `${this.#damage.toString()}; it and the rest of the file were dropped`;
      this.#warn('trailing-records-dropped', this.#damage.line, message);
    }
    const held = this.#held;
    this.#held = null;
    if (held === null) return;
    // Somebody went on writing after it, so it is a title of the log.
    if (this.#damage !== null || this.#isTorn) yield held.read;
    else {
      this.#nextSeq -= 1;
      this.renamedTitle = held.title;
    }
  }

  #eventsOf(line: LogLine): Iterable<ReadEvent> | LogDamage {
    if (this.#blankLine !== null) return new LogDamage(this.#blankLine, 'the line is empty');
    const { number, text, flaw } = line;
    if (text === null) return new LogDamage(number, flaw ?? 'the line cannot be read');
    const parsed = parseLine(text);
    if (parsed instanceof LineFlaw) return new LogDamage(number, parsed.message);
    const { value } = parsed;
    if (!isJsonObject(value)) return new LogDamage(number, 'a record must be a JSON object');
    return isPackedRow(value)
      ? this.#rowEvents(value, number, text.length)
      : this.#recordEvents(value, number, text.length);
  }

  #rowEvents(value: JsonObject, line: number, length: number): Iterable<ReadEvent> | LogDamage {
    const row = readPackedRow(value);
    if (row instanceof LineFlaw) return new LogDamage(line, row.message);
    if (row.firstSeq !== this.#nextSeq) return LogDamage.seqGap(line, this.#nextSeq, row.firstSeq);
    // The members differ in their text only, so the check of one is the check of all.
    const [first] = row.events();
    const event = this.#checked(first, line);
    if (event instanceof LogDamage) return event;
    return this.#give(event === null ? null : row.events(), row.length, line, length / row.length);
  }

  #recordEvents(value: JsonObject, line: number, length: number): Iterable<ReadEvent> | LogDamage {
    const seq = this.#nextSeq;
    // Told before anything else: what the record says of itself counts from its own seq.
    if (isSeq(value['seq']) && value['seq'] !== seq) return LogDamage.seqGap(line, seq, value['seq']);
    const { record, changes } = normalizeLegacy(value, this.#sessionId);
    const expanded = expandSourceSeqs(record, seq);
    if (expanded instanceof LineFlaw) return new LogDamage(line, expanded.message);
    const event = this.#checked(expanded, line);
    if (event instanceof LogDamage) return event;
    for (const change of changes) this.#warnOnce('legacy-normalized', line, change);
    if (event !== null && !KNOWN_EVENT_TYPES.has(event.type) && event.ignorable !== true) {
      this.#warnOfType(event.type, line);
    }
    const sources = event?.sourceEventSeqs?.length ?? 0;
    return this.#give(event === null ? null : [event], 1, line, length + sources * SEQ_LENGTH);
  }

  /**
   * The event, or null for one that does not hold what its type must. DSH looks into the records only after it has found
   * the file whole: damage further on is what it names, so the reading goes on.
   */
  #checked(value: unknown, line: number): SessionEvent | LogDamage | null {
    const event = value;
    try {
      checkEnvelope(event, this.#nextSeq);
      checkEventData(event.type, event.data, event.seq);
      return event;
    } catch (error) {
      if (!(error instanceof EventRefusedError)) throw error;
      const isUnfit = error.code === 'INVALID_DATA' || error.code === 'RETIRED_EVENT';
      if (!isUnfit) return new LogDamage(line, error.message, 'INVALID_RECORD', error);
      this.#unfit ??= new LogFileError('INVALID_RECORD', `line ${line}: ${error.message}`, line, {
        cause: error,
      });
      return null;
    }
  }

  /** Gives the events of one line, or counts so many that are not given. A title may have to wait for the next one. */
  *#give(
    events: Iterable<SessionEvent> | null,
    count: number,
    line: number,
    length: number,
  ): Generator<ReadEvent> {
    if (events === null || this.#unfit !== null) {
      this.#nextSeq += count;
      return;
    }
    for (const event of events) {
      if (this.#held !== null) {
        const { read } = this.#held;
        this.#held = null;
        yield read;
      }
      this.#nextSeq += 1;
      const read = { event, line, length };
      const title = renamedTitleOf(event);
      if (title === null) yield read;
      else this.#held = { read, title };
    }
  }

  /** Warns of each type once; of so many that nobody would read them all, together. */
  #warnOfType(type: string, line: number): void {
    if (this.#unknownTypes.has(type)) return;
    const isListed = this.#unknownTypes.size < MOST_UNKNOWN_TYPES;
    if (isListed) this.#unknownTypes.add(type);
    const what = isListed
      ? `event type ${JSON.stringify(shortened(type))} is`
      : 'events of more unknown types are';
    const message = `${what} kept, but DSH would refuse to load this log`;
    if (isListed) this.#warn('unknown-event-type', line, message);
    else this.#warnOnce('unknown-event-type', line, message);
  }

  #warnOnce(kind: ImportWarning['kind'], line: number, message: string): void {
    const key = `${kind} ${message}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#warn(kind, line, message);
  }

  #warn(kind: ImportWarning['kind'], line: number, message: string): void {
    this.warnings.push({ kind, line, message });
  }
}

/** Types that are named in warnings: their number is the file's choice. */
const MOST_UNKNOWN_TYPES = 100;
/** Characters that a seq in a list takes, about: a range may stand for many. */
const SEQ_LENGTH = 8;

/** Whether a line, good in its place or not, records the end of a turn. */
function endsTurn({ text: exact, nearly }: LogLine): boolean {
  const text = exact ?? nearly;
  // JSON may write a type with escapes.
  if (text?.includes('turn/end') !== true && text?.includes('\\') !== true) return false;
  const parsed = parseLine(text);
  return isJsonObject(parsed.value) && parsed.value['type'] === 'turn/end';
}

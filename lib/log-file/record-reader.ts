import { EventRefusedError, LogFileError } from '../errors.ts';
import { checkEnvelope, checkEventData } from '../event/check-event.ts';
import { KNOWN_EVENT_TYPES } from '../event/known-event-types.ts';
import { isEvent, type SessionEvent } from '../event/session-event.ts';
import { expandSourceSeqs, normalizeLegacy } from './legacy-records.ts';
import type { ImportWarning } from './log-file-types.ts';
import { expandPackedRow, isPackedRow } from './packed-rows.ts';
import { LineFlaw, parseLine } from './parse-line.ts';
import { renamedTitleOf } from './renamed-title.ts';
import type { LogLine } from './split-lines.ts';

/** Where the good part of a file ends, and why. */
interface Stop {
  readonly error: LogFileError;
  readonly line: number;
}

/**
 * Turns the lines after the header into checked events, by DSH's rules: a last line that nothing ends is torn and
 * dropped; a bad line or a seq gap ends the log there, unless a later record ends a turn: then the file is refused.
 */
export class RecordReader {
  readonly warnings: ImportWarning[] = [];
  readonly #sessionId: string;
  readonly #unknownTypes = new Set<string>();
  readonly #normalized = new Set<string>();
  #nextSeq = 0;
  #events: SessionEvent[] = [];
  #lines: number[] = [];
  #length = 0;
  #given: { readonly first: number; readonly lines: readonly number[] } = { first: 0, lines: [] };
  #held: { readonly event: SessionEvent; readonly title: string } | null = null;
  #blankLine: number | null = null;
  #stop: Stop | null = null;
  #unfit: LogFileError | null = null;
  renamedTitle: string | null = null;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  get eventCount(): number {
    return this.#nextSeq;
  }

  get batchEvents(): number {
    return this.#events.length;
  }

  /** Characters of the lines that the batch was read from. */
  get batchLength(): number {
    return this.#length;
  }

  takeBatch(): readonly SessionEvent[] {
    const events = this.#events;
    this.#given = { first: events[0]?.seq ?? 0, lines: this.#lines };
    this.#events = [];
    this.#lines = [];
    this.#length = 0;
    return events;
  }

  lineOf(seq: number): number | undefined {
    return this.#given.lines[seq - this.#given.first];
  }

  /** @throws LogFileError when a record that ends a turn follows a bad one */
  add(line: LogLine): void {
    if (!line.isEnded) {
      const message = 'the last line was cut off and was dropped';
      this.warnings.push({ kind: 'torn-tail-dropped', line: line.number, message });
      return;
    }
    if (line.text?.trim() === '') {
      this.#blankLine ??= line.number;
      return;
    }
    try {
      if (this.#blankLine !== null && this.#stop === null)
        throw invalid(this.#blankLine, 'the line is empty');
      const events = this.#read(line);
      if (this.#stop !== null) throw this.#stop.error;
      for (const event of events) this.#take(event, line.number);
      this.#length += line.text?.length ?? 0;
    } catch (error) {
      if (!(error instanceof LogFileError)) throw error;
      this.#stop ??= { error, line: line.number };
      if (endsTurn(line)) throw refused(this.#stop);
    }
  }

  /**
   * The last batch. What can only be known at the end is known now.
   * @throws LogFileError INVALID_RECORD for a record that is whole and does not hold what its type must
   */
  end(): readonly SessionEvent[] {
    if (this.#unfit !== null) throw this.#unfit;
    if (this.#stop !== null) {
      const message = `the log ends before a bad record, and the rest was dropped: ${this.#stop.error.message}`;
      this.warnings.push({ kind: 'trailing-records-dropped', line: this.#stop.line, message });
      this.#releaseHeld();
    }
    if (this.#held !== null) this.renamedTitle = this.#held.title;
    return this.takeBatch();
  }

  #read(line: LogLine): SessionEvent[] {
    const { number, text } = line;
    if (text === null) throw invalid(number, 'not UTF-8');
    const parsed = parseLine(text);
    if (parsed instanceof LineFlaw) throw invalid(number, parsed.message);
    const { value } = parsed;
    if (!isFields(value)) throw invalid(number, 'a record must be a JSON object');
    if (isPackedRow(value)) return this.#readPacked(value, number);
    const legacy = normalizeLegacy(value, this.#sessionId);
    if (legacy !== null)
      this.#warnOnce(this.#normalized, legacy.what, 'legacy-normalized', number, legacy.what);
    const record = expandSourceSeqs(legacy?.record ?? value);
    if (record === null) throw invalid(number, 'sourceEventSeqs has a range that is not before the event');
    return [this.#check(record, this.#expectedSeq, number)];
  }

  #readPacked(row: Readonly<Record<string, unknown>>, line: number): SessionEvent[] {
    const events = expandPackedRow(row);
    if (events instanceof LineFlaw) throw invalid(line, events.message);
    return events.map((event, index) => this.#check(event, this.#expectedSeq + index, line));
  }

  get #expectedSeq(): number {
    return this.#nextSeq + (this.#held === null ? 0 : 1);
  }

  #check(record: object, seq: number, line: number): SessionEvent {
    const event: unknown = record;
    try {
      checkEnvelope(event, seq);
    } catch (error) {
      throw refusedRecord(error, line);
    }
    try {
      checkEventData(event.type, event.data, seq);
    } catch (error) {
      // DSH looks into the records only after it has found the file whole: a gap further on is what it names.
      this.#unfit ??= refusedRecord(error, line);
    }
    return event;
  }

  #take(event: SessionEvent, line: number): void {
    this.#releaseHeld();
    const title = renamedTitleOf(event);
    if (title !== null) {
      // Only when nothing follows is it a title given by rename; see renamed-title.ts.
      this.#held = { event, title };
      return;
    }
    this.#push(event, line);
    if (!KNOWN_EVENT_TYPES.has(event.type) && event.ignorable !== true) {
      const message = `event type "${event.type}" is kept, but DSH would refuse to load this log`;
      this.#warnOnce(this.#unknownTypes, event.type, 'unknown-event-type', line, message);
    }
  }

  #releaseHeld(): void {
    if (this.#held === null) return;
    const { event } = this.#held;
    this.#held = null;
    this.#push(event, 0);
  }

  #push(event: SessionEvent, line: number): void {
    this.#nextSeq = event.seq + 1;
    if (this.#unfit !== null) return;
    this.#events.push(event);
    this.#lines.push(line);
  }

  #warnOnce(
    seen: Set<string>,
    key: string,
    kind: ImportWarning['kind'],
    line: number,
    message: string,
  ): void {
    if (seen.has(key)) return;
    seen.add(key);
    this.warnings.push({ kind, line, message });
  }
}

/** Whether a line, good in itself or not, records the end of a turn. */
function endsTurn({ text }: LogLine): boolean {
  if (text?.includes('turn/end') !== true) return false;
  const parsed = parseLine(text);
  if (parsed instanceof LineFlaw || !isFields(parsed.value)) return false;
  const { value } = parsed;
  const candidate: SessionEvent = { type: String(value['type']), seq: 0, time: 0, data: value['data'] };
  return isEvent(candidate, 'turn/end');
}

function refused({ error, line }: Stop): LogFileError {
  if (error.code !== 'SEQ_GAP') {
    return new LogFileError(
      'INVALID_RECORD',
      `unparsable committed event at line ${line}: ${error.message}`,
      line,
      { cause: error },
    );
  }
  const gap = /expected seq (\d+), got (\d+)/.exec(error.message);
  const seqs = gap === null ? '' : ` (expected ${gap[1]}, got ${gap[2]})`;
  return new LogFileError('SEQ_GAP', `seq gap in committed region at line ${line}${seqs}`, line, {
    cause: error,
  });
}

/** @throws what is no refusal */
function refusedRecord(error: unknown, line: number): LogFileError {
  if (!(error instanceof EventRefusedError)) throw error;
  const code = error.code === 'SEQ_GAP' ? 'SEQ_GAP' : 'INVALID_RECORD';
  return new LogFileError(code, `line ${line}: ${error.message}`, line, { cause: error });
}

function invalid(line: number, message: string): LogFileError {
  return new LogFileError('INVALID_RECORD', `line ${line}: ${message}`, line);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

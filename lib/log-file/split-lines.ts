import { joinBytes } from './join-bytes.ts';

/** One line of a log file, without its line end. */
export interface LogLine {
  /** Counted from 1. */
  readonly number: number;
  /** Null when the line cannot be had as text; `flaw` then says why. */
  readonly text: string | null;
  readonly flaw?: string;
  /** What a line that is not UTF-8 nearly says. Only to see whether a turn ends in it: DSH would read it so. */
  readonly nearly?: string;
  /** False for a last line that nothing ends. */
  readonly isEnded: boolean;
}

const NEWLINE = 10;
/** Characters of a text source that are cut into lines at a time. */
const TEXT_STEP = 64 * 1024;
/** Bytes (characters of a text source) of the longest line that is read. Below what every browser has as a string. */
export const LONGEST_LINE = 128 * 1024 * 1024;

const TOO_LONG = `the line is longer than ${LONGEST_LINE} bytes`;
const NOT_UTF8 = 'the line is not UTF-8';

/** Cuts a stream of bytes into lines, each chunk's at once. Costs the same for a line in one chunk or in a thousand. */
export async function* splitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly LogLine[]> {
  const decoder = new LineDecoder();
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      decoder.carry(chunk);
      continue;
    }
    yield decoder.lines(chunk.subarray(0, end));
    decoder.carry(chunk.subarray(end + 1));
  }
  const rest = decoder.rest();
  if (rest !== null) yield [rest];
}

/** Lines of a text, and how many of its characters have been cut into lines with them. */
export interface TextLines {
  readonly lines: readonly LogLine[];
  readonly end: number;
}

/** Cuts a text into lines, some at a time. Nothing is encoded on the way: lone surrogates stay. */
export function* splitText(source: string): Generator<TextLines> {
  let number = 1;
  let start = 0;
  let given = 0;
  let lines: LogLine[] = [];
  while (start < source.length) {
    const newline = source.indexOf('\n', start);
    const isEnded = newline !== -1;
    const end = isEnded ? newline : source.length;
    const text =
      end - start > LONGEST_LINE ? { text: null, flaw: TOO_LONG } : { text: source.slice(start, end) };
    lines.push({ number, ...text, isEnded });
    number += 1;
    start = isEnded ? end + 1 : end;
    if (start - given < TEXT_STEP && start < source.length) continue;
    yield { lines, end: start };
    lines = [];
    given = start;
  }
}

type LineText = Pick<LogLine, 'text' | 'flaw' | 'nearly'>;

class LineDecoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #number = 1;
  #carried: Uint8Array[] = [];
  #length = 0;

  /** Keeps the beginning of a line; not its bytes, once it is too long to be read. */
  carry(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > LONGEST_LINE) this.#carried = [];
    else if (bytes.length > 0) this.#carried.push(bytes);
  }

  /** The lines that the bytes hold, the first of them with what was carried. */
  lines(bytes: Uint8Array): LogLine[] {
    const first = bytes.indexOf(NEWLINE);
    if (this.#length + (first === -1 ? bytes.length : first) > LONGEST_LINE) {
      this.#carried = [];
      this.#length = 0;
      const tooLong = this.#line({ text: null, flaw: TOO_LONG });
      return first === -1 ? [tooLong] : [tooLong, ...this.lines(bytes.subarray(first + 1))];
    }
    const all = joinBytes([...this.#carried, bytes]);
    this.#carried = [];
    this.#length = 0;
    const whole = this.#decode(all);
    const texts =
      whole.text === null
        ? splitAtNewlines(all).map((line) => this.#decodeLine(line))
        : whole.text.split('\n').map((text) => ({ text }));
    return texts.map((text) => this.#line(text));
  }

  /** What is left at the end, or null when the last line was ended. */
  rest(): LogLine | null {
    if (this.#length === 0) return null;
    const text =
      this.#length > LONGEST_LINE ? { text: null, flaw: TOO_LONG } : this.#decode(joinBytes(this.#carried));
    return { ...this.#line(text), isEnded: false };
  }

  #line(text: LineText): LogLine {
    const number = this.#number;
    this.#number += 1;
    return { number, ...text, isEnded: true };
  }

  #decodeLine(bytes: Uint8Array): LineText {
    const decoded = this.#decode(bytes);
    return decoded.text === null ? { ...decoded, nearly: new TextDecoder().decode(bytes) } : decoded;
  }

  #decode(bytes: Uint8Array): LineText {
    try {
      return { text: this.#decoder.decode(bytes) };
    } catch {
      return { text: null, flaw: NOT_UTF8 };
    }
  }
}

function splitAtNewlines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

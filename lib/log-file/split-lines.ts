/** One line of a log file, without its line end. */
export interface LogLine {
  /** Counted from 1. */
  readonly number: number;
  /** Null when the bytes are no UTF-8. */
  readonly text: string | null;
  /** False for a last line that nothing ends. */
  readonly isEnded: boolean;
}

const NEWLINE = 10;
/** Characters of a text source that are cut into lines at a time. */
const TEXT_STEP = 64 * 1024;

/** Cuts a stream of bytes into lines, each chunk's at once. Costs the same for a line in one chunk or in a thousand. */
export async function* splitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly LogLine[]> {
  let carried: Uint8Array[] = [];
  let number = 1;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      carried.push(chunk);
      continue;
    }
    const lines = decodeLines(joinBytes([...carried, chunk.subarray(0, end)]), number);
    carried = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    number += lines.length;
    yield lines;
  }
  const rest = joinBytes(carried);
  if (rest.length > 0) yield [{ number, text: decode(rest), isEnded: false }];
}

/** Cuts a text into lines, some at a time. Nothing is encoded on the way: lone surrogates stay. */
export function* splitText(source: string): Generator<readonly LogLine[]> {
  let number = 1;
  let start = 0;
  let lines: LogLine[] = [];
  let size = 0;
  while (start < source.length) {
    const end = source.indexOf('\n', start);
    const isEnded = end !== -1;
    const text = source.slice(start, isEnded ? end : source.length);
    lines.push({ number, text, isEnded });
    number += 1;
    start += text.length + 1;
    size += text.length;
    if (size < TEXT_STEP) continue;
    yield lines;
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield lines;
}

function decodeLines(bytes: Uint8Array, first: number): LogLine[] {
  const text = decode(bytes);
  const texts = text === null ? splitAtNewlines(bytes).map(decode) : text.split('\n');
  return texts.map((line, index) => ({ number: first + index, text: line, isEnded: true }));
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

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

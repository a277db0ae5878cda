import { BackwardBits } from './backward-bits.ts';
import {
  fseTableOf,
  readFseTable,
  singleSymbolTable,
  type FseTable,
  type FseTableLimits,
} from './fse-table.ts';
import { FrameFlaw, LARGEST_BLOCK } from './zstd-frames.ts';

const COMPRESSED_BLOCK = 2;
const COMPRESSED_LITERALS = 2;

// Codes stand for a number and so many more bits (RFC 8878, section 3.1.1.3.2.1.1).
// prettier-ignore
const LITERAL_LENGTHS = lengthCodes(0, [
  ...repeat(0, 16), ...repeat(1, 4), 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
]);
// prettier-ignore
const MATCH_LENGTHS = lengthCodes(3, [
  ...repeat(0, 32), ...repeat(1, 4), 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
]);

interface SequenceTables {
  readonly literalLengths: FseTable;
  readonly offsets: FseTable;
  readonly matchLengths: FseTable;
}

const LIMITS: Readonly<Record<keyof SequenceTables, FseTableLimits>> = {
  literalLengths: { accuracy: 9, symbols: 36 },
  offsets: { accuracy: 8, symbols: 32 },
  matchLengths: { accuracy: 9, symbols: 53 },
};
const WEIGHTS: FseTableLimits = { accuracy: 6, symbols: 13 };
/** More than 255 symbols have no weight of their own: the last one's is not written. */
const MOST_WEIGHTS = 255;

/** The tables that a block uses without describing any (section 3.1.1.3.2.2). */
const PREDEFINED: SequenceTables = {
  literalLengths: fseTableOf(
    [4, 3, ...repeat(2, 11), 1, 1, 1, ...repeat(2, 9), 3, 2, ...repeat(1, 5), ...repeat(-1, 4)],
    6,
  ),
  offsets: fseTableOf([...repeat(1, 6), 2, 2, 2, ...repeat(1, 15), ...repeat(-1, 5)], 5),
  matchLengths: fseTableOf([1, 4, 3, ...repeat(2, 6), ...repeat(1, 37), ...repeat(-1, 7)], 6),
};

/**
 * Finds out what the blocks of a frame, in their order, decompress to, from their lengths alone. A decoder that trusts
 * them can be kept busy for minutes by a block of 40 kB that stands for gigabytes, or for ever by a table that takes no bits.
 */
export class BlockSizes {
  #tables: SequenceTables | null = null;

  /** Bytes that the next block, given with its header, decompresses to, or why it cannot be within bounds. */
  sizeOf(block: Uint8Array): number | FrameFlaw {
    const header = littleEndian(block, 3);
    if (((header >> 1) & 3) !== COMPRESSED_BLOCK) return header >> 3;
    const content = block.subarray(3);
    const literals = readLiterals(content);
    if (literals === null) return new FrameFlaw('the literals of a block are damaged');
    if (literals.size > LARGEST_BLOCK) return tooLarge();
    return this.#sizeOfSequences(content.subarray(literals.end), literals.size);
  }

  #sizeOfSequences(bytes: Uint8Array, literals: number): number | FrameFlaw {
    const header = readSequencesHeader(bytes);
    if (header === null) return damagedSequences();
    if (header.count === 0) return literals;
    const described = readTables(bytes, header.end, this.#tables);
    if (described === null) return new FrameFlaw('a table of a block is damaged');
    const { tables, end } = described;
    this.#tables = tables;

    const bits = new BackwardBits(bytes.subarray(end));
    let literalLength = bits.firstState(tables.literalLengths);
    let offset = bits.firstState(tables.offsets);
    let matchLength = bits.firstState(tables.matchLengths);
    let size = literals;
    let literalsLeft = literals;
    for (let left = header.count; left > 0; left -= 1) {
      bits.skip(symbolOf(tables.offsets, offset));
      size += takeLength(MATCH_LENGTHS, symbolOf(tables.matchLengths, matchLength), bits);
      literalsLeft -= takeLength(LITERAL_LENGTHS, symbolOf(tables.literalLengths, literalLength), bits);
      if (bits.isOverdrawn() || literalsLeft < 0) return damagedSequences();
      if (size > LARGEST_BLOCK) return tooLarge();
      if (left === 1) break;
      literalLength = bits.nextState(tables.literalLengths, literalLength);
      matchLength = bits.nextState(tables.matchLengths, matchLength);
      offset = bits.nextState(tables.offsets, offset);
    }
    return size;
  }
}

/** How many bytes of literals a block has, and where they end in it (section 3.1.1.3.1). */
function readLiterals(bytes: Uint8Array): { readonly size: number; readonly end: number } | null {
  const type = (bytes[0] ?? 0) & 3;
  const format = ((bytes[0] ?? 0) >> 2) & 3;
  if (type < COMPRESSED_LITERALS) {
    const length = format === 1 ? 2 : format === 3 ? 3 : 1;
    const size = Math.floor(littleEndian(bytes, length) / (length === 1 ? 8 : 16));
    const end = length + (type === 0 ? size : 1);
    return end > bytes.length ? null : { size, end };
  }
  const length = Math.max(3, format + 2);
  const width = [10, 10, 14, 18][format] ?? 0;
  const sizes = Math.floor(littleEndian(bytes, length) / 16);
  const size = sizes % 2 ** width;
  const end = length + Math.floor(sizes / 2 ** width);
  if (end > bytes.length) return null;
  const isDescribed = type === COMPRESSED_LITERALS;
  return isDescribed && !hasWeights(bytes.subarray(length, end)) ? null : { size, end };
}

/** Whether the description of a Huffman tree ends, and within bounds (section 4.2.1). */
function hasWeights(bytes: Uint8Array): boolean {
  const [length = 0] = bytes;
  if (length > 127) return 1 + Math.ceil((length - 127) / 2) <= bytes.length;
  if (1 + length > bytes.length) return false;
  const description = bytes.subarray(1, 1 + length);
  const read = readFseTable(description, 0, WEIGHTS);
  if (read === null) return false;
  const { table, end } = read;
  const bits = new BackwardBits(description.subarray(end));
  // Two states take turns until the bits are used up.
  const states = [bits.firstState(table), bits.firstState(table)];
  if (bits.isOverdrawn()) return false;
  let count = 2;
  for (let turn = 0; !bits.isOverdrawn(); turn = 1 - turn) {
    states[turn] = bits.nextState(table, states[turn] ?? 0);
    count += 1;
    if (count > MOST_WEIGHTS + 1) return false;
  }
  return true;
}

/** The number of sequences, and where it ends (section 3.1.1.3.2.1). */
function readSequencesHeader(bytes: Uint8Array): { readonly count: number; readonly end: number } | null {
  const [first, second, third] = bytes;
  if (first === undefined) return null;
  if (first < 128) return { count: first, end: 1 };
  if (second === undefined) return null;
  if (first < 255) return { count: (first - 128) * 256 + second, end: 2 };
  return third === undefined ? null : { count: second + third * 256 + 0x7f00, end: 3 };
}

function readTables(
  bytes: Uint8Array,
  start: number,
  before: SequenceTables | null,
): { readonly tables: SequenceTables; readonly end: number } | null {
  const modes = bytes[start];
  if (modes === undefined || (modes & 3) !== 0) return null;
  let end = start + 1;
  const read = (kind: keyof SequenceTables, mode: number): FseTable | null => {
    if (mode === 0) return PREDEFINED[kind];
    if (mode === 3) return before?.[kind] ?? null;
    if (mode === 1) {
      const symbol = bytes[end];
      end += 1;
      return symbol === undefined || symbol >= LIMITS[kind].symbols ? null : singleSymbolTable(symbol);
    }
    const described = readFseTable(bytes, end, LIMITS[kind]);
    end = described?.end ?? end;
    return described?.table ?? null;
  };
  const literalLengths = read('literalLengths', modes >> 6);
  const offsets = literalLengths && read('offsets', (modes >> 4) & 3);
  const matchLengths = offsets && read('matchLengths', (modes >> 2) & 3);
  return matchLengths && { tables: { literalLengths, offsets, matchLengths }, end };
}

interface LengthCode {
  readonly base: number;
  readonly bits: number;
}

function lengthCodes(first: number, widths: readonly number[]): LengthCode[] {
  let base = first;
  return widths.map((bits) => {
    const code = { base, bits };
    base += 2 ** bits;
    return code;
  });
}

function takeLength(codes: readonly LengthCode[], symbol: number, bits: BackwardBits): number {
  const code = codes[symbol];
  return code === undefined ? Infinity : code.base + bits.take(code.bits);
}

function symbolOf(table: FseTable, state: number): number {
  return table.symbols[state] ?? 0;
}

function repeat(value: number, times: number): number[] {
  return Array.from({ length: times }, () => value);
}

function littleEndian(bytes: Uint8Array, length: number): number {
  let value = 0;
  for (let at = length - 1; at >= 0; at -= 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

function damagedSequences(): FrameFlaw {
  return new FrameFlaw('the sequences of a block are damaged');
}

function tooLarge(): FrameFlaw {
  return new FrameFlaw(`a block holds more than ${LARGEST_BLOCK} bytes`);
}

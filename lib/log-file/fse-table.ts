/** A decoding table of zstd's entropy coder, finite state entropy (RFC 8878, section 4.1): what each state stands for. */
export interface FseTable {
  /** Bits of a first state. */
  readonly accuracy: number;
  readonly symbols: Uint8Array;
  /** How many bits make the next state. */
  readonly bits: Uint8Array;
  /** What those bits are added to. */
  readonly bases: Uint16Array;
}

/** How often a symbol comes, in parts of the table; -1 for less than one part, which takes a whole one. */
type Shares = readonly number[];

export interface FseTableLimits {
  readonly accuracy: number;
  /** Number of symbols that there are. */
  readonly symbols: number;
}

/** Reads a table's description and says where it ends; null when it is none. */
export function readFseTable(
  bytes: Uint8Array,
  start: number,
  limits: FseTableLimits,
): { readonly table: FseTable; readonly end: number } | null {
  const accuracy = ((bytes[start] ?? 0) & 15) + 5;
  if (accuracy > limits.accuracy) return null;
  let at = start * 8 + 4;
  const peek = (width: number) => bitsAt(bytes, at, width);
  const shares: number[] = [];
  for (let left = 1 << accuracy; left > 0;) {
    if (shares.length >= limits.symbols) return null;
    // A value from 0 to left + 1; the low ones take one bit less where not all of the bits' values are needed.
    const width = bitLength(left + 1);
    const spared = (1 << width) - 2 - left;
    const short = peek(width - 1);
    const long = peek(width);
    at += short < spared ? width - 1 : width;
    const value = short < spared ? short : long >> (width - 1) === 0 ? long : long - spared;
    shares.push(value - 1);
    left -= value === 0 ? 1 : value - 1;
    if (value !== 1) continue;
    for (let more = 3; more === 3; at += 2) {
      more = peek(2);
      for (let index = 0; index < more; index += 1) shares.push(0);
      if (shares.length > limits.symbols) return null;
    }
  }
  const end = (at + 7) >> 3;
  return end > bytes.length ? null : { table: fseTableOf(shares, accuracy), end };
}

/** Spreads the symbols over the states; the shares fill the table exactly. */
export function fseTableOf(shares: Shares, accuracy: number): FseTable {
  const size = 1 << accuracy;
  const symbols = new Uint8Array(size);
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  let high = size;
  for (const [symbol, share] of shares.entries()) if (share === -1) symbols[(high -= 1)] = symbol;
  let state = 0;
  for (const [symbol, share] of shares.entries()) {
    for (let count = 0; count < share; count += 1) {
      symbols[state] = symbol;
      do state = (state + (size >> 1) + (size >> 3) + 3) & (size - 1);
      while (state >= high);
    }
  }
  const next = shares.map((share) => Math.abs(share));
  for (const [index, symbol] of symbols.entries()) {
    const value = next[symbol] ?? 1;
    next[symbol] = value + 1;
    const width = accuracy + 1 - bitLength(value);
    bits[index] = width;
    bases[index] = (value << width) - size;
  }
  return { accuracy, symbols, bits, bases };
}

/** A table with one state, which takes no bits. */
export function singleSymbolTable(symbol: number): FseTable {
  return {
    accuracy: 0,
    symbols: Uint8Array.of(symbol),
    bits: new Uint8Array(1),
    bases: new Uint16Array(1),
  };
}

/** Up to 16 bits from a bit's position on, the lowest first; what lies outside of the bytes is 0. */
export function bitsAt(bytes: Uint8Array, position: number, width: number): number {
  const at = position >> 3;
  const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return (word >> (position & 7)) & ((1 << width) - 1);
}

/** How many bits a whole number has. */
export function bitLength(value: number): number {
  return 32 - Math.clz32(value);
}

import { bitLength, bitsAt, type FseTable } from './fse-table.ts';

/** Reads a bit stream from its end, as zstd writes them: the last byte's highest set bit marks where it begins. */
export class BackwardBits {
  #left: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const last = bytes.at(-1) ?? 0;
    this.#left = last === 0 ? -1 : (bytes.length - 1) * 8 + bitLength(last) - 1;
  }

  /** Whether more was taken than there is, or the mark is missing. */
  isOverdrawn(): boolean {
    return this.#left < 0;
  }

  /** Up to 16 bits; meaningless once it is overdrawn. */
  take(width: number): number {
    this.#left -= width;
    return this.isOverdrawn() ? 0 : bitsAt(this.#bytes, this.#left, width);
  }

  skip(width: number): void {
    this.#left -= width;
  }

  firstState(table: FseTable): number {
    return this.take(table.accuracy);
  }

  nextState(table: FseTable, state: number): number {
    return (table.bases[state] ?? 0) + this.take(table.bits[state] ?? 0);
  }
}

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** A block of any frame decompresses to at most so many bytes (RFC 8878, section 3.1.1.2.4). */
const LARGEST_BLOCK = 128 * 1024;

export interface ZstdFrame {
  /** Length of the whole frame in bytes. */
  readonly length: number;
  readonly isSkippable: boolean;
  /** Offset of the checksum of what it holds, or null when it has none. */
  readonly checksumAt: number | null;
  /** Bytes that it can decompress to at most. */
  readonly largestSize: number;
}

/** `incomplete`: the bytes end before the frame does; `blocksEnd` is where its last whole block ends. */
export type FrameWalk =
  | { readonly kind: 'frame'; readonly frame: ZstdFrame }
  | { readonly kind: 'incomplete'; readonly blocksEnd: number }
  | { readonly kind: 'damaged'; readonly message: string };

export function isZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = littleEndian(bytes, 0, 4);
  return magic === MAGIC || isSkippable(magic);
}

/** Finds the end of the frame that the bytes begin with, by its headers alone (RFC 8878, section 3). */
export function walkFrame(bytes: Uint8Array): FrameWalk {
  if (bytes.length < 4) return { kind: 'incomplete', blocksEnd: 0 };
  const magic = littleEndian(bytes, 0, 4);
  if (isSkippable(magic)) return walkSkippable(bytes);
  if (magic !== MAGIC) return { kind: 'damaged', message: 'no zstd frame begins here' };
  const descriptor = bytes[4];
  if (descriptor === undefined) return { kind: 'incomplete', blocksEnd: 0 };
  const hasChecksum = (descriptor & 4) !== 0;
  let offset = 5 + headerLength(descriptor);
  let blocks = 0;
  for (;;) {
    if (offset + 3 > bytes.length) return { kind: 'incomplete', blocksEnd: blocks === 0 ? 0 : offset };
    const header = littleEndian(bytes, offset, 3);
    const type = (header >> 1) & 3;
    if (type === 3) return { kind: 'damaged', message: 'a block of a reserved type' };
    const size = type === 1 ? 1 : header >> 3;
    if (offset + 3 + size > bytes.length) return { kind: 'incomplete', blocksEnd: blocks === 0 ? 0 : offset };
    offset += 3 + size;
    blocks += 1;
    if ((header & 1) === 1) break;
  }
  const length = offset + (hasChecksum ? 4 : 0);
  if (length > bytes.length) return { kind: 'incomplete', blocksEnd: offset };
  const checksumAt = hasChecksum ? offset : null;
  return {
    kind: 'frame',
    frame: { length, isSkippable: false, checksumAt, largestSize: blocks * LARGEST_BLOCK },
  };
}

function walkSkippable(bytes: Uint8Array): FrameWalk {
  if (bytes.length < 8) return { kind: 'incomplete', blocksEnd: 0 };
  const length = 8 + littleEndian(bytes, 4, 4);
  if (length > bytes.length) return { kind: 'incomplete', blocksEnd: 0 };
  return { kind: 'frame', frame: { length, isSkippable: true, checksumAt: null, largestSize: 0 } };
}

/** Bytes of the frame header after its descriptor: window, dictionary id, content size. */
function headerLength(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0;
  const dictionaryId = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return (isSingleSegment ? 0 : 1) + dictionaryId + contentSize;
}

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC;
}

export function littleEndian(bytes: Uint8Array, offset: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index -= 1) value = value * 256 + (bytes[offset + index] ?? 0);
  return value;
}

import type { ByteReader } from './byte-reader.ts';

/** What one block decompresses to at most (RFC 8878, section 3.1.1.2.4). */
export const LARGEST_BLOCK = 128 * 1024;
/** What zstd's own tools take without being told to; larger windows are a way to exhaust memory. */
const LARGEST_WINDOW = 128 * 1024 * 1024;
/** Bytes of one frame, compressed or not, that are held at a time. */
export const LARGEST_FRAME = 256 * 1024 * 1024;

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

export interface ZstdFrame {
  /** How far back its blocks may refer, in bytes. */
  readonly window: number;
  /** What it says that it holds, in bytes, or null when it does not say. */
  readonly contentSize: number | null;
  /** Its whole blocks, each with its header. */
  readonly blocks: readonly Uint8Array[];
  /** The lower half of the XXH64 of what it holds, or null when it has none. */
  readonly checksum: number | null;
  /** False when the bytes ended before the frame did. */
  readonly isWhole: boolean;
}

/** Why bytes are no zstd frame, or none that is read here. */
export class FrameFlaw {
  constructor(readonly message: string) {}
}

export function isZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = littleEndian(bytes);
  return magic === MAGIC || isSkippable(magic);
}

/**
 * Takes one frame from the bytes by its headers alone, without decompressing it (RFC 8878, section 3); null when no
 * bytes are left. Skippable frames are passed over.
 */
export async function takeFrame(bytes: ByteReader): Promise<ZstdFrame | FrameFlaw | null> {
  for (;;) {
    if (!(await bytes.has(1))) return null;
    if (!(await bytes.has(4))) return beginsMagic(bytes.peek(4)) ? CUT_OFF : new FrameFlaw(NO_FRAME);
    const magic = littleEndian(bytes.take(4));
    if (magic === MAGIC) return takeBlocks(bytes);
    if (!isSkippable(magic)) return new FrameFlaw(NO_FRAME);
    if (!(await bytes.has(4)) || !(await skip(bytes, littleEndian(bytes.take(4))))) return CUT_OFF;
  }
}

const NO_FRAME = 'no zstd frame begins here';
const CUT_OFF: ZstdFrame = { window: 0, contentSize: null, blocks: [], checksum: null, isWhole: false };

async function takeBlocks(bytes: ByteReader): Promise<ZstdFrame | FrameFlaw> {
  const header = await takeHeader(bytes);
  if (header === null) return CUT_OFF;
  if (header instanceof FrameFlaw) return header;
  const { window, contentSize, hasChecksum } = header;
  const blocks: Uint8Array[] = [];
  const frame = { window, contentSize, blocks, checksum: null, isWhole: false };
  let length = 0;
  for (let isLast = false; !isLast;) {
    if (!(await bytes.has(3))) return frame;
    const block = littleEndian(bytes.peek(3));
    const type = (block >> 1) & 3;
    const size = block >> 3;
    if (type === RESERVED_BLOCK) return new FrameFlaw('a block is of a reserved type');
    if (size > LARGEST_BLOCK) return new FrameFlaw(`a block of ${size} bytes is too large`);
    const blockLength = 3 + (type === RLE_BLOCK ? 1 : size);
    if (!(await bytes.has(blockLength))) return frame;
    length += blockLength;
    if (length > LARGEST_FRAME) return new FrameFlaw(`it is longer than ${LARGEST_FRAME} bytes`);
    blocks.push(bytes.take(blockLength));
    isLast = (block & 1) === 1;
  }
  if (!hasChecksum) return { ...frame, isWhole: true };
  if (!(await bytes.has(4))) return frame;
  return { ...frame, checksum: littleEndian(bytes.take(4)), isWhole: true };
}

interface FrameHeader {
  readonly window: number;
  readonly contentSize: number | null;
  readonly hasChecksum: boolean;
}

async function takeHeader(bytes: ByteReader): Promise<FrameHeader | FrameFlaw | null> {
  if (!(await bytes.has(1))) return null;
  const [descriptor = 0] = bytes.take(1);
  if ((descriptor & 8) !== 0) return new FrameFlaw('its header has a reserved bit');
  const isSingleSegment = (descriptor & 32) !== 0;
  const windowLength = isSingleSegment ? 0 : 1;
  const dictionaryLength = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeLength = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const length = windowLength + dictionaryLength + sizeLength;
  if (!(await bytes.has(length))) return null;
  const rest = bytes.take(length);
  if (littleEndian(rest.subarray(windowLength, windowLength + dictionaryLength)) !== 0) {
    return new FrameFlaw('it was compressed with a dictionary');
  }
  const sizeField = littleEndian(rest.subarray(windowLength + dictionaryLength));
  const contentSize = sizeLength === 0 ? null : sizeLength === 2 ? sizeField + 256 : sizeField;
  if (contentSize !== null && contentSize > LARGEST_FRAME) {
    return new FrameFlaw(`it holds more than ${LARGEST_FRAME} bytes`);
  }
  const window = isSingleSegment ? (contentSize ?? 0) : windowOf(rest[0] ?? 0);
  if (!isSingleSegment && window > LARGEST_WINDOW) {
    return new FrameFlaw(`it needs a window of ${window} bytes`);
  }
  return { window, contentSize, hasChecksum: (descriptor & 4) !== 0 };
}

/** The window size that a header's byte stands for (RFC 8878, section 3.1.1.1.2). */
function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

async function skip(bytes: ByteReader, length: number): Promise<boolean> {
  for (let left = length; left > 0;) {
    if (!(await bytes.has(1))) return false;
    left -= bytes.take(Math.min(left, LARGEST_BLOCK)).length;
  }
  return true;
}

function beginsMagic(bytes: Uint8Array): boolean {
  const begins = (magic: number, firstMask: number) =>
    bytes.every((byte, at) => (at === 0 ? byte & firstMask : byte) === ((magic >>> (8 * at)) & 255));
  return begins(MAGIC, 0xff) || begins(SKIPPABLE_MAGIC, 0xf0);
}

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC;
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

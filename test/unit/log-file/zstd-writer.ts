/** Makes zstd frames without compression, so that tests can make frames of every shape (RFC 8878, section 3). */
export interface FrameOptions {
  readonly checksum?: boolean;
  /** The content size is told in so many bytes (1, 2, 4 or 8), and the frame is a single segment. */
  readonly sizeBytes?: number;
  readonly blockLength?: number;
  /** Exponent of the window, above 10. */
  readonly windowExponent?: number;
}

export function zstdFrame(content: Uint8Array, options: FrameOptions = {}): Uint8Array<ArrayBuffer> {
  const { checksum = true, sizeBytes = 0, blockLength = 1_000, windowExponent = 7 } = options;
  const blocks: Uint8Array[] = [];
  for (let start = 0; start < content.length || blocks.length === 0; start += blockLength) {
    const part = content.subarray(start, start + blockLength);
    blocks.push(rawBlock(part, start + blockLength >= content.length));
  }
  const checksumBit = checksum ? 4 : 0;
  const size = content.length - (sizeBytes === 2 ? 256 : 0);
  const header =
    sizeBytes === 0
      ? [checksumBit, windowExponent << 3]
      : [(Math.log2(sizeBytes) << 6) | 32 | checksumBit, ...bytesOfNumber(size, sizeBytes)];
  return concat(
    MAGIC,
    Uint8Array.from(header),
    ...blocks,
    checksum ? checksumOf(content) : new Uint8Array(0),
  );
}

export const MAGIC = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);

export function rawBlock(content: Uint8Array, isLast: boolean): Uint8Array {
  return concat(Uint8Array.from(bytesOfNumber((content.length << 3) | Number(isLast), 3)), content);
}

/** So many times one byte. */
export function rleBlock(byte: number, length: number, isLast: boolean): Uint8Array {
  return Uint8Array.of(...bytesOfNumber((length << 3) | 2 | Number(isLast), 3), byte);
}

export function skippableFrame(content: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, ...bytesOfNumber(content.length, 4)), content);
}

export function checksumOf(content: Uint8Array): Uint8Array {
  return Uint8Array.from(bytesOfNumber(Number(xxHash64(content) & 0xffffffffn), 4));
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function bytesOfNumber(value: number, length: number): number[] {
  return Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

/** XXH64 with seed 0, by the letter of its specification. */
export function xxHash64(bytes: Uint8Array): bigint {
  const [p1, p2, p3, p4, p5]: readonly [bigint, bigint, bigint, bigint, bigint] = [
    0x9e3779b185ebca87n,
    0xc2b2ae3d27d4eb4fn,
    0x165667b19e3779f9n,
    0x85ebca77c2b2ae63n,
    0x27d4eb2f165667c5n,
  ];
  const wrap = (value: bigint) => BigInt.asUintN(64, value);
  const rotate = (value: bigint, by: bigint) => wrap((value << by) | (value >> (64n - by)));
  const round = (lane: bigint, input: bigint) => wrap(rotate(wrap(lane + input * p2), 31n) * p1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  let hash: bigint = p5;
  if (bytes.length >= 32) {
    const lanes = [wrap(p1 + p2), p2, 0n, wrap(-p1)];
    for (; offset + 32 <= bytes.length; offset += 32) {
      for (const lane of lanes.keys()) {
        lanes[lane] = round(lanes[lane]!, view.getBigUint64(offset + lane * 8, true));
      }
    }
    hash = wrap(lanes.reduce((sum, lane, index) => sum + rotate(lane, [1n, 7n, 12n, 18n][index]!), 0n));
    for (const lane of lanes) hash = wrap((hash ^ round(0n, lane)) * p1 + p4);
  }
  hash = wrap(hash + BigInt(bytes.length));
  for (; offset + 8 <= bytes.length; offset += 8) {
    hash = wrap(rotate(hash ^ round(0n, view.getBigUint64(offset, true)), 27n) * p1 + p4);
  }
  if (offset + 4 <= bytes.length) {
    hash = wrap(rotate(hash ^ wrap(BigInt(view.getUint32(offset, true)) * p1), 23n) * p2 + p3);
    offset += 4;
  }
  for (; offset < bytes.length; offset += 1) {
    hash = wrap(rotate(hash ^ wrap(BigInt(bytes[offset]!) * p5), 11n) * p1);
  }
  hash = wrap((hash ^ (hash >> 33n)) * p2);
  hash = wrap((hash ^ (hash >> 29n)) * p3);
  return hash ^ (hash >> 32n);
}

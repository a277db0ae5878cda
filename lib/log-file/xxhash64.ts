/** A number of 64 bits as its two halves. Halves are kept as they come out of 32-bit operators, of either sign. */
type Halves = readonly [high: number, low: number];

const P1: Halves = [0x9e3779b1, 0x85ebca87];
const P2: Halves = [0xc2b2ae3d, 0x27d4eb4f];
const P3: Halves = [0x165667b1, 0x9e3779f9];
const P4: Halves = [0x85ebca77, 0xc2b2ae63];
const P5: Halves = [0x27d4eb2f, 0x165667c5];
const STRIPE = 32;

/**
 * XXH64 with seed 0 by the published algorithm (xxHash specification, version 0.1.1), fed in pieces: what zstd frames
 * carry as their checksum. On halves, as BigInt takes ten times as long and would block the page.
 */
export class XxHash64 {
  /** Four lanes of a high and a low half. */
  readonly #lanes: Int32Array;
  readonly #tail = new Uint8Array(STRIPE);
  #tailLength = 0;
  #length = 0;

  constructor() {
    const zero: Halves = [0, 0];
    const first = add(P1, P2);
    this.#lanes = Int32Array.from([...first, ...P2, ...zero, ...add([~P1[0], ~P1[1]], [0, 1])]);
  }

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let offset = 0;
    if (this.#tailLength > 0) {
      offset = Math.min(STRIPE - this.#tailLength, bytes.length);
      this.#tail.set(bytes.subarray(0, offset), this.#tailLength);
      this.#tailLength += offset;
      if (this.#tailLength < STRIPE) return;
      this.#consume(this.#tail);
      this.#tailLength = 0;
    }
    const whole = bytes.length - ((bytes.length - offset) % STRIPE);
    this.#consume(bytes.subarray(offset, whole));
    this.#tail.set(bytes.subarray(whole));
    this.#tailLength = bytes.length - whole;
  }

  /** The lower 32 bits of the hash, unsigned: a zstd frame stores no more. */
  lowerHalf(): number {
    let hash = add(this.#length < STRIPE ? P5 : this.#merged(), halvesOf(this.#length));
    const view = new DataView(this.#tail.buffer);
    let offset = 0;
    for (; offset + 8 <= this.#tailLength; offset += 8) {
      const word: Halves = [view.getInt32(offset + 4, true), view.getInt32(offset, true)];
      hash = add(multiply(rotate(xor(hash, round([0, 0], word)), 27), P1), P4);
    }
    if (offset + 4 <= this.#tailLength) {
      const word: Halves = [0, view.getInt32(offset, true)];
      hash = add(multiply(rotate(xor(hash, multiply(word, P1)), 23), P2), P3);
      offset += 4;
    }
    for (; offset < this.#tailLength; offset += 1) {
      const word: Halves = [0, view.getUint8(offset)];
      hash = multiply(rotate(xor(hash, multiply(word, P5)), 11), P1);
    }
    hash = multiply(xor(hash, shiftRight(hash, 33)), P2);
    hash = multiply(xor(hash, shiftRight(hash, 29)), P3);
    return xor(hash, shiftRight(hash, 32))[1] >>> 0;
  }

  #merged(): Halves {
    const lanes = [0, 2, 4, 6].map((at): Halves => [this.#lanes[at] ?? 0, this.#lanes[at + 1] ?? 0]);
    const rotations = [1, 7, 12, 18];
    const sum = lanes.reduce<Halves>(
      (total, lane, index) => add(total, rotate(lane, rotations[index] ?? 0)),
      [0, 0],
    );
    return lanes.reduce((hash, lane) => add(multiply(xor(hash, round([0, 0], lane)), P1), P4), sum);
  }

  /**
   * Takes whole stripes. Each lane: lane = rotate(lane + word * P2, 31) * P1. Written out over 16-bit parts and without
   * a pair in sight: this is where the time goes.
   */
  #consume(bytes: Uint8Array): void {
    const lanes = this.#lanes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let offset = 0; offset < bytes.length; offset += 8) {
      const at = ((offset >> 3) & 3) * 2;
      const low = view.getInt32(offset, true);
      const low0 = low & 0xffff;
      const low1 = low >>> 16;
      // word * P2
      const p0 = low0 * 0xeb4f;
      const p1 = low1 * 0xeb4f + (p0 >>> 16);
      const p2 = low0 * 0x27d4 + (p1 & 0xffff);
      const productLow = ((p2 << 16) | (p0 & 0xffff)) >>> 0;
      const carried = low1 * 0x27d4 + (p1 - (p1 & 0xffff)) / 0x10000 + (p2 - (p2 & 0xffff)) / 0x10000;
      const productHigh = carried + Math.imul(low, P2[0]) + Math.imul(view.getInt32(offset + 4, true), P2[1]);
      // + lane
      const sumLow = productLow + ((lanes[at + 1] ?? 0) >>> 0);
      const sumHigh = (productHigh + (lanes[at] ?? 0) + (sumLow > 0xffffffff ? 1 : 0)) | 0;
      // rotated by 31
      const high = (sumHigh << 31) | ((sumLow | 0) >>> 1);
      const turned = ((sumLow | 0) << 31) | (sumHigh >>> 1);
      // * P1
      const turned0 = turned & 0xffff;
      const turned1 = turned >>> 16;
      const q0 = turned0 * 0xca87;
      const q1 = turned1 * 0xca87 + (q0 >>> 16);
      const q2 = turned0 * 0x85eb + (q1 & 0xffff);
      lanes[at + 1] = (q2 << 16) | (q0 & 0xffff);
      lanes[at] =
        turned1 * 0x85eb +
        (q1 - (q1 & 0xffff)) / 0x10000 +
        (q2 - (q2 & 0xffff)) / 0x10000 +
        Math.imul(turned, P1[0]) +
        Math.imul(high, P1[1]);
    }
  }
}

function round(lane: Halves, word: Halves): Halves {
  return multiply(rotate(add(lane, multiply(word, P2)), 31), P1);
}

function halvesOf(value: number): Halves {
  return [Math.floor(value / 0x100000000) | 0, value | 0];
}

function add([high, low]: Halves, [otherHigh, otherLow]: Halves): Halves {
  const sum = (low >>> 0) + (otherLow >>> 0);
  return [(high + otherHigh + (sum > 0xffffffff ? 1 : 0)) | 0, sum | 0];
}

function multiply([high, low]: Halves, [otherHigh, otherLow]: Halves): Halves {
  const low0 = low & 0xffff;
  const low1 = low >>> 16;
  const other0 = otherLow & 0xffff;
  const other1 = otherLow >>> 16;
  const p0 = low0 * other0;
  const p1 = low1 * other0 + (p0 >>> 16);
  const p2 = low0 * other1 + (p1 & 0xffff);
  const carried = low1 * other1 + Math.floor(p1 / 0x10000) + Math.floor(p2 / 0x10000);
  const crossed = Math.imul(low, otherHigh) + Math.imul(high, otherLow);
  return [(carried + crossed) | 0, (p2 << 16) | (p0 & 0xffff)];
}

function rotate([high, low]: Halves, by: number): Halves {
  return [(high << by) | (low >>> (32 - by)), (low << by) | (high >>> (32 - by))];
}

function shiftRight([high, low]: Halves, by: number): Halves {
  return by >= 32 ? [0, high >>> (by - 32)] : [high >>> by, (low >>> by) | (high << (32 - by))];
}

function xor([high, low]: Halves, [otherHigh, otherLow]: Halves): Halves {
  return [high ^ otherHigh, low ^ otherLow];
}

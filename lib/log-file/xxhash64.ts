const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

/**
 * XXH64 of some bytes with seed 0, by the published algorithm: what zstd frames carry as their checksum. The small
 * packages that have it are WebAssembly, which a strict Content-Security-Policy does not let run.
 */
export function xxHash64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  let hash = P5;
  if (bytes.length >= 32) {
    const lanes: [bigint, bigint, bigint, bigint] = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
    for (; offset + 32 <= bytes.length; offset += 32) {
      for (let lane = 0; lane < 4; lane += 1) {
        lanes[lane] = round(lanes[lane] ?? 0n, view.getBigUint64(offset + lane * 8, true));
      }
    }
    const [a, b, c, d] = lanes;
    hash = wrap(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
    for (const lane of lanes) hash = wrap((hash ^ round(0n, lane)) * P1 + P4);
  }
  hash = wrap(hash + BigInt(bytes.length));
  for (; offset + 8 <= bytes.length; offset += 8) {
    hash = wrap(rotate(hash ^ round(0n, view.getBigUint64(offset, true)), 27n) * P1 + P4);
  }
  if (offset + 4 <= bytes.length) {
    hash = wrap(rotate(hash ^ wrap(BigInt(view.getUint32(offset, true)) * P1), 23n) * P2 + P3);
    offset += 4;
  }
  for (; offset < bytes.length; offset += 1) {
    hash = wrap(rotate(hash ^ wrap(BigInt(bytes[offset] ?? 0) * P5), 11n) * P1);
  }
  hash = wrap((hash ^ (hash >> 33n)) * P2);
  hash = wrap((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}

function round(lane: bigint, input: bigint): bigint {
  return wrap(rotate(wrap(lane + input * P2), 31n) * P1);
}

function rotate(value: bigint, by: bigint): bigint {
  return wrap((value << by) | (value >> (64n - by)));
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

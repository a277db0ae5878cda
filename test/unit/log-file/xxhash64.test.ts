import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XxHash64 } from '../../../lib/log-file/xxhash64.ts';
import { bytesOf } from './read-all.ts';
import { xxHash64 } from './zstd-writer.ts';

function lowerHalf(...parts: readonly Uint8Array[]): number {
  const hash = new XxHash64();
  for (const part of parts) hash.update(part);
  return hash.lowerHalf();
}

describe('XXH64', () => {
  test.each([
    ['', 0xef46db3751d8e999n],
    ['a', 0xd24ec4f1a98c6e5bn],
    ['abc', 0x44bc2cf5ad770999n],
  ])('of %j is the published value', (text, published) => {
    expect(xxHash64(bytesOf(text))).toBe(published);
    expect(lowerHalf(bytesOf(text))).toBe(Number(published & 0xffffffffn));
  });

  test('of any bytes, in any pieces, is what the specification says', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.nat(300), { maxLength: 6 }),
        (bytes, cuts) => {
          const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length].toSorted(
            (a, b) => a - b,
          );
          const parts = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          expect(lowerHalf(...parts)).toBe(Number(xxHash64(bytes) & 0xffffffffn));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of a megabyte', () => {
    const bytes = new Uint8Array(1_000_003).map((_, index) => (index * 2_654_435_761) >>> 13);
    expect(lowerHalf(bytes)).toBe(Number(xxHash64(bytes) & 0xffffffffn));
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../../lib/log-file/byte-reader.ts';
import { joinBytes } from '../../../lib/log-file/join-bytes.ts';
import { BlockSizes } from '../../../lib/log-file/zstd-block-size.ts';
import { decodeBlocks } from '../../../lib/log-file/zstd-blocks.ts';
import { FrameFlaw, LARGEST_BLOCK, takeFrame, type ZstdFrame } from '../../../lib/log-file/zstd-frames.ts';
import { streamOf } from './read-all.ts';
import { concat, MAGIC } from './zstd-writer.ts';

/** Frames that zstd's own tool wrote: literals and sequences in every mode, tables described and used again. */
const folder = process.env['ZSTD_FOLDER'] ?? join(import.meta.dirname, '../../fixtures/zstd');
const files = readdirSync(folder).filter((file) => file.endsWith('.zst'));

async function frameOf(bytes: Uint8Array): Promise<ZstdFrame> {
  const frame = await takeFrame(new ByteReader(streamOf(bytes, [])));
  if (frame === null || frame instanceof FrameFlaw) throw new Error('no frame');
  return frame;
}

/** A frame of one block. */
const frameOfBlock = (type: number, content: Uint8Array) => {
  const header = (content.length << 3) | (type << 1) | 1;
  const sizes = Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16);
  return frameOf(concat(MAGIC, Uint8Array.of(0, 56), sizes, content));
};

const compressedBlock = (literals: readonly number[], sequences: Uint8Array) =>
  frameOfBlock(2, concat(Uint8Array.from(literals), sequences));

const flawsOf = (frame: ZstdFrame) =>
  [...decodeBlocks(frame)].flatMap((content) => (content instanceof FrameFlaw ? [content.message] : []));

describe('the size that a block tells is the one that it decompresses to', () => {
  test.each(files)('%s', async (file) => {
    const frame = await frameOf(readFileSync(join(folder, file)));
    const sizes = new BlockSizes();
    const told = frame.blocks.map((block) => sizes.sizeOf(block));
    const decoded = [...decodeBlocks(frame)].map((content) =>
      content instanceof FrameFlaw ? content : content.length,
    );
    // An empty block gives nothing.
    expect(told.filter((size) => size !== 0)).toEqual(decoded.filter((size) => size !== 0));
    expect(told.length).toBeGreaterThan(0);
  });

  test('the files have raw literals, and trees of literals both described and used again', async () => {
    const kinds = new Set<number>();
    for (const file of files) {
      for (const block of (await frameOf(readFileSync(join(folder, file)))).blocks) {
        if (((block[0]! >> 1) & 3) === 2) kinds.add(block[3]! & 3);
      }
    }
    expect([...kinds].sort()).toEqual([0, 2, 3]);
  });

  test('a literal that is repeated', async () => {
    const frame = await compressedBlock([1 | (5 << 3), 0x61], Uint8Array.of(0));
    expect(new BlockSizes().sizeOf(frame.blocks[0]!)).toBe(5);
    expect([...decodeBlocks(frame)][0]).toEqual(new Uint8Array(5).fill(0x61));
  });
});

describe('a block that would keep the decoder busy is refused', () => {
  /** One literal, and sequences of a literal length, an offset and a match length that are all the same. */
  const sameSequences = (count: number, codes: readonly number[], bits: Uint8Array) =>
    compressedBlock(
      [1 << 3, 0x61],
      concat(
        count < 128 ? Uint8Array.of(count) : Uint8Array.of(128 + (count >> 8), count & 255),
        Uint8Array.of(0x54, ...codes),
        bits,
        Uint8Array.of(1),
      ),
    );

  test('of 40 kB that stand for gigabytes', async () => {
    const bomb = await sameSequences(20_000, [0, 0, 52], new Uint8Array(40_000));
    expect(flawsOf(bomb)).toEqual([`a block holds more than ${LARGEST_BLOCK} bytes`]);
  });

  test('of one match that is a byte too long, and not one that just fits', async () => {
    const matchOf = (extra: number) =>
      sameSequences(2, [0, 0, 52], Uint8Array.of(extra & 255, extra >> 8, 0, 0));
    // A literal, 65,539 bytes, and 65,539 with so many more.
    expect(flawsOf(await matchOf(65_536 * 2 - 65_539 * 2))).toEqual([expect.stringContaining('more than')]);
    const fitting = await sameSequences(1, [0, 0, 52], Uint8Array.of(0xfc, 0xff));
    expect(flawsOf(fitting)).toEqual([]);
    expect(new BlockSizes().sizeOf(fitting.blocks[0]!)).toBe(1 + 65_539 + 65_532);
  });

  test('whose tree of literals never ends', async () => {
    // Weights by a table with one symbol, whose states take no bits.
    const weights = [5, 0xf0, 3, 0, 0, 1];
    const literals = [2 | (16 << 4), (weights.length + 1) << 6, 0, ...weights, 1];
    expect(flawsOf(await compressedBlock(literals, Uint8Array.of(0)))).toEqual([
      'the literals of a block are damaged',
    ]);
  });

  test.each<[string, number[], number[], string]>([
    ['with literals beyond its end', [200 << 3], [], 'literals'],
    ['with more literals than a block holds', [13, 0, 0x60, 0x61], [0], 'more than'],
    ['without sequences', [1 << 3, 0x61], [], 'sequences'],
    ['with a table from a block that was not there', [1 << 3, 0x61], [1, 0xfc, 1], 'table'],
    ['with a reserved mode', [1 << 3, 0x61], [1, 0x55, 0, 0, 0, 1], 'table'],
    ['with a code that does not exist', [1 << 3, 0x61], [1, 0x54, 36, 0, 0, 1], 'table'],
    ['with more literals in sequences than it has', [1 << 3, 0x61], [1, 0x54, 2, 0, 0, 1], 'sequences'],
    ['whose sequences have too few bits', [1 << 3, 0x61], [1, 0x54, 0, 0, 52, 0xff, 1], 'sequences'],
    ['whose sequences have no mark', [1 << 3, 0x61], [1, 0x54, 0, 0, 0, 0], 'sequences'],
  ])('%s', async (_what, literals, sequences, message) => {
    const flaws = flawsOf(await compressedBlock(literals, Uint8Array.from(sequences)));
    expect(flaws).toEqual([expect.stringContaining(message)]);
  });
});

test('damaged blocks end within bounds, whatever is damaged', async () => {
  const frames = await Promise.all(files.map((file) => frameOf(readFileSync(join(folder, file)))));
  const damaged = fc
    .tuple(
      fc.constantFrom(...frames),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    )
    .map(([frame, which, changes]) => {
      const blocks = frame.blocks.map((block) => block.slice());
      const block = blocks[which % blocks.length]!;
      // Tables and sizes are at the beginnings of its two parts; the header stays.
      for (const [at, value] of changes) block[3 + (at % (block.length - 3))] = value;
      return { ...frame, blocks };
    });
  fc.assert(
    fc.property(damaged, (frame) => {
      const contents = [...decodeBlocks(frame)].filter((content) => content instanceof Uint8Array);
      expect(joinBytes(contents).length).toBeLessThanOrEqual(frame.blocks.length * LARGEST_BLOCK);
    }),
    { numRuns: 300 },
  );
});

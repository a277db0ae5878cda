import { describe, expect, test, vi } from 'vitest';
import { readLogFile } from '../../../lib/log-file/read-log-file.ts';
import { lineOf, HEADER_LINE, logText, note, turnEnd, turnStart } from './log-text.ts';
import { bytesOf, readAll, readAsFarAsPossible, refused, streamOf } from './read-all.ts';
import {
  checksumOf,
  concat,
  MAGIC,
  rawBlock,
  rleBlock,
  skippableFrame,
  zstdFrame,
  type FrameOptions,
} from './zstd-writer.ts';

const frameOf = (options?: FrameOptions, ...records: readonly object[]) =>
  zstdFrame(bytesOf(records.map((record) => `${lineOf(record)}\n`).join('')), options);
const HEADER_FRAME = zstdFrame(bytesOf(`${HEADER_LINE}\n`));
const FIRST = [turnStart(0), note(1), turnEnd(2)];
const LAST = [turnStart(3), note(4, 'x'.repeat(5_000)), turnEnd(5)];
const file = (...frames: readonly Uint8Array[]) => concat(HEADER_FRAME, frameOf({}, ...FIRST), ...frames);

/** At every byte, where they are not too many. */
function cutsOf(bytes: Uint8Array): number[] {
  const step = bytes.length < 20_000 ? 1 : 997;
  return Array.from({ length: Math.floor(bytes.length / step) }, (_, index) => index * step);
}

describe('frames', () => {
  test.each<[string, Uint8Array]>([
    ['with checksums', file(frameOf({}, ...LAST))],
    ['without checksums', file(frameOf({ checksum: false }, ...LAST))],
    ['that tell their size in 2 bytes', file(frameOf({ sizeBytes: 2 }, ...LAST))],
    ['that tell their size in 4 bytes', file(frameOf({ sizeBytes: 4 }, ...LAST))],
    ['that tell their size in 8 bytes', file(frameOf({ sizeBytes: 8 }, ...LAST))],
    [
      'that tell their size in 1 byte',
      file(...LAST.map((record) => frameOf({ sizeBytes: lineOf(record).length < 255 ? 1 : 4 }, record))),
    ],
    ['of many blocks', file(frameOf({ blockLength: 1 }, ...LAST))],
    ['of one block', file(frameOf({ blockLength: 100_000 }, ...LAST))],
    ['with the smallest window', file(frameOf({ windowExponent: 0 }, ...LAST))],
    ['with the largest window', file(frameOf({ windowExponent: 17 }, ...LAST))],
    [
      'with frames to skip',
      concat(
        skippableFrame(bytesOf('hi')),
        file(skippableFrame(new Uint8Array(300_000)), frameOf({}, ...LAST)),
      ),
    ],
    [
      'that are empty',
      file(zstdFrame(new Uint8Array(0)), frameOf({}, ...LAST), zstdFrame(new Uint8Array(0))),
    ],
    ['of all records in one', zstdFrame(bytesOf(logText(...FIRST, ...LAST)))],
  ])('%s are read', async (_what, bytes) => {
    for (const source of [bytes, streamOf(bytes, cutsOf(bytes))]) {
      const { events, warnings, compressed } = await readAll(
        source instanceof Uint8Array ? source.slice() : source,
      );
      expect(events).toEqual([...FIRST, ...LAST]);
      expect(warnings).toEqual([]);
      expect(compressed).toBe(true);
    }
  });

  test('with blocks that repeat a byte are read', async () => {
    const [begin = '', end = ''] = lineOf(note(3, '?')).split('?');
    const content = bytesOf(`${begin}${'z'.repeat(100_000)}${end}\n`);
    const frame = concat(
      MAGIC,
      Uint8Array.of(4, 7 << 3),
      rawBlock(bytesOf(begin), false),
      rleBlock(0x7a, 100_000, false),
      rawBlock(bytesOf(`${end}\n`), true),
      checksumOf(content),
    );
    expect((await readAll(file(frame))).events.at(-1)).toEqual(note(3, 'z'.repeat(100_000)));
  });

  test('are read one at a time', async () => {
    const frames = [HEADER_FRAME, ...Array.from({ length: 100 }, (_, seq) => frameOf({}, note(seq)))];
    let pulled = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const frame = frames[pulled];
          pulled += 1;
          if (frame === undefined) controller.close();
          else controller.enqueue(frame);
        },
      },
      { highWaterMark: 0 },
    );
    const reader = await readLogFile(source, { batchEvents: 5 });
    const batches = reader.events[Symbol.asyncIterator]();
    await batches.next();
    expect(pulled).toBeLessThan(9);
    await batches.return?.();
    expect(source.locked).toBe(false);
  });
});

function changed(bytes: Uint8Array, change: (bytes: Uint8Array) => void): Uint8Array {
  const copy = bytes.slice();
  change(copy);
  return copy;
}

describe('a whole frame that is bad refuses the log, with its first line', () => {
  const last = frameOf({}, ...LAST);
  const content = bytesOf(LAST.map((record) => `${lineOf(record)}\n`).join(''));
  const withHeader = (...header: readonly number[]) =>
    concat(MAGIC, Uint8Array.from(header), rawBlock(content, true));
  const hugeSize = [0, 0, 0, 0x40];
  test.each<[string, Uint8Array, string]>([
    ['a wrong checksum', changed(last, (bytes) => (bytes[bytes.length - 1]! ^= 1)), 'checksum'],
    ['a changed byte', changed(last, (bytes) => (bytes[40]! ^= 1)), 'checksum'],
    ['half a record', zstdFrame(content.subarray(0, content.length - 1)), 'inside a record'],
    [
      'half a record and no checksum',
      zstdFrame(content.subarray(0, 100), { checksum: false }),
      'inside a record',
    ],
    ['another size than it tells', withHeader(0xa0, 1, 0, 0, 0), 'instead of 1'],
    ['a size beyond all bounds', withHeader(0xa0, ...hugeSize), 'more than 268435456 bytes'],
    ['a size of eight bytes', withHeader(0xe0, 0, 0, 0, 0, 0, 0, 1, 0), 'more than 268435456 bytes'],
    ['a window beyond all bounds', withHeader(0, 31 << 3), 'window'],
    ['a window just too large', withHeader(0, (17 << 3) | 1), 'window'],
    ['a dictionary', withHeader(1, 7 << 3, 5), 'dictionary'],
    ['a reserved bit', withHeader(8, 7 << 3), 'reserved'],
    ['a reserved block', concat(MAGIC, Uint8Array.of(0, 56, 7, 0, 0)), 'reserved'],
    [
      'a block that is too large',
      concat(MAGIC, Uint8Array.of(0, 56), rleBlock(10, 200_000, true)),
      'too large',
    ],
    [
      'a compressed block of rubbish',
      concat(MAGIC, Uint8Array.of(0, 56, 0x45, 0, 0), new Uint8Array(8).fill(0xff)),
      'zstd',
    ],
    ['no frame', bytesOf('{"type":"turn/end"}\n'), 'no zstd frame'],
    ['zeros', new Uint8Array(512), 'no zstd frame'],
    ['a byte that begins no frame', Uint8Array.of(0), 'no zstd frame'],
  ])('%s', async (_what, bad, message) => {
    for (const after of [new Uint8Array(0), frameOf({}, note(6))]) {
      const refusal = await refused(file(bad, after));
      expect(refusal).toMatchObject({ code: 'DAMAGED_FRAME', line: 5 });
      expect(refusal.message).toContain('the zstd frame at line 5 is damaged');
      expect(refusal.message).toContain(message);
    }
  });

  test('a frame that holds more than can be held', async () => {
    const blocks = Array.from({ length: 2_049 }, (_, index) => rleBlock(10, 131_072, index === 2_048));
    const refusal = await refused(file(concat(MAGIC, Uint8Array.of(0, 56), ...blocks)));
    expect(refusal).toMatchObject({ code: 'DAMAGED_FRAME', line: 5 });
    expect(refusal.message).toContain('more than 268435456 bytes');
  });

  test('nothing of it is given', async () => {
    const bad = changed(last, (bytes) => (bytes[bytes.length - 1]! ^= 1));
    expect((await readAsFarAsPossible(file(bad))).events).toEqual([]);
  });

  test('a header that is damaged', async () => {
    const bad = changed(HEADER_FRAME, (bytes) => (bytes[20]! ^= 1));
    expect(await refused(bad)).toMatchObject({ code: 'DAMAGED_FRAME', line: 1 });
  });
});

describe('a last frame that is cut off', () => {
  const last = frameOf({ blockLength: 100 }, note(3), note(4), note(5));
  const lengths = [note(3), note(4), note(5)].map((record) => lineOf(record).length + 1);

  test('gives the records that its whole blocks hold, wherever it is cut', async () => {
    const counts = new Set<number>();
    for (let cut = 1; cut < last.length; cut += 1) {
      const { events, warnings } = await readAll(file(last.subarray(0, cut)));
      const blocks = Math.max(0, Math.floor((cut - 6) / 103));
      const whole =
        cut > last.length - 5
          ? 3
          : lengths.filter(
              (_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length) <= blocks * 100,
            ).length;
      expect(events).toEqual([...FIRST, note(3), note(4), note(5)].slice(0, 3 + whole));
      expect(warnings).toMatchObject([{ kind: 'torn-tail-dropped', line: 5 + whole }]);
      counts.add(whole);
    }
    expect([...counts]).toEqual([0, 1, 2, 3]);
  });

  test('inside a frame to skip is a cut too', async () => {
    const skippable = skippableFrame(new Uint8Array(100));
    for (const cut of [1, 5, 50]) {
      const { events, warnings } = await readAll(file(skippable.subarray(0, cut)));
      expect(events).toEqual(FIRST);
      expect(warnings).toMatchObject([{ kind: 'torn-tail-dropped', line: 5 }]);
    }
  });

  test('and is the first, leaves no header', async () => {
    for (let cut = 4; cut < HEADER_FRAME.length - 4; cut += 1) {
      expect(await refused(HEADER_FRAME.slice(0, cut))).toMatchObject({ code: 'MISSING_HEADER', line: 1 });
    }
  });

  test('is complete where only nothing is missing', async () => {
    expect((await readAll(file(last))).warnings).toEqual([]);
  });
});

test('lines are counted across frames', async () => {
  const refusal = await refused(file(frameOf({}, note(3), note(9), turnEnd(10))));
  expect(refusal).toMatchObject({ code: 'SEQ_GAP', line: 6 });
});

test('a window takes no more memory than the frame can use', async () => {
  const moved = vi.spyOn(Uint8Array.prototype, 'copyWithin');
  await readAll(file(frameOf({ windowExponent: 17 }, ...LAST)));
  const windows = moved.mock.contexts.map((window) => (window instanceof Uint8Array ? window.length : 0));
  moved.mockRestore();
  expect(windows.length).toBeGreaterThan(0);
  expect(Math.max(...windows)).toBeLessThanOrEqual(1024 * 1024);
});

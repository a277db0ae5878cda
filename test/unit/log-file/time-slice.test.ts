import { afterEach, describe, expect, test, vi } from 'vitest';
import { LogFileError } from '../../../lib/errors.ts';
import { readLogFile, type LogSource } from '../../../lib/log-file/read-log-file.ts';
import { TimeSlice } from '../../../lib/log-file/time-slice.ts';
import { refusalOf } from '../../fixtures/refusal.ts';
import { HEADER_LINE, lineOf, logText, note, turnEnd } from './log-text.ts';
import { bytesOf, readAll } from './read-all.ts';
import { zstdFrame } from './zstd-writer.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A clock that goes on by 1 ms each time it is looked at: a slice is so many looks, on every machine. */
function steppingClock(step = 1): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
}

/** Counts the turns that the page gets, and the most lines that are parsed between two of them. */
function watchTurns() {
  const parse = vi.spyOn(JSON, 'parse');
  const watched = { turns: 0, mostLines: 0 };
  let before = 0;
  class CountingChannel extends MessageChannel {
    constructor() {
      super();
      watched.turns += 1;
      watched.mostLines = Math.max(watched.mostLines, parse.mock.calls.length - before);
      before = parse.mock.calls.length;
    }
  }
  vi.stubGlobal('MessageChannel', CountingChannel);
  return watched;
}

describe('a long log', () => {
  const lines = Array.from({ length: 200_000 }, (_, seq) => `${lineOf(note(seq))}\n`);
  test.each<[number, string, (text: string) => LogSource]>([
    [200_000, 'a text', (text) => text],
    [40_000, 'bytes in one piece', bytesOf],
    [40_000, 'a Blob', (text) => new Blob([text])],
  ])('of %i lines gives the page its turns: %s', async (length, _what, source) => {
    const text = `${HEADER_LINE}\n${lines.slice(0, length).join('')}`;
    // The clock is not looked at for every short line, but for every few; each look ends the slice.
    steppingClock(10);
    const watched = watchTurns();
    let count = 0;
    for await (const batch of (await readLogFile(source(text))).events) count += batch.length;
    expect(count).toBe(length);
    expect(watched.turns).toBeGreaterThan(length / 30);
    expect(watched.mostLines).toBeLessThan(30);
  });
});

test('bytes in one piece are decoded in small ones', async () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  await readAll(bytesOf(logText(...Array.from({ length: 10_000 }, (_, seq) => note(seq)))));
  const lengths = decode.mock.calls.map(([bytes]) => bytes?.byteLength ?? 0);
  expect(lengths.length).toBeGreaterThan(5);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * 65_536);
});

test('lines that are dropped after damage give the page its turns', async () => {
  steppingClock(10);
  const watched = watchTurns();
  const dropped = Array.from({ length: 5_000 }, (_, seq) => ({
    ...turnEnd(seq + 2),
    type: 'turn/ended',
    data: 'turn/end',
  }));
  await readAll(logText(note(0), '{', ...dropped));
  expect(watched.turns).toBeGreaterThan(160);
  expect(watched.mostLines).toBeLessThan(30);
});

test('one packed row of 50,000 events gives the page its turns, and comes in batches', async () => {
  steppingClock(10);
  const watched = watchTurns();
  const texts = Array.from({ length: 50_000 }, () => 'a');
  const data = { turn: 1, step: 1, index: 0, dt: texts.slice(1).map(() => 1), texts };
  const { batches } = await readAll(logText({ type: 'text-chunks', seq0: 0, time0: 1, data }));
  expect(watched.turns).toBeGreaterThan(1_000);
  expect(batches.map(({ length }) => length)).toEqual([...Array.from({ length: 97 }, () => 512), 336]);
});

test('one zstd frame of many blocks gives the page its turns before it is whole', async () => {
  const content = bytesOf(`${HEADER_LINE}\n${lineOf(note(0, 'x'.repeat(4_000_000)))}\n`);
  const frame = zstdFrame(content, { blockLength: 10_000 });
  steppingClock();
  const watched = watchTurns();
  const file = await readLogFile(frame);
  expect(watched.turns).toBeGreaterThan(30);
  await file.close();
});

test('an abort is seen while a frame is decompressed', async () => {
  const frame = zstdFrame(bytesOf(`${HEADER_LINE}\n${lineOf(note(0, 'x'.repeat(4_000_000)))}\n`));
  steppingClock();
  const controller = new AbortController();
  const reading = readLogFile(frame, { signal: controller.signal });
  setTimeout(() => controller.abort());
  expect((await refusalOf(reading, LogFileError)).code).toBe('IMPORT_ABORTED');
});

describe('a slice', () => {
  test('rests only when it is over, and begins anew then', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const watched = watchTurns();
    const slice = new TimeSlice();
    await slice.rest();
    now = 9;
    await slice.rest();
    expect([slice.isOver, watched.turns]).toEqual([false, 0]);
    now = 10;
    expect(slice.isOver).toBe(true);
    await slice.rest();
    expect([slice.isOver, watched.turns]).toEqual([false, 1]);
  });

  test('lets tasks run that wait, with and without MessageChannel', async () => {
    for (const channel of [MessageChannel, undefined]) {
      vi.stubGlobal('MessageChannel', channel);
      steppingClock(10);
      const slice = new TimeSlice();
      const ran = vi.fn();
      setTimeout(ran);
      for (let turn = 0; turn < 1_000 && ran.mock.calls.length === 0; turn += 1) await slice.rest();
      expect(ran).toHaveBeenCalledOnce();
    }
  });

  test('ends with an abort', async () => {
    steppingClock(10);
    const controller = new AbortController();
    const slice = new TimeSlice(controller.signal);
    await slice.rest();
    controller.abort();
    expect((await refusalOf(slice.rest(), LogFileError)).code).toBe('IMPORT_ABORTED');
  });
});

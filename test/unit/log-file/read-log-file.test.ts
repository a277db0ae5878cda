import { describe, expect, test, vi } from 'vitest';
import { LogFileError } from '../../../lib/errors.ts';
import { KNOWN_EVENT_TYPES } from '../../../lib/event/known-event-types.ts';
import type { ImportProgress } from '../../../lib/log-file/log-file-types.ts';
import { readLogFile, type LogSource } from '../../../lib/log-file/read-log-file.ts';
import { refusalOf } from '../../fixtures/refusal.ts';
import { userMessage } from '../../fixtures/sample-event.ts';
import { HEADER, HEADER_LINE, logText, note, turnEnd, turnStart } from './log-text.ts';
import { bytesOf, readAll, refused, streamOf } from './read-all.ts';

const THREE = [note(0), note(1), note(2)];

describe('a source', () => {
  const text = logText(...THREE);
  test.each<[string, () => LogSource, number | null]>([
    ['a string', () => text, text.length],
    ['a Blob', () => new Blob([text]), text.length],
    ['a File', () => new File([text], 'session.jsonl'), text.length],
    ['bytes', () => bytesOf(text), text.length],
    ['a view of bytes', () => bytesOf(`xx${text}xx`).subarray(2, text.length + 2), text.length],
    ['a buffer', () => bytesOf(text).buffer, text.length],
    ['a stream', () => streamOf(bytesOf(text), [1, 2, 3, 50]), null],
  ])('%s', async (_what, source, totalBytes) => {
    const progress: ImportProgress[] = [];
    const { header, events } = await readAll(source(), { onProgress: (told) => progress.push(told) });
    expect(header).toEqual(HEADER);
    expect(events).toEqual(THREE);
    expect(progress.at(-1)).toEqual({ bytes: text.length, totalBytes, events: 3 });
  });

  test('that fails, fails the reading as it is', async () => {
    const failure = new DOMException('the file has changed', 'NotReadableError');
    let pulls = 0;
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        if (pulls > 1) controller.error(failure);
        else controller.enqueue(bytesOf(text));
      },
    });
    await expect(readAll(source)).rejects.toBe(failure);
  });
});

describe('lines', () => {
  test('may end in CRLF, after a byte order mark, with blank lines at the end', async () => {
    const text = `\uFEFF${logText(...THREE).replaceAll('\n', '\r\n')}\r\n \r\n\n`;
    for (const source of [text, bytesOf(text)]) {
      const { events, warnings } = await readAll(source);
      expect(events).toEqual(THREE);
      expect(warnings).toEqual([]);
    }
  });

  test('may not begin with a byte order mark but for the first', async () => {
    const text = logText(turnStart(0), turnEnd(1));
    const before = text.indexOf('\n', HEADER_LINE.length + 1) + 1;
    const marked = `${text.slice(0, before)}\uFEFF${text.slice(before)}${JSON.stringify(turnEnd(2))}\n`;
    for (const source of [marked, streamOf(bytesOf(marked), [before])]) {
      expect(await refused(source)).toMatchObject({ code: 'INVALID_RECORD', line: 3 });
    }
  });

  test('blank at the very end, without a line end, is no torn record', async () => {
    expect((await readAll(`${logText(note(0))}  `)).warnings).toEqual([]);
  });

  test('blank in the middle are damage', async () => {
    const text = logText(turnStart(0), '', turnEnd(1));
    expect(await refused(text)).toMatchObject({ code: 'INVALID_RECORD', line: 3 });
  });

  test('that are not UTF-8 are damage, and nothing is put in the place of their bytes', async () => {
    const bytes = bytesOf(logText(turnStart(0), note(1, 'a?b'), turnEnd(2)));
    bytes[bytes.indexOf(0x3f)] = 0xff;
    expect(await refused(bytes)).toMatchObject({
      code: 'INVALID_RECORD',
      line: 3,
      message: 'unparsable committed event at line 3: the line is not UTF-8',
    });
    const surrogate = bytesOf(logText(note(0, '???'), turnStart(1), turnEnd(2)));
    surrogate.set([0xed, 0xa0, 0x80], surrogate.indexOf(0x3f));
    expect(await refused(surrogate)).toMatchObject({ code: 'INVALID_RECORD', line: 2 });
  });

  test('keep __proto__, lone surrogates, U+2028 and the order of keys', async () => {
    const record =
      '{"time":1000,"data":{"__proto__":{"x":1},"b":"\\ud800","a":"\u2028","constructor":null},"seq":0,"type":"acme/note","ignorable":true}';
    for (const source of [logText(record), bytesOf(logText(record))]) {
      const { events } = await readAll(source);
      expect(JSON.stringify(events[0])).toBe(record);
      expect(Object.keys(events[0]?.data ?? {})).toContain('__proto__');
    }
    const raw = await readAll(logText('{"type":"a/b","seq":0,"time":1,"data":"\ud83d","ignorable":true}'));
    expect(raw.events[0]?.data).toBe('\ud83d');
  });

  test('of ten megabytes are copied once, however small the chunks', async () => {
    const bytes = bytesOf(logText(note(0, 'x'.repeat(10 * 1024 * 1024))));
    const copied = vi.spyOn(Uint8Array.prototype, 'set');
    const cuts = Array.from({ length: bytes.length / 65_536 }, (_, index) => (index + 1) * 65_536);
    const { events } = await readAll(streamOf(bytes, cuts));
    const total = copied.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
    copied.mockRestore();
    expect(events).toHaveLength(1);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(2 * bytes.length);
  });
});

describe('the header', () => {
  const [first] = THREE;
  const other = (change: object) => JSON.stringify({ type: 'session', ...HEADER, ...change });
  test.each([
    ['no text', '', 'MISSING_HEADER'],
    ['blank', '\n\n', 'MISSING_HEADER'],
    ['cut off', HEADER_LINE, 'MISSING_HEADER'],
    ['no JSON', 'PK\u0003\u0004\n', 'MISSING_HEADER'],
    ['no object', '[]\n', 'MISSING_HEADER'],
    ['an event', `${JSON.stringify(first)}\n`, 'MISSING_HEADER'],
    ['another type', `${other({ type: 'Session' })}\n`, 'MISSING_HEADER'],
    ['no delegation depth', `${other({ delegationDepth: undefined })}\n`, 'INVALID_HEADER'],
    ['an id that is no string', `${other({ id: 1 })}\n`, 'INVALID_HEADER'],
    ['a field that is not known', `${other({ isSeeded: true })}\n`, 'INVALID_HEADER'],
    ['a retired field', `${other({ sandboxMode: 'off' })}\n`, 'INVALID_HEADER'],
    ['__proto__', `{"__proto__":{},${other({}).slice(1)}\n`, 'INVALID_HEADER'],
    [
      'an inexact number',
      `${other({ createdAt: '?' }).replace('"?"', '9007199254740993')}\n`,
      'INVALID_HEADER',
    ],
    [
      'a number that JavaScript would change to a right one',
      `${other({ createdAt: '?' }).replace('"?"', '1e-400')}\n`,
      'INVALID_HEADER',
    ],
    ['no version', `${other({ version: undefined })}\n`, 'UNSUPPORTED_VERSION'],
    ['a version that is a text', `${other({ version: '0' })}\n`, 'UNSUPPORTED_VERSION'],
    ['a version -1', `${other({ version: -1 })}\n`, 'UNSUPPORTED_VERSION'],
  ] as const)('refuses %s', async (_what, text, code) => {
    for (const source of [text, bytesOf(text)])
      expect(await refused(source)).toMatchObject({ code, line: 1 });
  });

  test.each([1, 2, 3, 4, 5])('names format %i, which is newer, and reads nothing of it', async (version) => {
    const text = `${other({ version, isSeeded: true, delegationDepth: undefined })}\n{"never":"read"}\n`;
    expect(await refused(text)).toMatchObject({
      code: 'UNSUPPORTED_VERSION',
      line: 1,
      message: `written by a newer DSH (format ${version}); turnfork reads format 0`,
    });
  });

  test('of a file in UTF-16 is missing', async () => {
    const bytes = Uint8Array.from(
      Array.from(`\uFEFF${logText()}`).flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    );
    expect(await refused(bytes)).toMatchObject({ code: 'MISSING_HEADER', line: 1 });
  });

  test('that is refused lets go of the source', async () => {
    const cancel = vi.fn();
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytesOf('no header\n')),
      cancel,
    });
    expect((await refused(source)).code).toBe('MISSING_HEADER');
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('batches', () => {
  const many = Array.from({ length: 1_100 }, (_, seq) => note(seq));

  test('hold 512 events, or as many as asked for', async () => {
    const sizes = async (options?: { batchEvents: number }) =>
      (await readAll(logText(...many), options)).batches.map(({ length }) => length);
    expect(await sizes()).toEqual([512, 512, 76]);
    expect(await sizes({ batchEvents: 500 })).toEqual([500, 500, 100]);
  });

  test('hold fewer when they are large', async () => {
    const large = [0, 1, 2, 3].map((seq) => note(seq, 'x'.repeat(150_000)));
    const { batches } = await readAll(logText(...large));
    expect(batches.map(({ length }) => length)).toEqual([2, 2]);
  });

  test('know the line of each event', async () => {
    const file = await readLogFile(logText(note(0), ROW, note(4)), { batchEvents: 2 });
    const lines: (number | undefined)[] = [];
    for await (const batch of file.events) lines.push(...batch.map(({ seq }) => file.lineOf(seq)));
    expect(lines).toEqual([2, 3, 3, 3, 4]);
    expect(file.lineOf(0)).toBeUndefined();
  });

  const ROW = {
    type: 'text-chunks',
    seq0: 1,
    time0: 5,
    data: { turn: 1, step: 1, index: 0, dt: [1, -2], texts: ['a', 'b', 'c'] },
  };

  test('are read only as they are asked for', async () => {
    let pulled = 0;
    const lines = [HEADER_LINE, ...many.map((event) => JSON.stringify(event))];
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const line = lines[pulled];
          pulled += 1;
          if (line === undefined) controller.close();
          else controller.enqueue(bytesOf(`${line}\n`));
        },
      },
      { highWaterMark: 0 },
    );
    const file = await readLogFile(source, { batchEvents: 10 });
    expect(pulled).toBeLessThan(3);
    const batches = file.events[Symbol.asyncIterator]();
    await batches.next();
    expect(pulled).toBeLessThan(14);
    await batches.return?.();
  });
});

describe('an unknown type', () => {
  test('is kept, with one warning a type, at its first line', async () => {
    const text = logText(
      { type: 'acme/a', seq: 0, time: 1, data: 1 },
      { type: 'acme/b', seq: 1, time: 1, data: 1 },
      { type: 'acme/a', seq: 2, time: 1, data: 1 },
      { type: 'acme/c', seq: 3, time: 1, data: 1, ignorable: true },
    );
    const { events, warnings } = await readAll(text);
    expect(events.map(({ type }) => type)).toEqual(['acme/a', 'acme/b', 'acme/a', 'acme/c']);
    expect(warnings.map(({ kind, line }) => [kind, line])).toEqual([
      ['unknown-event-type', 2],
      ['unknown-event-type', 3],
    ]);
    expect(warnings[0]?.message).toContain('acme/a');
  });

  test('is named as far as anybody would read', async () => {
    const records = Array.from({ length: 300 }, (_, seq) => ({
      type: `acme/${seq % 150}/${'x'.repeat(1_000)}`,
      seq,
      time: 1,
      data: 1,
    }));
    const { events, warnings } = await readAll(logText(...records));
    expect(events).toHaveLength(300);
    expect(warnings).toHaveLength(101);
    expect(warnings[99]).toMatchObject({ kind: 'unknown-event-type', line: 101 });
    expect(warnings[100]).toEqual({
      kind: 'unknown-event-type',
      line: 102,
      message: 'events of more unknown types are kept, but DSH would refuse to load this log',
    });
    for (const { message } of warnings) expect(message.length).toBeLessThan(400);
  });

  test('is none of the 48 that DSH knows', () => {
    expect(KNOWN_EVENT_TYPES.size).toBe(48);
  });
});

describe('a record of an older DSH', () => {
  const { id: _id, ...withoutId } = userMessage();

  test('is brought to the present form, with one warning a kind', async () => {
    const { role: _role, ...withoutRole } = withoutId;
    const text = logText(
      { type: 'steering/message', seq: 0, time: 1, data: userMessage('a', 'u0'), surfaceOp: 'append' },
      { type: 'steering/message', seq: 1, time: 1, data: withoutRole, surfaceOp: 'append' },
      { type: 'user/message', seq: 2, time: 1, data: withoutId, surfaceOp: 'append' },
    );
    const { events, warnings } = await readAll(text);
    expect(events).toEqual([
      { type: 'user/message', seq: 0, time: 1, data: userMessage('a', 'u0'), surfaceOp: 'append' },
      {
        type: 'user/message',
        seq: 1,
        time: 1,
        data: { ...withoutId, id: 'legacy-message:s:1' },
        surfaceOp: 'append',
      },
      {
        type: 'user/message',
        seq: 2,
        time: 1,
        data: { ...withoutId, id: 'legacy-message:s:2' },
        surfaceOp: 'append',
      },
    ]);
    expect(warnings).toEqual([
      { kind: 'legacy-normalized', line: 2, message: 'steering/message was read as user/message' },
      { kind: 'legacy-normalized', line: 3, message: 'messages without an id were given one' },
    ]);
  });

  test('gets no id for a message that is wrong otherwise', async () => {
    const data = { ...withoutId, role: 'nobody' };
    const refusal = await refused(
      logText({ type: 'user/message', seq: 0, time: 1, data, surfaceOp: 'append' }),
    );
    expect(refusal).toMatchObject({
      code: 'INVALID_RECORD',
      line: 2,
    });
    expect(refusal.message).toContain('data.role');
  });

  test.each([
    [
      'assistant/message',
      { id: undefined, role: 'assistant', source: { kind: 'model', provider: 'p', model: 'm' }, content: [] },
    ],
    [
      'tool/result',
      {
        role: 'user',
        source: { kind: 'tool', callId: 'c' },
        content: [{ type: 'tool-result', toolCallId: 'c', content: [] }],
      },
    ],
  ])('without an id, %s', async (type, message) => {
    const text = logText({ type, seq: 0, time: 1, data: { turn: 1, step: 1, message }, surfaceOp: 'append' });
    expect((await readAll(text)).events[0]?.data).toMatchObject({ message: { id: 'legacy-message:s:0' } });
  });

  test('keeps the trigger of a turn and old reasons as they were', async () => {
    const records = [
      { type: 'turn/start', seq: 0, time: 1, data: { turn: 1, trigger: { kind: 'user' } } },
      { type: 'turn/end', seq: 1, time: 1, data: { turn: 1, reason: { kind: 'disposed' } } },
      { type: 'turn/start', seq: 2, time: 1, data: { turn: 2 } },
      { type: 'turn/end', seq: 3, time: 1, data: { turn: 2, reason: { kind: 'aborted' } } },
    ];
    const { events, warnings } = await readAll(logText(...records));
    expect(events).toEqual(records);
    expect(warnings).toEqual([]);
  });

  test.each([
    { type: 'request/header-delta', seq: 0, time: 1, data: {} },
    { type: 'mode/set', seq: 0, time: 1, data: {} },
    { type: 'request/header', seq: 0, time: 1, data: { header: { config: {} }, reason: 'fallback' } },
  ])('of a retired kind is refused, even at the end: $type', async (record) => {
    expect(await refused(logText(record))).toMatchObject({ code: 'INVALID_RECORD', line: 2 });
  });
});

describe('ranges in sourceEventSeqs', () => {
  const message = (sourceEventSeqs: unknown) =>
    logText(...[0, 1, 2, 3, 4].map((seq) => note(seq)), {
      type: 'user/message',
      seq: 5,
      time: 1,
      data: userMessage(),
      surfaceOp: 'append',
      sourceEventSeqs,
    });

  test.each([
    [
      [[0, 2], 4],
      [0, 1, 2, 4],
    ],
    [
      [0, [1, 1], [3, 4]],
      [0, 1, 3, 4],
    ],
    [[[0, 4]], [0, 1, 2, 3, 4]],
    [
      [3, 1],
      [3, 1],
    ],
  ])('%j are %j', async (written, read) => {
    expect((await readAll(message(written))).events[5]?.sourceEventSeqs).toEqual(read);
  });

  test.each([
    [[[0, 5]]],
    [[[2, 1]]],
    [[[0, 2], 2]],
    [
      [
        [0, 2],
        [1, 3],
      ],
    ],
    [[[3, 4], 1]],
    [[[0, 1, 2]]],
    [[[0]]],
    [[[-1, 2]]],
    [[['0', 2]]],
    [[[0, 9_007_199_254_740_991]]],
  ])('%j are damage', async (written) => {
    const text = message(written) + JSON.stringify(turnEnd(6)) + '\n';
    expect(await refused(text)).toMatchObject({ code: 'INVALID_RECORD', line: 7 });
  });

  test('of an event far beyond the log are not expanded: the gap is what counts', async () => {
    const far = 9_007_199_254_740_991;
    const record = {
      type: 'user/message',
      seq: far,
      time: 1,
      data: userMessage(),
      sourceEventSeqs: [[0, far - 1]],
    };
    expect(await refused(logText(record, turnEnd(1)))).toMatchObject({ code: 'SEQ_GAP', line: 2 });
  });

  test('count towards the size of a batch', async () => {
    const notes = Array.from({ length: 20_000 }, (_, seq) => note(seq));
    const messages = [0, 1, 2, 3].map((index) => ({
      type: 'user/message',
      seq: 20_000 + index,
      time: 1,
      data: userMessage('x', `u${index}`),
      surfaceOp: 'append',
      sourceEventSeqs: [[0, 19_999]],
    }));
    const { batches } = await readAll(logText(...notes, ...messages), { batchEvents: 20_000 });
    const inBatches = batches.map((batch) => batch.filter(({ type }) => type === 'user/message').length);
    expect(inBatches.reduce((sum, count) => sum + count)).toBe(4);
    expect(Math.max(...inBatches)).toBe(2);
  });
});

describe('an abort', () => {
  /** A stream that never ends by itself. */
  function endless(cancel: (reason: unknown) => void) {
    let seq = -1;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(bytesOf(seq < 0 ? `${HEADER_LINE}\n` : `${JSON.stringify(note(seq))}\n`));
        seq += 1;
      },
      cancel,
    });
  }

  test('before anything is read', async () => {
    const refusal = await refused(logText(note(0)), { signal: AbortSignal.abort('enough') });
    expect(refusal).toMatchObject({ code: 'IMPORT_ABORTED', line: undefined, cause: 'enough' });
  });

  test('while the source keeps one waiting', async () => {
    const cancel = vi.fn();
    const controller = new AbortController();
    const reading = refused(new ReadableStream<Uint8Array>({ cancel }), { signal: controller.signal });
    controller.abort('enough');
    expect((await reading).code).toBe('IMPORT_ABORTED');
    expect(cancel).toHaveBeenCalledExactlyOnceWith('enough');
  });

  test('between two batches', async () => {
    const cancel = vi.fn();
    const controller = new AbortController();
    const source = endless(cancel);
    const file = await readLogFile(source, { signal: controller.signal, batchEvents: 4 });
    const reading = async () => {
      for await (const _batch of file.events) controller.abort('enough');
    };
    expect((await refusalOf(reading(), LogFileError)).code).toBe('IMPORT_ABORTED');
    expect(cancel).toHaveBeenCalledExactlyOnceWith('enough');
    expect(source.locked).toBe(false);
  });

  test('of a text', async () => {
    const controller = new AbortController();
    const file = await readLogFile(logText(...Array.from({ length: 2_000 }, (_, seq) => note(seq))), {
      signal: controller.signal,
    });
    const reading = async () => {
      for await (const _batch of file.events) controller.abort();
    };
    expect((await refusalOf(reading(), LogFileError)).code).toBe('IMPORT_ABORTED');
  });

  test('of a text stops it at once, before the first batch and after any', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    for (const batches of [0, 1, 2]) {
      const controller = new AbortController();
      const file = await readLogFile(logText(...THREE), { signal: controller.signal, batchEvents: 1 });
      const given = file.events[Symbol.asyncIterator]();
      for (let count = 0; count < batches; count += 1) expect((await given.next()).done).toBe(false);
      controller.abort();
      const rest = async () => {
        // What was read before the abort may still come.
        for (let next = await given.next(); next.done !== true; next = await given.next()) {
          expect(batches).toBe(0);
        }
      };
      expect((await refusalOf(rest(), LogFileError)).code).toBe('IMPORT_ABORTED');
    }
    vi.restoreAllMocks();
  });

  test('before the first batch of a text', async () => {
    const controller = new AbortController();
    const file = await readLogFile(logText(...THREE), { signal: controller.signal });
    controller.abort();
    expect((await refusalOf(file.events[Symbol.asyncIterator]().next(), LogFileError)).code).toBe(
      'IMPORT_ABORTED',
    );
  });

  test('and stopping early or closing let go of the source', async () => {
    const cancel = vi.fn();
    const stopped = endless(cancel);
    const first = await readLogFile(stopped, { batchEvents: 4 });
    for await (const _batch of first.events) break;
    expect(cancel).toHaveBeenCalledTimes(1);
    const closed = endless(cancel);
    await (await readLogFile(closed)).close();
    expect(cancel).toHaveBeenCalledTimes(2);
    expect([stopped.locked, closed.locked]).toEqual([false, false]);
  });
});

test('progress is told every 100 ms at most, and once at the end', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  const text = logText(...Array.from({ length: 1_000 }, (_, seq) => note(seq)));
  const told: { at: number; progress: ImportProgress }[] = [];
  await readAll(bytesOf(text), { onProgress: (progress) => told.push({ at: now, progress }) });
  clock.mockRestore();
  expect(told.length).toBeGreaterThan(5);
  for (const [index, { at }] of told.slice(0, -1).entries()) {
    expect(at - (told[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(100);
  }
  const counts = told.map(({ progress }) => progress.events);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(told.at(-1)?.progress).toEqual({ bytes: text.length, totalBytes: text.length, events: 1_000 });
});

import { describe, expect, test } from 'vitest';
import { HEADER_LINE, lineOf, logText, note, turnEnd, turnStart } from './log-text.ts';
import { bytesOf, readAll, readAsFarAsPossible, refused } from './read-all.ts';

const CUT_OFF = 'the last line was cut off and was dropped';

describe('a torn tail', () => {
  test.each([
    ['a part of a record', '{"type":"turn/en'],
    ['a whole record without its line end', lineOf(turnEnd(2))],
    ['bytes that are no record', '\u0000\u0000\u0000'],
  ])('is dropped: %s', async (_what, tail) => {
    for (const source of [
      logText(turnStart(0), note(1)) + tail,
      bytesOf(logText(turnStart(0), note(1)) + tail),
    ]) {
      const { events, warnings } = await readAll(source);
      expect(events).toEqual([turnStart(0), note(1)]);
      expect(warnings).toEqual([{ kind: 'torn-tail-dropped', line: 4, message: CUT_OFF }]);
    }
  });

  test('in the middle of a character', async () => {
    const bytes = bytesOf(logText(note(0), note(1, 'é')));
    const { events, warnings } = await readAll(bytes.slice(0, bytes.lastIndexOf(0xc3) + 1));
    expect(events).toEqual([note(0)]);
    expect(warnings).toMatchObject([{ kind: 'torn-tail-dropped', line: 3 }]);
  });
});

const BAD_LINES: readonly (readonly [string, string, 'INVALID_RECORD' | 'SEQ_GAP', string])[] = [
  ['no JSON', '{"type":', 'INVALID_RECORD', 'unparsable committed event at line 3: it is not JSON'],
  ['a gap', lineOf(note(7)), 'SEQ_GAP', 'seq gap in committed region at line 3 (expected 1, got 7)'],
  ['a seq that was there before', lineOf(note(0)), 'SEQ_GAP', '(expected 1, got 0)'],
  ['a list', '[1]', 'INVALID_RECORD', 'a record must be a JSON object'],
  ['a second header', HEADER_LINE, 'INVALID_RECORD', 'data must be present'],
  ['no data', '{"type":"a/b","seq":1,"time":1}', 'INVALID_RECORD', 'data must be present'],
  ['an unknown field', lineOf({ ...note(1), extra: 1 }), 'INVALID_RECORD', 'extra must be left out'],
  ['a seq that is a text', lineOf({ ...note(1), seq: '1' }), 'INVALID_RECORD', 'seq must be'],
  ['a seq that is half', lineOf({ ...note(1), seq: 0.5 }), 'INVALID_RECORD', 'seq must be'],
  ['a time before 1970', lineOf({ ...note(1), time: -1 }), 'INVALID_RECORD', 'time must be'],
  ['no type', '{"seq":1,"time":1,"data":1}', 'INVALID_RECORD', 'type must be'],
  ['ignorable: false', lineOf({ ...note(1), ignorable: false }), 'INVALID_RECORD', 'ignorable must be'],
  ['a bad surface op', lineOf({ ...note(1), surfaceOp: 'prepend' }), 'INVALID_RECORD', 'surfaceOp must be'],
  ['a gap before a packed row', ROW(5), 'SEQ_GAP', '(expected 1, got 5)'],
  ['an empty line', '', 'INVALID_RECORD', 'the line is empty'],
];

function ROW(seq0: number): string {
  const data = { turn: 1, step: 1, index: 0, dt: [0, 0], texts: ['a', 'b', 'c'] };
  return JSON.stringify({ type: 'text-chunks', seq0, time0: 1, data });
}

describe.each(BAD_LINES)('a bad line: %s', (_what, bad, code, message) => {
  test('refuses the log when a turn ends after it', async () => {
    const refusal = await refused(logText(note(0), bad, note(1), turnEnd(9)));
    expect(refusal).toMatchObject({ code, line: 3 });
    expect(refusal.message).toContain(message);
  });

  test('ends the log there when no turn ends after it', async () => {
    const { events, warnings } = await readAll(logText(note(0), bad, note(1), note(2)));
    expect(events).toEqual([note(0)]);
    expect(warnings).toMatchObject([{ kind: 'trailing-records-dropped', line: 3 }]);
    expect(warnings).toHaveLength(1);
  });

  test('ends the log there when only a torn record ends a turn', async () => {
    const { events, warnings } = await readAll(logText(note(0), bad) + lineOf(turnEnd(9)));
    expect(events).toEqual([note(0)]);
    expect(warnings.map(({ kind }) => kind)).toContain('torn-tail-dropped');
  });
});

/** The bytes of a text whose one X is a byte that UTF-8 does not have. */
function withBadByte(text: string): Uint8Array<ArrayBuffer> {
  return bytesOf(text).map((byte) => (byte === 'X'.charCodeAt(0) ? 0xff : byte));
}

describe('a turn that ends after the damage', () => {
  const damagedThen = (...records: readonly (string | object)[]) => logText(note(0), '{', ...records);

  test.each([
    ['far away', [...Array.from({ length: 3_000 }, (_, index) => note(index + 2)), turnEnd(9)]],
    ['written with escapes', [lineOf(turnEnd(2)).replace('turn/end', 'turn\\/end')]],
    ['written with other escapes', [lineOf(turnEnd(2)).replace('turn/end', '\\u0074urn\\u002fend')]],
    [
      'with a number that is not exact',
      [lineOf(turnEnd(2)).replace('"time":1002', '"time":9007199254740993')],
    ],
    ['with other faults', [{ type: 'turn/end' }]],
  ])('is found: %s', async (_what, records) => {
    expect(await refused(damagedThen(...records))).toMatchObject({ code: 'INVALID_RECORD', line: 3 });
  });

  test.each([
    ['that only speaks of it', [note(2, 'turn/end')]],
    ['that holds one', [note(2, turnEnd(2))]],
    ['that is no JSON', ['{"type":"turn/end"']],
    ['that is none', [{ type: 'turn/ending', seq: 2, time: 1, data: 1 }]],
  ])('is not a record %s', async (_what, records) => {
    expect((await readAll(damagedThen(...records))).events).toEqual([note(0)]);
  });

  test('may be the damaged record itself', async () => {
    expect(await refused(logText(note(0), turnEnd(5)))).toMatchObject({ code: 'SEQ_GAP', line: 3 });
  });

  test('is found in a line that is not UTF-8, which DSH reads with a replacement', async () => {
    const failed = { ...turnEnd(1), data: { turn: 1, reason: { kind: 'X' } } };
    expect(await refused(withBadByte(logText(note(0), failed)))).toMatchObject({
      code: 'INVALID_RECORD',
      line: 3,
      message: 'unparsable committed event at line 3: the line is not UTF-8',
    });
    const further = withBadByte(logText(note(0), '{', note(1), { ...failed, seq: 2 }));
    expect(await refused(further)).toMatchObject({ code: 'INVALID_RECORD', line: 3 });
  });

  test('is not in a line that is not UTF-8 and is none', async () => {
    const { events, warnings } = await readAll(withBadByte(logText(note(0), note(1, 'X'))));
    expect(events).toEqual([note(0)]);
    expect(warnings).toMatchObject([{ kind: 'trailing-records-dropped', line: 3 }]);
  });
});

test('nothing is told of records that are dropped', async () => {
  const text = logText(
    note(0),
    '{',
    { type: 'acme/unknown', seq: 1, time: 1, data: 1 },
    { type: 'user/message', seq: 2, time: 1, data: { wrong: true }, surfaceOp: 'append' },
    { type: 'steering/message', seq: 3, time: 1, data: {} },
  );
  const { events, warnings } = await readAll(text);
  expect(events).toEqual([note(0)]);
  expect(warnings.map(({ kind }) => kind)).toEqual(['trailing-records-dropped']);
});

describe('a record that does not hold what its type must', () => {
  const wrong = { type: 'turn/start', seq: 1, time: 1, data: { turn: 0 } };

  test('refuses the log, even as its last', async () => {
    expect(await refused(logText(note(0), wrong))).toMatchObject({
      code: 'INVALID_RECORD',
      line: 3,
      message: 'line 3: data.turn must be a positive safe integer, got 0',
      cause: { path: 'data.turn', seq: 1 },
    });
  });

  test('is named after damage further on, as DSH finds that first', async () => {
    const text = logText(note(0), wrong, note(2), note(7), turnEnd(8));
    const refusal = await refused(text);
    expect(refusal).toMatchObject({
      code: 'SEQ_GAP',
      line: 5,
    });
    expect(refusal.message).toContain('expected 3');
  });

  test('gives no event after it', async () => {
    const records = Array.from({ length: 600 }, (_, index) => note(index + 2));
    const read = await readAsFarAsPossible(logText(note(0), wrong, ...records));
    expect(read.error?.line).toBe(3);
    expect(read.events).toEqual([]);
  });
});

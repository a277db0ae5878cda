import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_EVENT_LENGTH } from '../../../lib/event/max-event-length.ts';
import { LineFlaw, parseLine } from '../../../lib/log-file/parse-line.ts';
import { LONGEST_LINE } from '../../../lib/log-file/split-lines.ts';
import { logText, note, turnEnd } from './log-text.ts';
import { readAll, refused } from './read-all.ts';

describe('a number', () => {
  const inexact = [
    '9007199254740993',
    '-9007199254740993',
    '2512292042121000001',
    '-0',
    '-0.0',
    '-0e5',
    '1e999',
    '-1e999',
    '1e-400',
    '-1e-400',
    '0.1000000000000000055',
    '1234567890.12345678',
    '9007199254740993.0',
    '9.007199254740993e15',
    '9'.repeat(400),
  ];
  test.each(inexact)('%s that JavaScript would change is refused, by its path', async (number) => {
    const record = (value: string) => `{"type":"a/b","seq":0,"time":1,"ignorable":true,"data":${value}}`;
    const refusal = await refused(logText(record(`{"x":["5",{"an id":[1,${number}]}]}`), turnEnd(1)));
    expect(refusal).toMatchObject({ code: 'INVALID_RECORD', line: 2 });
    expect(refusal.message).toContain(`data.x[1]["an id"][1] is ${number.slice(0, 20)}`);
    const text = JSON.stringify(`${number} "${number}" \\${number}`);
    expect((await readAll(logText(record(text)))).events[0]?.data).toBe(JSON.parse(text));
  });

  test.each([
    '0',
    '-1',
    '0.1',
    '1.0',
    '100',
    '1e2',
    '1E+2',
    '9007199254740991',
    '9007199254740992',
    '1e21',
    '1e+21',
    '12345678901234567000',
    '0.30000000000000004',
    '5e-324',
    '1.7976931348623157e308',
    '0e999',
    '1000000000000000000000000',
  ])('%s is kept', (number) => {
    expect(parseLine(`[${number}]`)).toEqual({ value: [Number(number)] });
  });

  test('that JavaScript writes itself is kept, whatever it is', () => {
    const anyDouble = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Object.is(value, -0));
    fc.assert(
      fc.property(anyDouble, (value) => {
        expect(parseLine(JSON.stringify({ value }))).toEqual({ value: { value } });
      }),
      { numRuns: 2_000 },
    );
  });

  test('is looked for outside of strings only', () => {
    const anyText = fc.array(
      fc.constantFrom('"', '\\', '-0', '9007199254740993', '1e999', '[', '{', ':', ',', 'é'),
    );
    fc.assert(
      fc.property(fc.array(anyText), fc.boolean(), (texts, isInexact) => {
        const value = texts.map((parts) => ({ [parts.join('')]: parts.join('') }));
        const json = JSON.stringify([...value, isInexact ? 'NUMBER' : 'none']).replace('"NUMBER"', '-0');
        expect(parseLine(json) instanceof LineFlaw).toBe(isInexact);
      }),
      { numRuns: 1_000 },
    );
  });

  test('in a long line is found too', async () => {
    const record = `{"type":"a/b","seq":0,"time":1,"data":[${JSON.stringify('x\\"'.repeat(100_000))},-0]}`;
    expect((await refused(logText(record, turnEnd(1)))).message).toContain('data[1] is -0');
  });

  test('of a megabyte of digits takes no time to speak of', () => {
    const digits = `0.${'0'.repeat(1_000_000)}1${'0'.repeat(1_000_000)}1`;
    expect(parseLine(`[${digits}]`)).toBeInstanceOf(LineFlaw);
  });
});

describe('nesting', () => {
  const nested = (depth: number, open: string, close: string) =>
    `{"type":"a/b","seq":0,"time":1,"ignorable":true,"data":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`;

  test('of 1,000 levels is read', async () => {
    expect((await readAll(logText(nested(1_000, '[', ']')))).events).toHaveLength(1);
  });

  test.each([
    ['1,001 arrays', nested(1_001, '[', ']')],
    ['10,000 arrays', nested(10_000, '[', ']')],
    ['1,000,000 arrays', nested(1_000_000, '[', ']')],
    ['2,000 objects', nested(2_000, '{"a":', '}').replace(':}', ':1}')],
  ])('of %s is refused', async (_what, record) => {
    expect(await refused(logText(record, turnEnd(1)))).toMatchObject({ code: 'INVALID_RECORD', line: 2 });
  });

  test('in a string is none', async () => {
    expect((await readAll(logText(note(0, '['.repeat(10_000))))).events).toHaveLength(1);
  });
});

test('a message shows no more of a hostile line than fits', async () => {
  const key = 'k'.repeat(100_000);
  const record = `{"type":"a/b","seq":0,"time":1,"data":{"${key}":${'9'.repeat(100_000)}}}`;
  expect((await refused(logText(record, turnEnd(1)))).message.length).toBeLessThan(1_000);
});

test('an event of the largest size that is taken fits into one line, however it is escaped', () => {
  const longestEscape = JSON.stringify('\u0000').length - 2;
  expect(MAX_EVENT_LENGTH * longestEscape).toBeLessThan(LONGEST_LINE);
});

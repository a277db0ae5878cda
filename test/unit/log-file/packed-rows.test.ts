import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { ChunkPacker } from '../../../lib/log-file/chunk-packer.ts';
import { readPackedRow } from '../../../lib/log-file/packed-rows.ts';
import { LineFlaw } from '../../../lib/log-file/parse-line.ts';
import { chunk, logText, note, turnEnd } from './log-text.ts';
import { readAll, refused } from './read-all.ts';

const TEXT_ROW = {
  type: 'text-chunks',
  seq0: 0,
  time0: 100,
  data: { turn: 1, step: 2, index: 3, dt: [5, -7], texts: ['a', '', 'c'] },
};
const CALL_ROW = {
  type: 'tool-call-chunks',
  seq0: 0,
  time0: 100,
  data: { turn: 1, step: 1, index: 0, dt: [0], id: 'c1', name: 'read', args: ['{', '}'] },
};

describe('a packed row', () => {
  test.each([
    [
      TEXT_ROW,
      [
        [100, { type: 'text-delta', index: 3, text: 'a' }],
        [105, { type: 'text-delta', index: 3, text: '' }],
        [98, { type: 'text-delta', index: 3, text: 'c' }],
      ],
      2,
    ],
    [
      { ...TEXT_ROW, type: 'reasoning-chunks', data: { ...TEXT_ROW.data, dt: [], texts: ['hm'] } },
      [[100, { type: 'reasoning-delta', index: 3, text: 'hm' }]],
      2,
    ],
    [
      CALL_ROW,
      [
        [100, { type: 'tool-call-delta', index: 0, id: 'c1', name: 'read', argumentsDelta: '{' }],
        [100, { type: 'tool-call-delta', index: 0, id: 'c1', name: 'read', argumentsDelta: '}' }],
      ],
      1,
    ],
  ] as const)('stands for its events: $type', async (row, members, step) => {
    const { events, warnings } = await readAll(logText(row));
    expect(events).toEqual(
      members.map(([time, delta], seq) => ({
        type: 'assistant/chunk',
        seq,
        time,
        data: { turn: 1, step, chunk: delta },
      })),
    );
    expect(warnings).toEqual([]);
  });

  test('is a gap where it does not follow', async () => {
    expect(await refused(logText(note(0), TEXT_ROW, turnEnd(4)))).toMatchObject({
      code: 'SEQ_GAP',
      line: 3,
      message: 'seq gap in committed region at line 3 (expected 1, got 0)',
    });
  });

  const { data } = TEXT_ROW;
  const { name: _name, ...unnamed } = CALL_ROW.data;
  test.each<[string, object]>([
    ['one more key', { ...TEXT_ROW, seq: 0 }],
    ['ignorable', { ...TEXT_ROW, ignorable: true }],
    ['no time0', { type: 'text-chunks', seq0: 0, data }],
    ['seq0 below 0', { ...TEXT_ROW, seq0: -1 }],
    ['seq0 that is a text', { ...TEXT_ROW, seq0: '0' }],
    ['seqs beyond all bounds', { ...TEXT_ROW, seq0: Number.MAX_SAFE_INTEGER - 1 }],
    ['time0 that is half', { ...TEXT_ROW, time0: 0.5 }],
    ['data that is a list', { ...TEXT_ROW, data: [] }],
    ['one more key in data', { ...TEXT_ROW, data: { ...data, id: 'c1' } }],
    ['args for texts', { ...TEXT_ROW, data: { ...data, texts: undefined, args: data.texts } }],
    ['no turn', { ...TEXT_ROW, data: { ...data, turn: undefined } }],
    ['a step that is a text', { ...TEXT_ROW, data: { ...data, step: '1' } }],
    ['an index below 0', { ...TEXT_ROW, data: { ...data, index: -1 } }],
    ['no members', { ...TEXT_ROW, data: { ...data, dt: [], texts: [] } }],
    ['a member that is a number', { ...TEXT_ROW, data: { ...data, texts: ['a', 1, 'c'] } }],
    ['too few times', { ...TEXT_ROW, data: { ...data, dt: [5] } }],
    ['too many times', { ...TEXT_ROW, data: { ...data, dt: [5, 5, 5] } }],
    ['a time that is half', { ...TEXT_ROW, data: { ...data, dt: [5, 0.5] } }],
    ['a time before 1970', { ...TEXT_ROW, data: { ...data, dt: [5, -106] } }],
    ['times beyond all bounds', { ...TEXT_ROW, data: { ...data, dt: [Number.MAX_SAFE_INTEGER, 1] } }],
    ['no id of the call', { ...CALL_ROW, data: { ...CALL_ROW.data, id: undefined } }],
    ['an id that is a number', { ...CALL_ROW, data: { ...CALL_ROW.data, id: 1 } }],
    ['a name that is null', { ...CALL_ROW, data: { ...unnamed, name: null } }],
  ])('with %s is damage', async (_what, row) => {
    // JSON leaves out what is undefined.
    const refusal = await refused(logText(row, turnEnd(3)));
    expect(refusal).toMatchObject({
      code: 'INVALID_RECORD',
      line: 2,
    });
    expect(refusal.message).toContain('a packed row that is not as DSH writes it');
  });

  test('of turn 0 is refused', async () => {
    const row = { ...TEXT_ROW, data: { ...data, turn: 0 } };
    expect((await refused(logText(row))).message).toContain('data.turn');
  });
});

function packed(...events: readonly SessionEvent[]): unknown[] {
  const packer = new ChunkPacker();
  return [...events.flatMap((event) => packer.add(event)), ...packer.end()];
}

function run(from: number, length: number, delta?: object): SessionEvent[] {
  return Array.from({ length }, (_, index) => chunk(from + index, delta));
}

describe('packing', () => {
  test('takes runs of three and more, whole', () => {
    expect(packed(...run(0, 2))).toEqual(run(0, 2));
    expect(packed(...run(0, 3))).toEqual([
      {
        type: 'text-chunks',
        seq0: 0,
        time0: 1_000,
        data: { turn: 1, step: 1, index: 0, dt: [1, 1], texts: ['a', 'a', 'a'] },
      },
    ]);
    expect(packed(note(0), ...run(1, 500), note(501))).toHaveLength(3);
  });

  test('writes the fields of a call in the order of DSH', () => {
    const delta = { type: 'tool-call-delta', index: 0, id: 'c1', name: 'read', argumentsDelta: 'x' };
    expect(JSON.stringify(packed(...run(0, 3, delta))[0])).toBe(
      '{"type":"tool-call-chunks","seq0":0,"time0":1000,"data":{"turn":1,"step":1,"index":0,"dt":[1,1],"id":"c1","name":"read","args":["x","x","x"]}}',
    );
  });

  const text = { type: 'text-delta', index: 0, text: 'a' };
  const call = { type: 'tool-call-delta', index: 0, id: 'c1', argumentsDelta: '' };
  const second = { ...chunk(3), data: { turn: 1, step: 2, chunk: text } };
  test.each<[string, SessionEvent[], number]>([
    ['another index', [...run(0, 3), ...run(3, 3, { ...text, index: 1 })], 2],
    ['another kind', [...run(0, 3), ...run(3, 3, { ...text, type: 'reasoning-delta' })], 2],
    ['another call', [...run(0, 3, call), ...run(3, 3, { ...call, id: 'c2' })], 2],
    ['a name that appears', [...run(0, 3, call), ...run(3, 3, { ...call, name: 'read' })], 2],
    ['another name', [...run(0, 3, { ...call, name: 'a' }), ...run(3, 3, { ...call, name: 'b' })], 2],
    ['another step', [...run(0, 3), second, ...run(4, 3)], 3],
    ['another event between', [...run(0, 2), note(2), ...run(3, 2)], 5],
    ['a field of its own', [...run(0, 2), chunk(2, { ...text, extra: 1 }), ...run(3, 2)], 5],
    ['a mark of its own', [...run(0, 2), { ...chunk(2), ignorable: true }, ...run(3, 2)], 5],
    ['sources', [...run(0, 2), { ...chunk(2), sourceEventSeqs: [0] }, ...run(3, 2)], 5],
    ['a seq that is left out', [...run(0, 3), ...run(10, 3)], 2],
    ['a text that is none', [...run(0, 3, { ...text, text: 1 })], 3],
  ])('stops at %s', (_what, events, records) => {
    expect(packed(...events)).toHaveLength(records);
  });

  test('takes no other chunks', () => {
    const others = [
      { type: 'block-start', index: 0, blockType: 'text' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } },
    ];
    for (const delta of others) expect(packed(...run(0, 5, delta))).toEqual(run(0, 5, delta));
  });

  test('ends a row before it grows without bounds', async () => {
    const records = packed(...run(0, 20_000));
    expect(records).toHaveLength(3);
    const { events } = await readAll(logText(...records.map((record) => Object(record) as object)));
    expect(events).toEqual(run(0, 20_000));
  });

  test('ends a row before its text is longer than a line that is read', () => {
    const text = 'x'.repeat(1024 * 1024);
    const records = packed(...run(0, 9, { type: 'text-delta', index: 0, text }));
    expect(records).toMatchObject([
      { type: 'text-chunks', seq0: 0, data: { dt: [1, 1, 1] } },
      { type: 'text-chunks', seq0: 4, data: { dt: [1, 1, 1] } },
      { type: 'assistant/chunk', seq: 8 },
    ]);
  });

  test('writes deltas that are longer than a row may be by themselves', () => {
    const text = 'x'.repeat(5 * 1024 * 1024);
    const events = run(0, 4, { type: 'text-delta', index: 0, text });
    expect(packed(...events)).toEqual(events);
  });
});

test('a row that is not tagged is none', () => {
  expect(readPackedRow({ type: 'acme/chunks' })).toBeInstanceOf(LineFlaw);
});

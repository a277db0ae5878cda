import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../lib/index.ts';
import { TimelineFold } from '../../../devtools/data/timeline-fold.ts';
import { timelineRows, type LogRow, type TimelineRowOptions } from '../../../devtools/data/timeline-rows.ts';

const WHOLE: TimelineRowOptions = { seedLength: 0, expandedStreams: new Set(), end: 'live' };

/** A log from types and data, for rows of shapes that no writer produces. */
function log(...entries: readonly (readonly [string, unknown, Partial<SessionEvent>?])[]): SessionEvent[] {
  return entries.map(([type, data, rest], seq) => ({ type, seq, time: 1_000 + seq * 10, data, ...rest }));
}

function delta(text: string, turn = 1, step = 1): readonly [string, unknown] {
  return ['assistant/chunk', { turn, step, chunk: { type: 'text-delta', index: 0, text } }];
}

function answer(text: string): readonly [string, unknown] {
  const message = {
    id: 'm',
    role: 'assistant',
    source: { kind: 'model', provider: 'p', model: 'mm' },
    content: [{ type: 'text', text }],
  };
  return ['assistant/message', { turn: 1, step: 1, message, usage: { inputTokens: 3, outputTokens: 9 } }];
}

function call(callId: string, name = 'bash'): readonly [string, unknown] {
  return ['tool/call', { turn: 1, step: 1, callId, name, arguments: '{"a":1}' }];
}

function result(callId: string, text: string, error?: unknown): readonly [string, unknown] {
  const block = { type: 'tool-result', toolCallId: callId, content: [{ type: 'text', text }] };
  const message = { id: 'r', role: 'user', source: { kind: 'tool', callId }, content: [block] };
  return ['tool/result', { turn: 1, step: 1, message, ...(error === undefined ? {} : { error }) }];
}

function user(kind: string, text: string): readonly [string, unknown] {
  return ['user/message', { id: 'u', role: 'user', source: { kind }, content: [{ type: 'text', text }] }];
}

function only<Kind extends LogRow['kind']>(
  rows: readonly LogRow[],
  kind: Kind,
): Extract<LogRow, { kind: Kind }> {
  const found = rows.filter((row): row is Extract<LogRow, { kind: Kind }> => row.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe('streams', () => {
  it('has a row for the message from the first delta, even an empty one', () => {
    const row = only(timelineRows(log(delta('')), WHOLE), 'assistant');
    expect(row.phase).toBe('streaming');
    expect(row.parts).toEqual([{ type: 'text', text: '', name: null }]);
  });

  it('grows with the stream, and becomes the message under the same key', () => {
    const streaming = only(timelineRows(log(delta(''), delta('he'), delta('llo')), WHOLE), 'assistant');
    expect(streaming.parts[0]?.text).toBe('hello');
    const done = only(
      timelineRows(log(delta(''), delta('he'), delta('llo'), answer('hello!')), WHOLE),
      'assistant',
    );
    expect(done).toMatchObject({
      phase: 'complete',
      key: streaming.key,
      seq: 3,
      outputTokens: 9,
      model: 'mm',
    });
    expect(done.parts[0]?.text).toBe('hello!');
    expect(done.stream).toMatchObject({ count: 3, duration: 20, expanded: false });
  });

  it('shows the deltas one by one where that is asked for', () => {
    const events = log(delta('a'), delta('b'), answer('ab'));
    const rows = timelineRows(events, { ...WHOLE, expandedStreams: new Set(['message:0']) });
    expect(rows.map((row) => row.kind)).toEqual(['assistant', 'delta', 'delta']);
    expect(rows[2]).toMatchObject({ seq: 1, chunkType: 'text-delta', text: 'b' });
  });

  it('keeps what a retried stream had said, apart from the message that came', () => {
    const rows = timelineRows(
      log(delta('lost'), ['llm/retry', { attempt: 1 }], delta('kept'), answer('kept')),
      WHOLE,
    );
    const messages = rows.filter((row) => row.kind === 'assistant');
    expect(messages.map((row) => [row.phase, row.parts[0]?.text])).toEqual([
      ['abandoned', 'lost'],
      ['complete', 'kept'],
    ]);
  });

  it('tells a stream that is not loaded to its end from one that is under way', () => {
    const events = log(delta('half'));
    expect(only(timelineRows(events, { ...WHOLE, end: 'cut' }), 'assistant').phase).toBe('partial');
    expect(only(timelineRows(events, { ...WHOLE, end: 'ended' }), 'assistant').phase).toBe('abandoned');
  });

  it('builds tool calls and reasoning from deltas', () => {
    const chunk = (data: unknown): readonly [string, unknown] => [
      'assistant/chunk',
      { turn: 1, step: 1, chunk: data },
    ];
    const rows = timelineRows(
      log(
        chunk({ type: 'block-start', index: 0, blockType: 'reasoning' }),
        chunk({ type: 'reasoning-delta', index: 0, text: 'hm' }),
        chunk({ type: 'tool-call-delta', index: 1, id: 'c', name: 'bash', argumentsDelta: '{"a"' }),
        chunk({ type: 'tool-call-delta', index: 1, id: 'c', argumentsDelta: ':1}' }),
      ),
      WHOLE,
    );
    expect(only(rows, 'assistant').parts).toEqual([
      { type: 'reasoning', text: 'hm', name: null },
      { type: 'tool-call', text: '{"a":1}', name: 'bash' },
    ]);
  });
});

describe('messages and tools', () => {
  it('calls only what a person typed the person’s', () => {
    const rows = timelineRows(log(user('user', 'hi'), user('plugin', 'context')), WHOLE);
    expect(rows.map((row) => row.kind === 'user' && [row.origin, row.sourceKind])).toEqual([
      ['person', 'user'],
      ['injected', 'plugin'],
    ]);
  });

  it('joins a result to its call, in whatever order results come', () => {
    const rows = timelineRows(log(call('a'), call('b'), result('b', 'two'), result('a', 'one')), WHOLE);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      kind: 'tool',
      callSeq: 0,
      resultSeq: 3,
      result: 'one',
      outcome: 'ok',
      duration: 30,
    });
    expect(rows[1]).toMatchObject({ kind: 'tool', callSeq: 1, resultSeq: 2, result: 'two', duration: 10 });
  });

  it('marks an error, by the event or by the block', () => {
    const byEvent = timelineRows(log(call('a'), result('a', 'no', { name: 'E', code: 'BAD' })), WHOLE);
    expect(only(byEvent, 'tool')).toMatchObject({ outcome: 'error', errorCode: 'BAD' });
    const block = { type: 'tool-result', toolCallId: 'a', content: [], isError: true };
    const message = { id: 'r', role: 'user', source: { kind: 'tool', callId: 'a' }, content: [block] };
    const byBlock = timelineRows(log(call('a'), ['tool/result', { turn: 1, step: 1, message }]), WHOLE);
    expect(only(byBlock, 'tool').outcome).toBe('error');
  });

  it('tells a call that waits from one that nobody answered, and from one whose answer is not loaded', () => {
    expect(only(timelineRows(log(call('a')), WHOLE), 'tool').outcome).toBe('pending');
    expect(only(timelineRows(log(call('a')), { ...WHOLE, end: 'cut' }), 'tool').outcome).toBe('unknown');
    const closed = timelineRows(log(call('a'), ['step/end', { turn: 1, step: 1 }]), WHOLE);
    expect(only(closed, 'tool').outcome).toBe('unanswered');
  });

  it('draws a result whose call is not loaded by itself', () => {
    expect(only(timelineRows(log(result('x', 'late')), WHOLE), 'tool')).toMatchObject({
      callSeq: null,
      resultSeq: 0,
      name: null,
      result: 'late',
    });
  });

  it('has a row and an end for a turn of tools alone', () => {
    const rows = timelineRows(
      log(['turn/start', { turn: 1 }], call('a'), result('a', ''), [
        'turn/end',
        { turn: 1, reason: { kind: 'completed' } },
      ]),
      WHOLE,
    );
    expect(rows.map((row) => row.kind)).toEqual(['tool', 'turn-end']);
  });

  it('gives a compaction one row, and a replaced result one of its own', () => {
    const replaced = result('a', 'short');
    const rows = timelineRows(
      log(
        ['compaction/start', { compactionId: 'c' }],
        [
          'compaction/summary',
          { compactionId: 'c', summary: [{ type: 'text', text: 'sum' }], shadowedSeqs: [1, 2] },
        ],
        ['compaction/end', { compactionId: 'c' }],
        [...replaced, { surfaceOp: { op: 'replace', start: 0, end: 0 } }],
      ),
      WHOLE,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ variant: 'summary', state: 'done', text: 'sum', shadowed: 2 });
    expect(rows[1]).toMatchObject({ variant: 'result-replaced', text: 'short' });
  });

  it('tells why a turn ended, a reason that it does not know too', () => {
    const reason = { kind: 'error', error: { message: 'down', code: 'E1' } };
    const failed = only(timelineRows(log(['turn/end', { turn: 1, reason }]), WHOLE), 'turn-end');
    expect(failed.reason).toEqual({ kind: 'error', detail: 'down', code: 'E1' });
    const strange = only(
      timelineRows(log(['turn/end', { turn: 1, reason: { kind: 'moonrise' } }]), WHOLE),
      'turn-end',
    );
    expect(strange.reason.kind).toBe('moonrise');
  });

  it('keeps events of types that it does not know, with a line about them', () => {
    expect(only(timelineRows(log(['acme/note', { text: 'hello' }]), WHOLE), 'event')).toMatchObject({
      type: 'acme/note',
      summary: 'text: hello',
    });
  });
});

describe('the inherited prefix', () => {
  it('looks inherited, and its end is drawn before the first own event', () => {
    const rows = timelineRows(log(user('user', 'old'), user('user', 'new')), { ...WHOLE, seedLength: 1 });
    expect(rows.map((row) => [row.kind, row.inherited])).toEqual([
      ['user', true],
      ['boundary', false],
      ['user', false],
    ]);
  });
});

const eventTypes = [
  'turn/start',
  'turn/end',
  'step/start',
  'step/end',
  'user/message',
  'assistant/chunk',
  'assistant/message',
  'tool/call',
  'tool/result',
  'compaction/start',
  'compaction/summary',
  'compaction/end',
  'session/title',
  'todo/write',
  'request/header',
  'llm/retry',
  'agent/inbox/spliced',
  'x',
];

const anyLog = fc
  .array(
    fc.record({ type: fc.constantFrom(...eventTypes), data: fc.oneof(sensibleData(), fc.jsonValue()) }),
    { maxLength: 40 },
  )
  .map((entries) => entries.map((entry, seq): SessionEvent => ({ ...entry, seq, time: 1_000 - seq })));

function sensibleData(): fc.Arbitrary<unknown> {
  const step = fc.constantFrom(1, 2);
  return fc.oneof(
    fc.record({
      turn: fc.constant(1),
      step,
      chunk: fc.record({ type: fc.constant('text-delta'), index: step, text: fc.string() }),
    }),
    fc.record({
      turn: fc.constant(1),
      step,
      callId: fc.constantFrom('a', 'b'),
      name: fc.string(),
      arguments: fc.string(),
    }),
    fc.record({
      turn: fc.constant(1),
      step,
      message: fc.record({
        content: fc.array(fc.jsonValue()),
        source: fc.record({ callId: fc.constantFrom('a', 'b') }),
      }),
    }),
    fc.record({
      compactionId: fc.constantFrom('c', 'd'),
      summary: fc.jsonValue(),
      shadowedSeqs: fc.array(fc.nat()),
    }),
  );
}

describe('any log', () => {
  it('is drawn, whatever its data is', () => {
    fc.assert(
      fc.property(
        anyLog,
        fc.nat(45),
        fc.constantFrom('live' as const, 'cut' as const, 'ended' as const),
        (events, seedLength, end) => {
          const rows = timelineRows(events, { seedLength, expandedStreams: new Set(['message:0']), end });
          expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
          for (const row of rows) expect(row.inherited).toBe(row.seq < seedLength);
        },
      ),
    );
  });

  it('gives the same rows in one go and event by event, and leaves unchanged rows alone', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const view = { expandedStreams: new Set<string>(), end: 'live' as const };
        const fold = new TimelineFold(0);
        let before: readonly LogRow[] = [];
        for (const event of events) {
          fold.apply(event);
          const rows = fold.rows(view);
          const changed = rows.filter((row) => !before.includes(row));
          if (event.type !== 'step/end' && event.type !== 'turn/end')
            expect(changed.length).toBeLessThanOrEqual(2);
          before = rows;
        }
        expect(before).toEqual(timelineRows(events, WHOLE));
      }),
    );
  });
});

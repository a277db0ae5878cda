import { describe, expect, it } from 'vitest';
import { EventRefusedError } from '../../../lib/errors.ts';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { TurnOrder } from '../../../lib/rules/turn-order.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';
import { assistantData, callData, event, resultData, userMessage } from '../../fixtures/sample-event.ts';

type Entry = readonly [type: string, data: unknown];

const start: Entry = ['turn/start', { turn: 1 }];
const end: Entry = ['turn/end', { turn: 1, reason: { kind: 'completed' } }];
const stepStart: Entry = ['step/start', { turn: 1, step: 1 }];
const stepEnd: Entry = ['step/end', { turn: 1, step: 1 }];
const call: Entry = ['tool/call', callData(1, 1, 'c1')];
const result: Entry = ['tool/result', resultData(1, 1, 'c1')];
const notStarted: Entry = [
  'tool/result',
  { ...resultData(1, 1, 'c1'), error: { name: 'ToolNotStartedError', code: 'TOOL_NOT_STARTED' } },
];

function orderAfter(...entries: readonly Entry[]): TurnOrder {
  const order = new TurnOrder();
  for (const [seq, [type, data]] of entries.entries()) {
    const next = event(seq, type, data);
    order.check(next);
    order.apply(next);
  }
  return order;
}

function refused(
  order: TurnOrder,
  [type, data]: Entry,
  extras: Partial<SessionEvent> = {},
): EventRefusedError {
  const before = JSON.stringify(order.state);
  const error = refusalOfCall(() => order.check({ ...event(9, type, data), ...extras }), EventRefusedError);
  expect(JSON.stringify(order.state)).toBe(before);
  expect(error).toMatchObject({ eventType: type, seq: 9 });
  return error;
}

function accepts(order: TurnOrder, [type, data]: Entry): void {
  expect(() => order.check(event(9, type, data))).not.toThrow();
}

describe('turns', () => {
  it('count from 1, each after the end of the one before', () => {
    const order = orderAfter(start, end);
    accepts(order, ['turn/start', { turn: 2 }]);
    const error = refused(order, ['turn/start', { turn: 1 }]);
    expect(error).toMatchObject({ code: 'TURN_ORDER', path: 'data.turn' });
    expect(error.message).toContain('the next turn is 2, got 1');
    expect(refused(order, ['turn/start', { turn: 3 }]).message).toContain('the next turn is 2');
    expect(refused(new TurnOrder(), ['turn/start', { turn: 2 }]).message).toContain('the next turn is 1');
  });

  it('are open one at a time', () => {
    const error = refused(orderAfter(start), ['turn/start', { turn: 2 }]);
    expect(error).toMatchObject({ code: 'TURN_ORDER', path: 'data.turn' });
    expect(error.message).toContain('turn 1 is open');
  });

  it('end only when they are open', () => {
    expect(refused(new TurnOrder(), end)).toMatchObject({ code: 'TURN_ORDER', path: 'data.turn' });
    expect(refused(orderAfter(start, end), end)).toMatchObject({ code: 'TURN_ORDER' });
    const error = refused(orderAfter(start), ['turn/end', { turn: 2, reason: { kind: 'completed' } }]);
    expect(error.message).toContain('the open turn is 1, got 2');
  });

  it('do not end while a step is open', () => {
    const error = refused(orderAfter(start, stepStart), end);
    expect(error).toMatchObject({ code: 'STEP_ORDER', path: 'data.turn' });
    expect(error.message).toContain('step 1 is open');
    accepts(orderAfter(start, stepStart, stepEnd), end);
  });

  it.each(['todo/write', 'request/header', 'request/context'])('have %s inside them', (type) => {
    accepts(orderAfter(start), [type, {}]);
    expect(refused(new TurnOrder(), [type, {}])).toMatchObject({ code: 'TURN_ORDER', path: 'type' });
    expect(refused(orderAfter(start, end), [type, {}])).toMatchObject({ code: 'TURN_ORDER', path: 'type' });
  });

  it.each(['user/message', 'session/title', 'session/end-seed', 'acme/note', 'goal/change'])(
    'do not matter to %s',
    (type) => {
      accepts(new TurnOrder(), [type, userMessage()]);
      accepts(orderAfter(start, stepStart), [type, userMessage()]);
      accepts(orderAfter(start, end), [type, userMessage()]);
    },
  );
});

describe('steps', () => {
  it('count from 1 in each turn, one open at a time', () => {
    accepts(orderAfter(start, stepStart, stepEnd), ['step/start', { turn: 1, step: 2 }]);
    const again = refused(orderAfter(start, stepStart, stepEnd), stepStart);
    expect(again).toMatchObject({ code: 'STEP_ORDER', path: 'data.step' });
    expect(again.message).toContain('next step is 2, got 1');
    expect(refused(orderAfter(start), ['step/start', { turn: 1, step: 2 }]).message).toContain(
      'next step is 1',
    );
    const second = refused(orderAfter(start, stepStart), ['step/start', { turn: 1, step: 2 }]);
    expect(second).toMatchObject({ code: 'STEP_ORDER', path: 'data.step' });
    expect(second.message).toContain('step 1 is open');
    const restarted = orderAfter(start, stepStart, stepEnd, end, ['turn/start', { turn: 2 }]);
    accepts(restarted, ['step/start', { turn: 2, step: 1 }]);
  });

  it('begin and end only in the open turn', () => {
    expect(refused(new TurnOrder(), stepStart)).toMatchObject({ code: 'TURN_ORDER', path: 'data.turn' });
    expect(refused(orderAfter(start), ['step/start', { turn: 2, step: 1 }])).toMatchObject({
      code: 'TURN_ORDER',
    });
    expect(refused(orderAfter(start), stepEnd)).toMatchObject({ code: 'STEP_ORDER', path: 'data.step' });
    const other = refused(orderAfter(start, stepStart), ['step/end', { turn: 1, step: 2 }]);
    expect(other.message).toContain('the open step is 1, got 2');
  });

  it.each<Entry>([
    ['assistant/chunk', { turn: 1, step: 1, chunk: { type: 'usage' } }],
    ['assistant/message', assistantData(1, 1)],
    ['tool/call', callData(1, 1, 'c1')],
    notStarted,
  ])('must be the open one for %s', (type, data) => {
    accepts(orderAfter(start, stepStart), [type, data]);
    expect(refused(new TurnOrder(), [type, data])).toMatchObject({ code: 'TURN_ORDER', path: 'data.turn' });
    expect(refused(orderAfter(start), [type, data])).toMatchObject({ code: 'STEP_ORDER', path: 'data.step' });
    const step2 = orderAfter(start, stepStart, stepEnd, ['step/start', { turn: 1, step: 2 }]);
    expect(refused(step2, [type, data])).toMatchObject({ code: 'STEP_ORDER', path: 'data.step' });
    const turn2 = orderAfter(start, end, ['turn/start', { turn: 2 }], ['step/start', { turn: 2, step: 1 }]);
    expect(refused(turn2, [type, data])).toMatchObject({ code: 'TURN_ORDER', path: 'data.turn' });
  });
});

describe('tool calls', () => {
  const inStep = [start, stepStart];

  it('have an id of their own in their step', () => {
    const error = refused(orderAfter(...inStep, call), call);
    expect(error).toMatchObject({ code: 'TOOL_ORDER', path: 'data.callId' });
    expect(error.message).toContain('duplicate');
    expect(refused(orderAfter(...inStep, call, result), call)).toMatchObject({ code: 'TOOL_ORDER' });
    const step2: Entry = ['step/start', { turn: 1, step: 2 }];
    accepts(orderAfter(...inStep, call, stepEnd, step2), ['tool/call', callData(1, 2, 'c1')]);
  });

  it('get one result, after the call', () => {
    accepts(orderAfter(...inStep, call), result);
    const path = 'data.message.source.callId';
    expect(refused(orderAfter(...inStep), result)).toMatchObject({ code: 'TOOL_ORDER', path });
    expect(refused(orderAfter(...inStep, ['tool/call', callData(1, 1, 'c2')]), result)).toMatchObject({
      path,
    });
    const twice = refused(orderAfter(...inStep, call, result), result);
    expect(twice).toMatchObject({ code: 'TOOL_ORDER', path });
    expect(twice.message).toContain('has its result already');
  });

  it('of an earlier step get none any more', () => {
    const step2 = orderAfter(...inStep, call, stepEnd, ['step/start', { turn: 1, step: 2 }]);
    expect(refused(step2, ['tool/result', resultData(1, 2, 'c1')])).toMatchObject({ code: 'TOOL_ORDER' });
  });

  it('that were never started get a result all the same, once', () => {
    accepts(orderAfter(...inStep), notStarted);
    accepts(orderAfter(...inStep, call), notStarted);
    expect(refused(orderAfter(...inStep, notStarted), notStarted)).toMatchObject({ code: 'TOOL_ORDER' });
    expect(refused(orderAfter(...inStep, notStarted), call)).toMatchObject({ code: 'TOOL_ORDER' });
    expect(refused(orderAfter(...inStep, call, result), notStarted)).toMatchObject({ code: 'TOOL_ORDER' });
  });

  it('may have their result replaced in any open turn', () => {
    const surfaceOp = { op: 'replace' as const, start: 3, end: 3 };
    const later = orderAfter(...inStep, call, result, stepEnd, end, ['turn/start', { turn: 2 }]);
    expect(() => later.check({ ...event(9, ...result), surfaceOp })).not.toThrow();
    const between = orderAfter(...inStep, call, result, stepEnd, end);
    expect(refused(between, result, { surfaceOp })).toMatchObject({ code: 'TURN_ORDER', path: 'surfaceOp' });
    const open = orderAfter(...inStep, call);
    open.apply({ ...event(9, ...result), surfaceOp });
    accepts(open, result);
  });
});

describe('the state', () => {
  it('says what is open', () => {
    const order = orderAfter(
      start,
      stepStart,
      ['assistant/message', assistantData(1, 1, ['c1', 'c2'])],
      call,
      result,
    );
    order.apply(event(5, 'tool/call', callData(1, 1, 'c2')));
    expect(order.state).toEqual({
      lastTurn: 1,
      openTurn: { turn: 1, startSeq: 0, startTime: 1000 },
      lastStep: 1,
      openStep: 1,
      calls: [
        { callId: 'c1', seq: 3, answered: true },
        { callId: 'c2', seq: 5, answered: false },
      ],
      requested: ['c1', 'c2'],
    });
    expect(orderAfter(start, stepStart, call, stepEnd).state).toMatchObject({
      openStep: null,
      calls: [],
      lastStep: 1,
    });
    expect(orderAfter(start, end).state).toEqual({ ...new TurnOrder().state, lastTurn: 1 });
  });

  it('can be stored and gone on from', () => {
    const before = orderAfter(start, stepStart, call);
    const order = new TurnOrder(structuredClone(before.state));
    accepts(order, result);
    order.apply(event(3, ...result));
    expect(refused(order, result)).toMatchObject({ code: 'TOOL_ORDER' });
    accepts(before, result);
  });

  it('takes disorder as it comes', () => {
    const order = new TurnOrder();
    const disorder: readonly Entry[] = [
      result,
      call,
      end,
      ['turn/start', { turn: 7 }],
      stepEnd,
      ['step/start', { turn: 1, step: 4 }],
      ['turn/start', { turn: 3 }],
      ['turn/start', null],
      ['tool/result', { message: 1 }],
      ['assistant/message', { message: { content: [1, { type: 'tool-call' }] } }],
      ['turn/start', { turn: 9 }],
    ];
    for (const [seq, entry] of disorder.entries()) order.apply(event(seq, ...entry));
    expect(order.state).toMatchObject({
      lastTurn: 9,
      openTurn: { turn: 9, startSeq: 10 },
      openStep: null,
      calls: [],
    });
    order.apply(event(20, 'turn/end', { turn: 2 }));
    accepts(order, ['turn/start', { turn: 10 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { calculate, CalculatorError, expressionIn } from '../../../devtools/playground/calculator.ts';
import { runTurn } from '../../../devtools/playground/built-in-agent.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';
import { openTestStore } from './open-test-store.ts';

async function runOn(prompt: string, stopAfter?: number) {
  const store = await openTestStore();
  const session = await store.create();
  const stop = new AbortController();
  if (stopAfter !== undefined) setTimeout(() => stop.abort(), stopAfter);
  await runTurn(session, prompt, {
    signal: stop.signal,
    tick: stopAfter === undefined ? 0 : 5,
    headerReason: 'initial',
  });
  await session.flush();
  const events = await store.events(session.id);
  return {
    store,
    session,
    events,
    types: events.map((event) => event.type).filter((type) => type !== 'assistant/chunk'),
  };
}

describe('the built-in agent', () => {
  it('writes a whole turn with a tool, which the model’s messages can be derived from', async () => {
    const { store, session, events, types } = await runOn('What is 12*7?');
    expect(types).toEqual([
      'turn/start',
      'user/message',
      'session/title',
      'step/start',
      'request/header',
      'assistant/message',
      'tool/call',
      'tool/result',
      'step/end',
      'step/start',
      'assistant/message',
      'step/end',
      'turn/end',
    ]);
    expect(session.openTurn).toBeNull();
    const message = events.find((event) => event.type === 'assistant/message');
    const chunks = events.filter(
      (event) => event.type === 'assistant/chunk' && event.seq < (message?.seq ?? 0),
    );
    expect(message?.sourceEventSeqs).toEqual(chunks.map((event) => event.seq));
    expect(JSON.stringify(await store.deriveMessages(session.id))).toContain('12*7 = 84.');
  });

  it('gives a failing tool an error result, and goes on', async () => {
    const { events, types } = await runOn('What is (3+4)/0?');
    expect(events.find((event) => event.type === 'tool/result')?.data).toMatchObject({
      error: { code: 'DIVISION_BY_ZERO' },
    });
    expect(types.at(-1)).toBe('turn/end');
    expect(events.at(-1)?.data).toMatchObject({ reason: { kind: 'completed' } });
  });

  it('ends a turn whose service breaks down as an error, with what was said kept', async () => {
    const { events } = await runOn('please fail');
    expect(events.at(-1)?.data).toMatchObject({
      reason: { kind: 'error', error: { code: 'SERVICE_UNAVAILABLE' } },
    });
    expect(events.findLast((event) => event.type === 'assistant/message')?.data).toMatchObject({
      interrupted: true,
    });
  });

  it.each([20, 90, 260, 330])('leaves nothing open when it is stopped after %i ms', async (after) => {
    const { store, session, events } = await runOn('What is 12*7?', after);
    expect(session.openTurn).toBeNull();
    const end = events.at(-1);
    expect(end?.type).toBe('turn/end');
    const calls = events.filter((event) => event.type === 'tool/call').length;
    const results = events.filter((event) => event.type === 'tool/result').length;
    expect(results).toBeGreaterThanOrEqual(calls);
    await runTurn(session, 'again', { signal: new AbortController().signal, tick: 0 });
    expect(await store.check(session.id)).toEqual([]);
  });
});

describe('the calculator', () => {
  it.each([
    ['12*7', 84],
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['-4/2--1', -1],
    ['0.5*4', 2],
  ])('works out %s', (expression, value) => expect(calculate(expression)).toBe(value));

  it.each(['1/0', '', '2**3', '(1', '1)', 'alert(1)'])('refuses %s', (expression) => {
    const code = expression === '1/0' ? 'DIVISION_BY_ZERO' : 'NOT_AN_EXPRESSION';
    expect(refusalOfCall(() => calculate(expression), CalculatorError).code).toBe(code);
  });

  it.each([
    ['What is 12*7?', '12*7'],
    ['12 × 7 ÷ 2 please', '12*7/2'],
    ['(what is 3+4)', '3+4'],
    ['what is (3+4)/0?', '(3+4)/0'],
    ['I have 12 apples', null],
    ['12*7 (please)', '12*7'],
  ])('finds the calculation in %s', (text, expression) => expect(expressionIn(text)).toBe(expression));
});

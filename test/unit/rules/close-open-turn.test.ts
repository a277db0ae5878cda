import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEnvelope, checkEventData } from '../../../lib/event/check-event.ts';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { closeOpenTurn } from '../../../lib/rules/close-open-turn.ts';
import { Surface } from '../../../lib/rules/surface.ts';
import { TurnOrder } from '../../../lib/rules/turn-order.ts';
import { assistantData, callData, event, resultData, userMessage } from '../../fixtures/sample-event.ts';
import { readSampleLogs } from '../../fixtures/sample-log.ts';

function openTurnOf(log: readonly SessionEvent[]): readonly SessionEvent[] {
  const start = log.findLastIndex((entry) => entry.type === 'turn/start');
  const end = log.findLastIndex((entry) => entry.type === 'turn/end');
  return start > end ? log.slice(start) : [];
}

function repaired(log: readonly SessionEvent[]): SessionEvent[] {
  const time = log.at(-1)?.time ?? 0;
  const drafts = closeOpenTurn(openTurnOf(log), log.length);
  return [...log, ...drafts.map((draft, index) => ({ ...draft, seq: log.length + index, time }))];
}

/** Every rule for events holds from the first to the last one. */
function checkLog(log: readonly SessionEvent[]): TurnOrder {
  const order = new TurnOrder();
  const surface = new Surface();
  for (const [seq, entry] of log.entries()) {
    checkEnvelope(entry, seq);
    checkEventData(entry.type, entry.data, seq);
    surface.checkEvent(entry);
    order.check(entry);
    const change = surface.changeOf(entry);
    if (change !== null) surface.apply(change);
    order.apply(entry);
  }
  return order;
}

function sampleEvents(number: string): SessionEvent[] {
  const [log] = readSampleLogs(number);
  return (log?.events ?? []).map((row, seq) => {
    checkEnvelope(row, seq);
    return row;
  });
}

/** How far one tool call got. */
type CallFate = 'asked' | 'called' | 'answered';

const steps = fc.array(fc.array(fc.constantFrom<CallFate>('asked', 'called', 'answered'), { maxLength: 3 }), {
  maxLength: 3,
});
const turns = fc.array(steps, { minLength: 1, maxLength: 3 });

/** A whole valid log of turns, each with its steps and their tool calls. */
function logOf(script: readonly (readonly (readonly CallFate[])[])[]): SessionEvent[] {
  const log: SessionEvent[] = [];
  const add = (type: string, data: unknown) => log.push(event(log.length, type, data));
  for (const [turnIndex, turnSteps] of script.entries()) {
    const turn = turnIndex + 1;
    add('agent/inbox/spliced', {});
    add('turn/start', { turn });
    add('user/message', userMessage());
    for (const [stepIndex, fates] of turnSteps.entries()) {
      const step = stepIndex + 1;
      const ids = fates.map((_, index) => `c${index}`);
      add('step/start', { turn, step });
      add('assistant/message', assistantData(turn, step, ids));
      for (const [index, fate] of fates.entries())
        if (fate !== 'asked') add('tool/call', callData(turn, step, `c${index}`));
      for (const [index, fate] of fates.entries()) {
        if (fate === 'answered') add('tool/result', resultData(turn, step, `c${index}`));
      }
      add('step/end', { turn, step });
    }
    add('turn/end', { turn, reason: { kind: 'completed' } });
  }
  return log;
}

describe('closing an open turn', () => {
  it('of a log that was cut anywhere keeps every rule, and answers every call of the open step', () => {
    let closed = 0;
    fc.assert(
      fc.property(turns, fc.nat(60), (script, cut) => {
        const whole = logOf(script);
        const log = whole.slice(0, whole.length - (cut % whole.length));
        const wasOpen = openTurnOf(log).length > 0;
        const after = repaired(log);
        const order = checkLog(after);
        expect(after.slice(0, log.length)).toEqual(log);
        expect(order.state.openTurn).toBeNull();
        expect(repaired(after)).toEqual(after);
        if (!wasOpen) {
          expect(after).toEqual(log);
          return;
        }
        closed += 1;
        expect(after.at(-1)?.data).toEqual({
          turn: checkLog(log).state.lastTurn,
          reason: { kind: 'interrupted' },
        });
        const { openStep, requested } = checkLog(log).state;
        const step = after.slice(after.findLastIndex((entry) => entry.type === 'step/start'));
        if (openStep === null) expect(after.length).toBe(log.length + 1);
        else {
          const answered = step
            .filter((entry) => entry.type === 'tool/result')
            .map((entry) => answeredId(entry));
          expect(answered.toSorted()).toEqual(requested.toSorted());
        }
      }),
      { numRuns: 500 },
    );
    expect(closed).toBeGreaterThan(100);
  });

  it('adds nothing to an empty log or a closed one', () => {
    expect(closeOpenTurn([], 0)).toEqual([]);
    expect(closeOpenTurn(logOf([[['answered']]]), 20)).toEqual([]);
  });

  it('ends the recorded log 21 as DSH does: 450 events', () => {
    const log = sampleEvents('21');
    expect(log.length).toBe(447);
    const after = repaired(log);
    expect(after.length).toBe(450);
    expect(after.slice(447).map((entry) => entry.type)).toEqual(['tool/result', 'step/end', 'turn/end']);
    expect(after[447]).toMatchObject({
      seq: 447,
      time: log.at(-1)?.time,
      surfaceOp: 'append',
      sourceEventSeqs: [446],
      data: { turn: 4, step: 1, error: { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' } },
    });
    expect(after[449]?.data).toEqual({ turn: 4, reason: { kind: 'interrupted' } });
    expect(checkLog(after).state.openTurn).toBeNull();
  });

  it('ends the recorded log 22 as DSH does: 48 events', () => {
    const after = repaired(sampleEvents('22'));
    expect(after.length).toBe(48);
    expect(after.slice(46).map((entry) => entry.type)).toEqual(['step/end', 'turn/end']);
  });

  it('writes what DSH wrote into the recorded log 12, to the letter', () => {
    const log = sampleEvents('12');
    expect(JSON.stringify(closeOpenTurn(log.slice(0, 5), 5))).toBe(
      JSON.stringify(
        log
          .slice(5, 8)
          .map(({ type, data, surfaceOp, sourceEventSeqs }) => ({ type, data, surfaceOp, sourceEventSeqs })),
      ),
    );
  });
});

describe('a missing tool result', () => {
  const opening = [
    event(4, 'turn/start', { turn: 2 }),
    event(5, 'step/start', { turn: 2, step: 1 }),
    event(6, 'assistant/message', assistantData(2, 1, ['a', 'b', 'c'])),
  ];

  it('says that the tool was never started, or that its outcome is unknown, in the order of the calls', () => {
    const drafts = closeOpenTurn([...opening, event(7, 'tool/call', callData(2, 1, 'b'))], 8);
    expect(drafts.map((draft) => draft.type)).toEqual([
      'tool/result',
      'tool/result',
      'tool/result',
      'step/end',
      'turn/end',
    ]);
    expect(drafts[0]).toMatchObject({
      data: {
        message: { id: 'interrupted-tool-result-a-8', source: { kind: 'tool', callId: 'a' } },
        error: { name: 'ToolNotStartedError', code: 'TOOL_NOT_STARTED' },
      },
      surfaceOp: 'append',
    });
    expect(drafts[0]).not.toHaveProperty('sourceEventSeqs');
    expect(JSON.stringify(drafts[0]?.data)).toContain('Retry it if it is still needed');
    expect(drafts[1]).toMatchObject({
      data: {
        message: { id: 'interrupted-tool-result-b-9', content: [{ toolCallId: 'b', isError: true }] },
        error: { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' },
      },
      sourceEventSeqs: [7],
    });
    expect(JSON.stringify(drafts[1]?.data)).toContain('Do not retry blindly');
  });

  it('is given once for a call that is asked for twice, and never for an answered one', () => {
    const again = event(7, 'assistant/message', assistantData(2, 1, ['c', 'd']));
    const events = [
      ...opening,
      again,
      event(8, 'tool/call', callData(2, 1, 'b')),
      event(9, 'tool/result', resultData(2, 1, 'b')),
    ];
    const results = closeOpenTurn(events, 10).filter((draft) => draft.type === 'tool/result');
    expect(results.map(answeredId)).toEqual(['a', 'c', 'd']);
  });

  it('is not given for a call that no message asks for, nor for one of an ended step', () => {
    const lone = [...opening.slice(0, 2), event(6, 'tool/call', callData(2, 1, 'x'))];
    expect(closeOpenTurn(lone, 7).map((draft) => draft.type)).toEqual(['step/end', 'turn/end']);
    const ended = [...opening, event(7, 'step/end', { turn: 2, step: 1 })];
    expect(closeOpenTurn(ended, 8)).toEqual([
      { type: 'turn/end', data: { turn: 2, reason: { kind: 'interrupted' } } },
    ]);
  });

  it('is given for the calls of a step that was never ended, in a disordered log', () => {
    const events = [
      ...opening,
      event(7, 'tool/call', callData(2, 1, 'a')),
      event(8, 'tool/result', resultData(2, 1, 'a')),
      event(9, 'step/start', { turn: 2, step: 2 }),
      event(10, 'assistant/message', assistantData(2, 2, ['d'])),
    ];
    const drafts = closeOpenTurn(events, 11);
    const results = drafts.filter((draft) => draft.type === 'tool/result');
    expect(results.map(answeredId)).toEqual(['b', 'c', 'd']);
    const order = new TurnOrder();
    for (const known of events) order.apply(known);
    for (const [index, draft] of drafts.entries()) {
      const next = { ...draft, seq: 11 + index, time: 0 };
      expect(() => order.check(next)).not.toThrow();
      order.apply(next);
    }
  });

  it('passes over a marker of an ended seed inside the turn', () => {
    const drafts = closeOpenTurn([...opening, event(7, 'session/end-seed', {})], 8);
    expect(drafts.length).toBe(5);
  });
});

function answeredId({ data }: { readonly data: unknown }): string {
  return /"source":{"kind":"tool","callId":"(\w+)"}/.exec(JSON.stringify(data))?.[1] ?? '';
}

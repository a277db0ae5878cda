import { describe, expect, it } from 'vitest';
import { EventRefusedError } from '../../../lib/errors.ts';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { isSurfaceType, messageOf, Surface } from '../../../lib/rules/surface.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';
import { assistantData, event, resultData, userMessage } from '../../fixtures/sample-event.ts';

function take(surface: Surface, candidate: SessionEvent): void {
  surface.checkEvent(candidate);
  const change = surface.changeOf(candidate);
  if (change !== null) surface.apply(change);
}

/** A surface with a user message (1), an assistant message (3), a tool result (5) and another user message (8). */
function surfaceOfFour(): Surface {
  const surface = new Surface();
  take(surface, event(1, 'user/message', userMessage()));
  take(surface, event(3, 'assistant/message', assistantData(1, 1, ['c1'])));
  take(surface, event(5, 'tool/result', resultData(1, 1, 'c1')));
  take(surface, event(8, 'user/message', userMessage()));
  return surface;
}

function seqsOf(surface: Surface): number[] {
  return surface.entries.map((entry) => entry.seq);
}

function refused(surface: Surface, candidate: SessionEvent): EventRefusedError {
  const before = seqsOf(surface);
  const error = refusalOfCall(() => surface.checkEvent(candidate), EventRefusedError);
  expect(seqsOf(surface)).toEqual(before);
  expect(error).toMatchObject({ code: 'SURFACE', eventType: candidate.type, seq: candidate.seq });
  return error;
}

function replacement(start: number, end: number, sourceEventSeqs: readonly number[], seq = 10): SessionEvent {
  const extras = { surfaceOp: { op: 'replace' as const, start, end }, sourceEventSeqs };
  return event(seq, 'user/message', userMessage('summary'), extras);
}

describe('which events are on the surface', () => {
  it('messages are, others are not', () => {
    expect(['user/message', 'assistant/message', 'tool/result'].every(isSurfaceType)).toBe(true);
    expect(
      ['turn/start', 'assistant/chunk', 'tool/call', 'acme/note', 'constructor'].some(isSurfaceType),
    ).toBe(false);
  });

  it('others may have neither surfaceOp nor sources', () => {
    const surface = surfaceOfFour();
    expect(() => surface.checkEvent(event(9, 'turn/end', { turn: 1 }))).not.toThrow();
    expect(refused(surface, event(9, 'turn/end', {}, { surfaceOp: 'append' })).path).toBe('surfaceOp');
    expect(refused(surface, event(9, 'acme/note', {}, { sourceEventSeqs: [1] })).path).toBe(
      'sourceEventSeqs',
    );
    expect(surface.changeOf(event(9, 'turn/end', {}, { surfaceOp: 'append' }))).toBeNull();
  });

  it.each(['user/message', 'assistant/message', 'tool/result'])(
    '%s must say how it changes the surface',
    (type) => {
      const candidate = { type, seq: 9, time: 0, data: {} };
      expect(refused(surfaceOfFour(), candidate).path).toBe('surfaceOp');
      expect(surfaceOfFour().changeOf(candidate)).toBeNull();
    },
  );
});

describe('sourceEventSeqs', () => {
  const append = (seqs: readonly number[], type = 'assistant/message') =>
    event(9, type, assistantData(1, 1), { sourceEventSeqs: seqs });

  it('are unique seqs of earlier events, in any order', () => {
    expect(() => surfaceOfFour().checkEvent(append([0, 7, 2, 8]))).not.toThrow();
    expect(refused(surfaceOfFour(), append([0, 9])).path).toBe('sourceEventSeqs[1]');
    expect(refused(surfaceOfFour(), append([12, 1])).path).toBe('sourceEventSeqs[0]');
    expect(refused(surfaceOfFour(), append([4, 2, 4])).path).toBe('sourceEventSeqs[2]');
    expect(refused(surfaceOfFour(), append([2, 2])).path).toBe('sourceEventSeqs[1]');
  });

  it('are empty only on an assistant message', () => {
    expect(() => surfaceOfFour().checkEvent(append([]))).not.toThrow();
    expect(refused(surfaceOfFour(), append([], 'user/message')).path).toBe('sourceEventSeqs');
    expect(refused(surfaceOfFour(), append([], 'tool/result')).path).toBe('sourceEventSeqs');
  });
});

describe('a replace', () => {
  it('puts its event in the place of a range', () => {
    const surface = surfaceOfFour();
    take(surface, replacement(3, 5, [3, 5]));
    expect(surface.entries).toEqual([
      { seq: 1, kind: 'user' },
      { seq: 10, kind: 'user' },
      { seq: 8, kind: 'user' },
    ]);
    expect(surface.replaceGeneration).toBe(1);
    take(surface, replacement(10, 8, [10, 8], 11));
    expect(seqsOf(surface)).toEqual([1, 11]);
    expect(surface.replaceGeneration).toBe(2);
  });

  it('needs both ends on the current surface', () => {
    const surface = surfaceOfFour();
    expect(refused(surface, replacement(2, 5, [3, 5])).path).toBe('surfaceOp.start');
    expect(refused(surface, replacement(3, 6, [3, 5])).path).toBe('surfaceOp.end');
    take(surface, replacement(3, 5, [3, 5]));
    expect(refused(surface, replacement(3, 8, [3, 8], 11)).path).toBe('surfaceOp.start');
  });

  it('needs its ends in the order of the surface, not of the seqs', () => {
    const surface = surfaceOfFour();
    expect(refused(surface, replacement(8, 1, [1, 3, 5, 8])).path).toBe('surfaceOp.end');
    take(surface, replacement(1, 1, [1]));
    expect(seqsOf(surface)).toEqual([10, 3, 5, 8]);
    expect(refused(surface, replacement(3, 10, [3, 10], 11)).path).toBe('surfaceOp.end');
    expect(() => surface.checkEvent(replacement(10, 3, [10, 3], 11))).not.toThrow();
  });

  it('must name every entry that it shadows, and may name more', () => {
    const error = refused(surfaceOfFour(), replacement(1, 8, [1, 3, 8]));
    expect(error.path).toBe('sourceEventSeqs');
    expect(error.message).toContain('5');
    const { sourceEventSeqs: _sources, ...without } = replacement(1, 1, [1]);
    expect(refused(surfaceOfFour(), without).path).toBe('sourceEventSeqs');
    expect(() => surfaceOfFour().checkEvent(replacement(1, 1, [0, 1, 7]))).not.toThrow();
  });
});

describe('a replace by a tool result', () => {
  function shortened(start: number, end: number, data: unknown, sources: readonly number[]): SessionEvent {
    return event(10, 'tool/result', data, {
      surfaceOp: { op: 'replace', start, end },
      sourceEventSeqs: sources,
    });
  }

  it('may change what the tool answered', () => {
    const surface = surfaceOfFour();
    take(surface, shortened(5, 5, resultData(1, 1, 'c1', 'cut'), [5]));
    expect(seqsOf(surface)).toEqual([1, 3, 10, 8]);
    const again = shortened(10, 10, resultData(1, 1, 'c1', 'cut again'), [10]);
    expect(() => surface.checkEvent({ ...again, seq: 12 })).not.toThrow();
  });

  it('may change nothing else', () => {
    const data = resultData(1, 1, 'c1', 'cut');
    const [block] = data.message.content;
    const changed: unknown[] = [
      { ...data, step: 2 },
      { ...data, error: { name: 'E', code: 'C' } },
      { ...data, meta: { cut: true } },
      { ...data, message: { ...data.message, id: 'other' } },
      { ...data, message: { ...data.message, content: [{ ...block, isError: true }] } },
      resultData(1, 1, 'c2', 'cut'),
    ];
    for (const other of changed)
      expect(refused(surfaceOfFour(), shortened(5, 5, other, [5])).path).toBe('data');
  });

  it('takes the place of exactly one tool result', () => {
    const data = resultData(1, 1, 'c1', 'cut');
    expect(refused(surfaceOfFour(), shortened(3, 5, data, [3, 5])).path).toBe('surfaceOp');
    expect(refused(surfaceOfFour(), shortened(3, 3, data, [3])).path).toBe('surfaceOp');
    expect(refused(surfaceOfFour(), shortened(8, 8, data, [8])).path).toBe('surfaceOp');
  });
});

describe('applying changes', () => {
  it('from the start gives the same surface', () => {
    const surface = new Surface();
    const changes = [
      event(1, 'user/message', userMessage()),
      event(5, 'tool/result', resultData(1, 1, 'c1')),
      replacement(1, 5, [1, 5]),
    ].map((candidate) => {
      const change = surface.changeOf(candidate);
      if (change !== null) surface.apply(change);
      return change;
    });
    const stored = structuredClone(changes);
    const copy = Surface.from(stored.filter((change) => change !== null));
    expect(copy.entries).toEqual(surface.entries);
    expect(copy.replaceGeneration).toBe(1);
  });

  it('that do not fit is refused and changes nothing', () => {
    const surface = surfaceOfFour();
    const change = { op: 'replace' as const, seq: 10, kind: 'user' as const, start: 2, end: 5 };
    expect(refusalOfCall(() => surface.apply(change), EventRefusedError).code).toBe('SURFACE');
    expect(refusalOfCall(() => surface.apply({ ...change, start: 5, end: 3 }), EventRefusedError).code).toBe(
      'SURFACE',
    );
    expect(seqsOf(surface)).toEqual([1, 3, 5, 8]);
    expect(surface.replaceGeneration).toBe(0);
  });
});

describe('the message of an event', () => {
  it('is its own or the one inside it', () => {
    const user = userMessage();
    const assistant = assistantData(1, 1);
    const result = resultData(1, 1, 'c1');
    expect(messageOf(event(1, 'user/message', user))).toBe(user);
    expect(messageOf(event(2, 'assistant/message', assistant))).toBe(assistant.message);
    expect(messageOf(event(3, 'tool/result', result))).toBe(result.message);
  });

  it('is none for an empty assistant message and for other events', () => {
    expect(messageOf(event(2, 'assistant/message', assistantData(1, 1, [], '')))).toBeNull();
    expect(messageOf(event(2, 'turn/start', { turn: 1 }))).toBeNull();
    expect(messageOf(event(2, 'acme/message', userMessage()))).toBeNull();
  });
});

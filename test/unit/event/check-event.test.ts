import { describe, expect, it } from 'vitest';
import { EventRefusedError } from '../../../lib/errors.ts';
import { checkEnvelope, checkEventType } from '../../../lib/event/check-event.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';

const good = { type: 'acme/note', seq: 3, time: 1000, data: null };

function refused(value: unknown, seq = 3): EventRefusedError {
  return refusalOfCall(() => checkEnvelope(value, seq), EventRefusedError);
}

describe('an event type', () => {
  it('is any text', () => {
    expect(() => checkEventType('acme/note')).not.toThrow();
    expect(() => checkEventType('__proto__')).not.toThrow();
  });

  it.each([[''], [undefined], [null], [7], [{}]])('is not %j', (type) => {
    const error = refusalOfCall(() => checkEventType(type, { eventType: 'seed', seq: 4 }), EventRefusedError);
    expect(error).toMatchObject({ code: 'INVALID_ENVELOPE', path: 'type', eventType: 'seed', seq: 4 });
  });

  it.each([['request/header-delta'], ['mode/set']])('is not the retired %s', (type) => {
    const error = refusalOfCall(() => checkEventType(type), EventRefusedError);
    expect(error).toMatchObject({ code: 'RETIRED_EVENT', path: 'type', eventType: type, seq: undefined });
    expect(refused({ ...good, type })).toMatchObject({ code: 'RETIRED_EVENT', path: 'type', seq: 3 });
  });
});

describe('an envelope', () => {
  it.each<[string, object]>([
    ['nothing but its four fields', good],
    ['time 0', { ...good, time: 0 }],
    ['data of any kind', { ...good, data: false }],
    ['ignorable', { ...good, ignorable: true }],
    ['an append and its sources', { ...good, surfaceOp: 'append', sourceEventSeqs: [0, 2] }],
    ['no sources', { ...good, surfaceOp: 'append', sourceEventSeqs: [] }],
    ['a replace', { ...good, surfaceOp: { op: 'replace', start: 0, end: 2 }, sourceEventSeqs: [0, 1, 2] }],
  ])('may have %s', (_name, value) => {
    expect(() => checkEnvelope(value, 3)).not.toThrow();
  });

  it.each<[unknown, string]>([
    [null, 'event'],
    ['event', 'event'],
    [[good], 'event'],
    [{ ...good, type: 1 }, 'type'],
    [{ ...good, type: '' }, 'type'],
    [{ type: 'a', seq: 3, time: 1 }, 'data'],
    [{ ...good, data: undefined }, 'data'],
    [{ ...good, seq: '3' }, 'seq'],
    [{ ...good, seq: -1 }, 'seq'],
    [{ ...good, seq: 2.5 }, 'seq'],
    [{ type: 'a', time: 1, data: 1 }, 'seq'],
    [{ ...good, time: -1 }, 'time'],
    [{ ...good, time: 1.5 }, 'time'],
    [{ ...good, time: 2 ** 53 }, 'time'],
    [{ ...good, time: '2026-01-01' }, 'time'],
    [{ ...good, ignorable: false }, 'ignorable'],
    [{ ...good, ignorable: undefined }, 'ignorable'],
    [{ ...good, id: 'x' }, 'id'],
    [{ ...good, surfaceOp: 'prepend' }, 'surfaceOp'],
    [{ ...good, surfaceOp: null }, 'surfaceOp'],
    [{ ...good, surfaceOp: ['append'] }, 'surfaceOp'],
    [{ ...good, surfaceOp: { op: 'append' } }, 'surfaceOp'],
    [{ ...good, surfaceOp: { op: 'replace', end: 2 } }, 'surfaceOp.start'],
    [{ ...good, surfaceOp: { op: 'replace', start: 0, end: -2 } }, 'surfaceOp.end'],
    [{ ...good, surfaceOp: { op: 'replace', start: 0, end: 1, by: 'x' } }, 'surfaceOp.by'],
    [{ ...good, sourceEventSeqs: 1 }, 'sourceEventSeqs'],
    [{ ...good, sourceEventSeqs: { 0: 1 } }, 'sourceEventSeqs'],
    [{ ...good, sourceEventSeqs: [0, [1, 2]] }, 'sourceEventSeqs[1]'],
    [{ ...good, sourceEventSeqs: [0.5] }, 'sourceEventSeqs[0]'],
  ])('is refused: %j at %s', (value, path) => {
    expect(refused(value)).toMatchObject({ code: 'INVALID_ENVELOPE', path, seq: 3 });
  });

  it('must have the next seq', () => {
    const error = refused({ ...good, seq: 5 });
    expect(error).toMatchObject({ code: 'SEQ_GAP', path: 'seq', seq: 3, eventType: 'acme/note' });
    expect(error.message).toBe('log must be contiguous: expected seq 3, got 5');
  });

  it('is refused in words that cut long values short', () => {
    expect(refused({ ...good, time: 'x'.repeat(100_000) }).message.length).toBeLessThan(200);
    expect(refused({ ...good, time: 'soon' }).message).toContain('time must be epoch milliseconds');
    expect(refused({ ...good, time: 'soon' }).message).toContain('got "soon"');
  });
});

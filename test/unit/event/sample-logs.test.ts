import { describe, expect, it } from 'vitest';
import { EventRefusedError } from '../../../lib/errors.ts';
import { checkEnvelope, checkEventData } from '../../../lib/event/check-event.ts';
import { snapshotJson } from '../../../lib/event/lossless-json.ts';
import { messageOf, Surface } from '../../../lib/rules/surface.ts';
import { TurnOrder } from '../../../lib/rules/turn-order.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';
import { readSampleLogs } from '../../fixtures/sample-log.ts';

const DAMAGED = '19-';

describe('the recorded logs', () => {
  const logs = readSampleLogs();

  it('are all there', () => {
    expect(logs.length).toBe(15);
    expect(logs.find((log) => log.name.startsWith('01-'))?.events.length).toBe(2098);
    expect(logs.find((log) => log.name.startsWith('03-'))?.events.length).toBe(813);
  });

  it.each(logs.filter((log) => !log.name.startsWith(DAMAGED)))(
    '$name: every event is accepted',
    ({ events }) => {
      const surface = new Surface();
      const order = new TurnOrder();
      for (const [seq, row] of events.entries()) {
        const event = snapshotJson(row, 'event').value;
        expect(JSON.stringify(event)).toBe(JSON.stringify(row));
        checkEnvelope(event, seq);
        checkEventData(event.type, event.data, seq);
        surface.checkEvent(event);
        order.check(event);
        const change = surface.changeOf(event);
        if (change !== null) surface.apply(change);
        order.apply(event);
      }
    },
  );

  it('19: the gap is refused where it is', () => {
    const [damaged] = readSampleLogs('19');
    const error = refusalOfCall(() => {
      for (const [seq, event] of (damaged?.events ?? []).entries()) checkEnvelope(event, seq);
    }, EventRefusedError);
    expect(error).toMatchObject({ code: 'SEQ_GAP', path: 'seq' });
  });

  it('09: the surface is no longer in the order of seqs after a compaction', () => {
    const surface = new Surface();
    const [log] = readSampleLogs('09');
    const events = (log?.events ?? []).map((row, seq) => {
      checkEnvelope(row, seq);
      return row;
    });
    for (const event of events) {
      const change = surface.changeOf(event);
      if (change !== null) surface.apply(change);
    }
    const roles = surface.entries.map(({ seq }) => {
      const event = events[seq];
      return event === undefined ? undefined : messageOf(event)?.role;
    });
    expect(surface.entries.map((entry) => entry.seq)).toEqual([21, 13, 15, 28]);
    expect(surface.replaceGeneration).toBe(1);
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant']);
  });
});

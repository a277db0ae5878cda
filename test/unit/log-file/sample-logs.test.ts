import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { writeLogFile } from '../../../lib/log-file/write-log-file.ts';
import { compressedSampleLog, sampleForkPoints, sampleLog, SOUND_SAMPLES } from '../../fixtures/dsh-logs.ts';
import { readSampleLogs } from '../../fixtures/sample-log.ts';
import { batchesOf, bytesOf, readAll, refused } from './read-all.ts';

const EVENTS: { readonly [number: string]: number } = {
  '01': 2098,
  '03': 813,
  '04': 200,
  '05': 99,
  '09': 31,
  '10': 45,
  '11': 24,
  '12': 24,
  '13': 12,
  '14': 32,
  '16': 61,
};

function turnEnds(events: readonly SessionEvent[]): number[] {
  return events.filter(({ type }) => type === 'turn/end').map(({ seq }) => seq);
}

async function rewritten(text: string, packChunks: boolean): Promise<string> {
  const { header, events } = await readAll(text);
  return new Response(writeLogFile(header, batchesOf(events, 7), { packChunks })).text();
}

describe.each(SOUND_SAMPLES)('sample %s', (number) => {
  test('has its events and turn ends, and no warnings', async () => {
    const { header, events, warnings, compressed, renamedTitle } = await readAll(sampleLog(number));
    expect(events).toHaveLength(EVENTS[number]!);
    expect(turnEnds(events)).toEqual(sampleForkPoints(number));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(warnings).toEqual([]);
    expect({ compressed, renamedTitle }).toEqual({ compressed: false, renamedTitle: null });
    const [{ header: recorded, events: rows } = { header: {}, events: [] }] = readSampleLogs(number);
    expect({ type: 'session', ...header }).toEqual(recorded);
    expect(JSON.stringify(events)).toBe(JSON.stringify(rows));
  });

  test('is written again byte for byte as DSH wrote it', async () => {
    expect(await rewritten(sampleLog(number), true)).toBe(sampleLog(number));
  });

  test('is the same record for record when it is written unpacked', async () => {
    const text = await rewritten(sampleLog(number), false);
    expect(text.trimEnd().split('\n')).toHaveLength(EVENTS[number]! + 1);
    expect(JSON.stringify((await readAll(text)).events)).toBe(
      JSON.stringify((await readAll(sampleLog(number))).events),
    );
  });

  test('is the same from bytes', async () => {
    const fromBytes = await readAll(bytesOf(sampleLog(number)));
    expect(JSON.stringify(fromBytes.events)).toBe(JSON.stringify((await readAll(sampleLog(number))).events));
  });
});

describe('the damaged and odd samples', () => {
  test('05 has its lineage', async () => {
    const { header } = await readAll(sampleLog('05'));
    const parent = await readAll(sampleLog('04'));
    expect(header).toMatchObject({ parentSession: parent.header.id, seedLength: 42 });
  });

  test('19 is refused at its gap', async () => {
    // DSH counts from 0 and says 7; this is the line that an editor shows.
    expect(await refused(sampleLog('19'))).toMatchObject({
      code: 'SEQ_GAP',
      line: 8,
      message: 'seq gap in committed region at line 8 (expected 6, got 87)',
    });
  });

  test('21 ends in an open turn', async () => {
    const { events, warnings } = await readAll(sampleLog('21'));
    expect(events).toHaveLength(447);
    expect(turnEnds(events)).toEqual([220, 324, 368]);
    expect(warnings).toEqual([]);
    expect(await rewritten(sampleLog('21'), true)).toBe(sampleLog('21'));
  });

  test('22 loses its torn last line', async () => {
    const text = sampleLog('22');
    const { events, warnings } = await readAll(text);
    expect(events).toHaveLength(46);
    expect(turnEnds(events)).toEqual([41]);
    const line = text.split('\n').length;
    expect(warnings).toEqual([
      { kind: 'torn-tail-dropped', line, message: 'the last line was cut off and was dropped' },
    ]);
  });

  test('23 keeps its unknown event, with a note', async () => {
    const { events, warnings } = await readAll(sampleLog('23'));
    expect(events).toHaveLength(20);
    expect(turnEnds(events)).toEqual([17]);
    expect(events.at(-1)?.type).toBe('acme/note');
    expect(warnings).toEqual([
      {
        kind: 'unknown-event-type',
        line: 21,
        message: 'event type "acme/note" is kept, but DSH would refuse to load this log',
      },
    ]);
    expect(await rewritten(sampleLog('23'), true)).toBe(sampleLog('23'));
  });

  test('25 is 05 in zstd frames', async () => {
    const compressed = await readAll(await compressedSampleLog());
    const plain = await readAll(sampleLog('05'));
    expect(compressed.compressed).toBe(true);
    expect(compressed.header).toEqual(plain.header);
    expect(JSON.stringify(compressed.events)).toBe(JSON.stringify(plain.events));
    expect(compressed.warnings).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { writeLogFile } from '../../../lib/log-file/write-log-file.ts';
import { compressedSampleLog } from '../../fixtures/dsh-logs.ts';
import { userMessage } from '../../fixtures/sample-event.ts';
import { HEADER } from './log-text.ts';
import { batchesOf, bytesOf, readAll, readAsFarAsPossible, streamOf } from './read-all.ts';
import { concat, zstdFrame } from './zstd-writer.ts';

/** Any UTF-16 units: halves of characters, control characters and line ends among them. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(10, 13, 34, 92, 0xd83d, 0xde00)), {
    maxLength: 8,
  })
  .map((units) => String.fromCharCode(...units));

const anyKey = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toJSON', 'type', '1', ''));

/** Parsed, so that `__proto__` is a key like others, and -0 is none. */
const anyJson = fc
  .letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      anyText.map((text) => JSON.stringify(text)),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
      fc.constantFrom('null', 'true', 'false'),
      fc.array(tie('value')).map((values) => `[${values.join()}]`),
      fc
        .uniqueArray(fc.tuple(anyKey, tie('value')), { selector: ([key]) => key })
        .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
    ),
  }))
  .value.map((json): unknown => JSON.parse(json));

const anyDelta = fc.oneof(
  fc.record({ type: fc.constantFrom('text-delta', 'reasoning-delta'), index: fc.nat(1), text: anyText }),
  fc.record(
    {
      type: fc.constant('tool-call-delta'),
      index: fc.nat(1),
      id: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('x', 'y'),
      argumentsDelta: anyText,
    },
    { requiredKeys: ['type', 'index', 'id', 'argumentsDelta'] },
  ),
);

type Draft = Omit<SessionEvent, 'seq' | 'time'>;

const anyDraft: fc.Arbitrary<Draft[]> = fc.oneof(
  // Runs of like deltas, some of them too short to be packed.
  fc.tuple(anyDelta, fc.array(anyText, { minLength: 1, maxLength: 6 })).map(([delta, texts]): Draft[] =>
    texts.map((text) => ({
      type: 'assistant/chunk',
      data: {
        turn: 1,
        step: 1,
        chunk: 'text' in delta ? { ...delta, text } : { ...delta, argumentsDelta: text },
      },
    })),
  ),
  fc
    .record({ type: fc.constantFrom('acme/note', 'goal/change', 'session'), data: anyJson })
    .map((draft): Draft[] => [draft]),
  anyJson.map((data): Draft[] => [{ type: 'acme/hint', data, ignorable: true }]),
  anyText.map((text): Draft[] => [{ type: 'user/message', data: userMessage(text), surfaceOp: 'append' }]),
  fc.constant<Draft[]>([{ type: 'turn/end', data: { turn: 1, reason: { kind: 'completed' } } }]),
);

const anyEvents = fc
  .tuple(fc.array(anyDraft, { maxLength: 12 }), fc.array(fc.nat(2 ** 41), { minLength: 1, maxLength: 5 }))
  .map(([drafts, times]) =>
    drafts.flat().map(({ type, data, ...rest }, seq): SessionEvent => ({
      type,
      seq,
      time: times[seq % times.length] ?? 0,
      data,
      ...rest,
    })),
  );

const anyCuts = fc.array(fc.nat(3_000), { maxLength: 20 });

async function written(events: readonly SessionEvent[], packChunks: boolean): Promise<string> {
  return new Response(writeLogFile(HEADER, batchesOf(events, 5), { packChunks })).text();
}

/** As DSH writes a file: the header in a frame, and each batch in one. */
function compressed(text: string, batchLines: number): Uint8Array<ArrayBuffer> {
  const lines = text.split('\n').slice(0, -1);
  const groups = [lines.slice(0, 1)];
  for (let start = 1; start < lines.length; start += batchLines)
    groups.push(lines.slice(start, start + batchLines));
  return concat(
    ...groups.map((group) =>
      zstdFrame(bytesOf(group.map((line) => `${line}\n`).join('')), { blockLength: 97 }),
    ),
  );
}

const json = (events: readonly SessionEvent[]) => events.map((event) => JSON.stringify(event));

describe('any events', () => {
  test('come back as they were, packed or not, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.boolean(),
        fc.boolean(),
        anyCuts,
        async (events, packChunks, crlf, cuts) => {
          const text = await written(events, packChunks);
          const bytes = bytesOf(crlf ? text.replaceAll('\n', '\r\n') : text);
          const read = await readAll(streamOf(bytes, cuts));
          expect(json(read.events)).toEqual(json(events));
          expect(read.header).toEqual(HEADER);
          expect(json((await readAll(text)).events)).toEqual(json(events));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('come back from zstd frames', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.integer({ min: 1, max: 6 }),
        anyCuts,
        async (events, batchLines, cuts) => {
          const bytes = compressed(await written(events, true), batchLines);
          expect(json((await readAll(streamOf(bytes, cuts))).events)).toEqual(json(events));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('are written again as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.boolean(), async (events, packChunks) => {
        const text = await written(events, packChunks);
        expect(await written((await readAll(text)).events, packChunks)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a file that is cut off', () => {
  test('gives every event of its whole lines, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (events, packChunks, part) => {
          const bytes = bytesOf(await written(events, packChunks));
          const cut = Math.floor(part * bytes.length);
          const whole = bytes.subarray(0, cut).lastIndexOf(10) + 1;
          const read = await readAsFarAsPossible(bytes.slice(0, cut));
          if (whole === 0) expect(read.error?.code).toBe('MISSING_HEADER');
          else {
            expect(read.error).toBeNull();
            expect(json(read.events)).toEqual(json((await readAll(bytes.slice(0, whole))).events));
            expect(json(read.events)).toEqual(json(events).slice(0, read.events.length));
            const torn = read.warnings.some(({ kind }) => kind === 'torn-tail-dropped');
            expect(torn).toBe(whole < cut);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('in zstd frames gives every event of its whole frames, and nothing that was not there', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.double({ min: 0, max: 1, noNaN: true }), async (events, part) => {
        const text = await written(events, true);
        const bytes = compressed(text, 3);
        const cut = Math.floor(part * bytes.length);
        const read = await readAsFarAsPossible(bytes.slice(0, cut));
        if (read.error !== null) {
          expect(read.error.code).toBe('MISSING_HEADER');
          expect(read.events).toEqual([]);
        }
        expect(json(read.events)).toEqual(json(events).slice(0, read.events.length));
      }),
      { numRuns: 300 },
    );
  });

  test('the recorded zstd file, at every fifth byte', async () => {
    const bytes = new Uint8Array(await (await compressedSampleLog()).arrayBuffer());
    const { events } = await readAll(bytes);
    const seen = new Set<number>();
    for (let cut = 0; cut < bytes.length; cut += 5) {
      const read = await readAsFarAsPossible(bytes.slice(0, cut));
      expect(json(read.events)).toEqual(json(events).slice(0, read.events.length));
      if (read.error !== null) expect(read.error.code).toBe('MISSING_HEADER');
      seen.add(read.events.length);
    }
    // One for each of its frames: all records of a batch lie in one block.
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('a file with a changed byte', () => {
  async function changedAt(bytes: Uint8Array, at: number, by: number) {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ by;
    return readAsFarAsPossible(changed);
  }

  test('is read or refused, and never fails otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.nat(100_000),
        fc.integer({ min: 1, max: 255 }),
        async (events, at, by) => {
          const bytes = bytesOf(await written(events, true));
          const read = await changedAt(bytes, at % bytes.length, by);
          expect(read.events.map(({ seq }) => seq)).toEqual(read.events.map((_, index) => index));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('in zstd frames with checksums gives nothing that was not there', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.nat(100_000),
        fc.integer({ min: 1, max: 255 }),
        async (events, at, by) => {
          const bytes = compressed(await written(events, true), 3);
          const read = await changedAt(bytes, at % bytes.length, by);
          expect(json(read.events)).toEqual(json(events).slice(0, read.events.length));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('the recorded zstd file, at every fifth byte', async () => {
    const bytes = new Uint8Array(await (await compressedSampleLog()).arrayBuffer());
    const { events } = await readAll(bytes);
    for (let at = 0; at < bytes.length; at += 5) {
      const read = await changedAt(bytes, at, 1 << (at % 8));
      expect(json(read.events)).toEqual(json(events).slice(0, read.events.length));
    }
  });
});

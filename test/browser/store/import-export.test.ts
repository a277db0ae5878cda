import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  LogFileError,
  openSessionStore,
  SessionError,
  SessionForkError,
  type LogSource,
  type SessionStore,
} from '../../../lib/index.ts';
import { appendTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { compressedSampleLog, sampleForkPoints, sampleLog, SOUND_SAMPLES } from '../../fixtures/dsh-logs.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

let store: SessionStore;
let name: string;

beforeEach(async () => {
  name = newDatabaseName('import');
  store = await openSessionStore({ name });
});

afterEach(async () => {
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

async function exported(id: string, packChunks = true): Promise<string> {
  return new Response(await store.exportLog(id, { packChunks })).text();
}

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

describe('a sample log', () => {
  test.each(SOUND_SAMPLES)(
    '%s imports, forks at every turn/end and nowhere else, and exports as it was',
    async (number) => {
      const text = sampleLog(number);
      const { sessionId, events, warnings } = await store.importLog(text);
      expect(warnings).toEqual([]);
      const ends = sampleForkPoints(number);
      expect((await store.forkPoints(sessionId)).map(({ seq }) => seq)).toEqual(ends);
      const all = await store.events(sessionId);
      expect(all).toHaveLength(events);
      const tried = Array.from({ length: events }, (_, seq) => seq).filter(
        (seq) => events < 120 || ends.some((end) => Math.abs(end - seq) < 3) || seq % 97 === 0,
      );
      for (const seq of tried) {
        if (ends.includes(seq)) {
          const child = await store.fork(sessionId, seq);
          expect(await child.events()).toEqual(all.slice(0, seq + 1));
          await store.delete(child.id);
        } else await refusalOf(store.fork(sessionId, seq), SessionForkError);
      }
      expect(await exported(sessionId)).toBe(text);
      const unpacked = await exported(sessionId, false);
      expect(unpacked.trimEnd().split('\n')).toHaveLength(events + 1);
      await store.delete(sessionId);
      await store.importLog(unpacked);
      expect(await store.events(sessionId)).toEqual(all);
    },
  );

  test('21 is repaired when it is opened, as DSH does', async () => {
    const { sessionId, events } = await store.importLog(sampleLog('21'));
    expect(events).toBe(447);
    expect((await store.summary(sessionId))?.openTurn).toBe(4);
    const session = await store.open(sessionId);
    expect(session.seq).toBe(450);
    expect((await session.forkPoints()).map(({ seq }) => seq)).toEqual(sampleForkPoints('21'));
    await session.flush();
    await session.close();
    expect((await store.open(sessionId)).seq).toBe(450);
  });

  test('22 loses its torn last line, with a warning, and is repaired when it is opened', async () => {
    const { sessionId, events, warnings } = await store.importLog(sampleLog('22'));
    expect(events).toBe(46);
    expect(warnings).toMatchObject([{ kind: 'torn-tail-dropped' }]);
    const session = await store.open(sessionId);
    expect((await session.forkPoints()).map(({ seq }) => seq)).toEqual(sampleForkPoints('22'));
    expect(session.seq).toBe(48);
  });

  test('19, damaged before a turn/end, is refused with its line, and nothing is stored', async () => {
    // DSH says "line 7": it counts from 0. Ours is the line that an editor shows.
    expect(await refusalOf(store.importLog(sampleLog('19')), LogFileError)).toMatchObject({
      code: 'SEQ_GAP',
      line: 8,
      message: 'seq gap in committed region at line 8 (expected 6, got 87)',
    });
    expect((await store.list()).sessions).toEqual([]);
  });

  test('23 keeps its unknown event, notes that DSH would refuse it, and exports it', async () => {
    const { sessionId, warnings } = await store.importLog(sampleLog('23'));
    expect(warnings).toMatchObject([{ kind: 'unknown-event-type' }]);
    expect(warnings[0]?.message).toContain('acme/note');
    expect((await store.events(sessionId)).at(-1)?.type).toBe('acme/note');
    expect(await exported(sessionId)).toBe(sampleLog('23'));
  });

  test('25, compressed, is log 05', async () => {
    const { sessionId } = await store.importLog(await compressedSampleLog());
    expect(await exported(sessionId)).toBe(sampleLog('05'));
  });

  test('05 shares the pages of its parent where that is stored', async () => {
    const parent = await store.importLog(sampleLog('04'));
    const child = await store.importLog(sampleLog('05'));
    expect(child.sharedEvents).toBe(42);
    expect((await store.list({ parent: parent.sessionId })).sessions.map(({ id }) => id)).toEqual([
      child.sessionId,
    ]);
    const events = await store.events(child.sessionId);
    expect(await store.delete(parent.sessionId)).toEqual({ pagesKeptFor: [child.sessionId] });
    expect(await store.events(child.sessionId)).toEqual(events);
    expect(await exported(child.sessionId)).toBe(sampleLog('05'));
  });

  test('05 shares nothing with a parent whose prefix differs', async () => {
    const other = sampleLog('04').replace('MARMALADE', 'CHUTNEY');
    await store.importLog(other);
    const child = await store.importLog(sampleLog('05'));
    expect(child.sharedEvents).toBe(0);
    expect(await exported(child.sessionId)).toBe(sampleLog('05'));
  });

  test('05 arrives with its lineage before its parent does', async () => {
    const child = await store.importLog(sampleLog('05'));
    expect((await store.summary(child.sessionId))?.header).toMatchObject({ seedLength: 42 });
    await store.importLog(sampleLog('04'));
    expect(await exported(child.sessionId)).toBe(sampleLog('05'));
  });

  test('03 and 21 have one id: the second is refused, or stored under another', async () => {
    const first = await store.importLog(sampleLog('03'));
    const before = await store.events(first.sessionId);
    const taken = await refusalOf(store.importLog(sampleLog('21')), LogFileError);
    expect(taken).toMatchObject({ code: 'SESSION_ALREADY_EXISTS', line: 1 });
    expect(await store.events(first.sessionId)).toEqual(before);
    const second = await store.importLog(sampleLog('21'), { sessionId: 'other' });
    expect(second.sessionId).toBe('other');
    expect((await store.summary('other'))?.header.id).toBe('other');
  });
});

describe('a damaged file leaves the store as it was', () => {
  const lines = () => sampleLog('03').split('\n');

  test.each([
    ['bad JSON in the middle', (all: string[]) => all.with(56, '{"type":'), 'INVALID_RECORD', 57],
    ['a missing event', (all: string[]) => all.toSpliced(56, 1), 'SEQ_GAP', 57],
    [
      'a malformed message',
      (all: string[]) => all.with(7, all[7]?.replace('"role":"user"', '"role":"nobody"') ?? ''),
      'INVALID_RECORD',
      8,
    ],
    ['no header', (all: string[]) => all.slice(1), 'MISSING_HEADER', 1],
    [
      'a later format',
      (all: string[]) => all.with(0, all[0]?.replace('"version":0', '"version":3') ?? ''),
      'UNSUPPORTED_VERSION',
      1,
    ],
    ['nothing in it', () => [''], 'MISSING_HEADER', 1],
  ] as const)('%s', async (_what, damage, code, line) => {
    const kept = await store.create('kept');
    appendTurn(kept);
    await kept.flush();
    const before = await store.list();
    const damaged = damage(lines()).join('\n');
    expect(await refusalOf(store.importLog(damaged), LogFileError)).toMatchObject({ code, line });
    expect(await store.list()).toEqual(before);
    expect(await store.check()).toEqual([]);
  });

  test('a surface that does not fit', async () => {
    const text = sampleLog('09').replace(
      '"surfaceOp":{"op":"replace","start":',
      '"surfaceOp":{"op":"replace","start":1',
    );
    const line = text.split('\n').findIndex((record) => record.includes('"op":"replace"')) + 1;
    expect(await refusalOf(store.importLog(text), LogFileError)).toMatchObject({
      code: 'INVALID_RECORD',
      line,
    });
    expect((await store.list()).sessions).toEqual([]);
  });
});

describe('a long import', () => {
  function longLog(turns: number): string {
    const out = [
      JSON.stringify({ type: 'session', version: 0, id: 'long', createdAt: 1, delegationDepth: 0 }),
    ];
    let seq = 0;
    const add = (type: string, data: unknown, extra: object = {}) => {
      out.push(JSON.stringify({ type, seq, time: 1_000 + seq, data, ...extra }));
      seq += 1;
    };
    for (let turn = 1; turn <= turns; turn += 1) {
      add('turn/start', { turn });
      add('step/start', { turn, step: 1 });
      for (let index = 0; index < 400; index += 1) {
        add('assistant/chunk', {
          turn,
          step: 1,
          chunk: { type: 'text-delta', index: 0, text: `word ${index} ` },
        });
      }
      add('step/end', { turn, step: 1 });
      add('turn/end', { turn, reason: { kind: 'completed' } });
    }
    return `${out.join('\n')}\n`;
  }

  test('is written while it is read, tells its progress, and appears whole', async () => {
    const text = longLog(60);
    const events: number[] = [];
    const importing = store.importLog(new Blob([text]), {
      onProgress: (progress) => events.push(progress.events),
    });
    expect((await store.list()).sessions).toEqual([]);
    const result = await importing;
    expect(result.events).toBe(60 * 404);
    expect(events.at(-1)).toBe(result.events);
    expect((await store.forkPoints('long')).length).toBe(60);
    expect(await exported('long', false)).toBe(text);
  });

  test('that is aborted leaves nothing, and its id free', async () => {
    const controller = new AbortController();
    const importing = store.importLog(new Blob([longLog(60)]), {
      signal: controller.signal,
      onProgress: ({ events }) => {
        if (events > 0) controller.abort();
      },
    });
    expect((await refusalOf(importing, LogFileError)).code).toBe('IMPORT_ABORTED');
    expect((await store.list()).sessions).toEqual([]);
    expect(await store.check()).toEqual([]);
    await store.create('long');
  });

  test('that is aborted when all has been read is not published', async () => {
    const controller = new AbortController();
    const text = longLog(1);
    const importing = store.importLog(text, {
      signal: controller.signal,
      onProgress: ({ events }) => {
        if (events === 404) controller.abort();
      },
    });
    expect((await refusalOf(importing, LogFileError)).code).toBe('IMPORT_ABORTED');
    expect((await store.list()).sessions).toEqual([]);
    expect(await store.check()).toEqual([]);
  });

  test('keeps its id taken, cannot be opened, forked or deleted meanwhile', async () => {
    let finish: () => void = () => undefined;
    const [header = '', ...rest] = longLog(2).split('\n');
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder();
        controller.enqueue(encoder.encode(`${header}\n`));
        finish = () => {
          controller.enqueue(encoder.encode(rest.join('\n')));
          controller.close();
        };
      },
    });
    const importing = store.importLog(source);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await refusalOf(store.create('long'), SessionError)).code).toBe('SESSION_ALREADY_EXISTS');
    expect((await refusalOf(store.open('long'), SessionError)).code).toBe('SESSION_NOT_FOUND');
    expect((await refusalOf(store.delete('long'), SessionError)).code).toBe('SESSION_NOT_FOUND');
    expect((await refusalOf(store.fork('long'), SessionForkError)).code).toBe('SESSION_NOT_FOUND');
    expect((await refusalOf(store.importLog(longLog(1)), LogFileError)).code).toBe('SESSION_ALREADY_EXISTS');
    finish();
    expect((await importing).events).toBe(808);
  });

  test('whose id is taken lets go of its source', async () => {
    await store.create('long');
    let cancelled = false;
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(longLog(1)));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect((await refusalOf(store.importLog(source), LogFileError)).code).toBe('SESSION_ALREADY_EXISTS');
    expect([cancelled, source.locked]).toEqual([true, false]);
  });

  test('whose tab died is swept by whoever opens the store a minute later', async () => {
    const text = longLog(40);
    let fail: () => void = () => undefined;
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text.slice(0, -2_000)));
        // The import may have found out by itself by then, and cancelled its source.
        fail = () => {
          try {
            controller.close();
          } catch {
            expect(source.locked).toBe(false);
          }
        };
      },
    });
    const importing = store.importLog(source);
    importing.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const later = await openSessionStore({ name, now: () => Date.now() + 120_000 });
    expect(await later.check()).toEqual([]);
    await later.create('long');
    await later.close();
    fail();
    await refusalOf(importing, LogFileError);
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['long']);
  });
});

test('a whole lineage goes out and comes back in any order: ids, forks, titles, events', async () => {
  const root = await store.create('root');
  const ends = [appendTurn(root), appendTurn(root), appendTurn(root)];
  for (const [index, end] of ends.entries()) appendTurn(await store.fork(root, end, `fork-${index}`));
  appendTurn(await store.fork('fork-1', undefined, 'nested'));
  await store.rename('fork-2', 'named by hand');
  await store.flush();
  const ids = ['root', 'fork-0', 'fork-1', 'fork-2', 'nested'];
  const state = (of: SessionStore) =>
    Promise.all(
      ids.map(async (id) => {
        const summary = await of.summary(id);
        return { header: summary?.header, title: summary?.title, events: await of.events(id) };
      }),
    );
  const before = await state(store);
  const files = new Map<string, string>();
  for (const id of ids) files.set(id, await exported(id));
  for (const id of ids) await store.delete(id);
  for (const id of ['nested', 'fork-2', 'root', 'fork-0', 'fork-1'])
    await store.importLog(files.get(id) ?? '');
  const after = await state(store);
  expect(after).toEqual(
    before.map(({ header, ...rest }) => ({ header: { ...header, delegationDepth: 0 }, ...rest })),
  );
});

describe('a source', () => {
  test.each<[string, (text: string) => LogSource]>([
    ['text', (text) => text],
    ['a Blob', (text) => new Blob([text])],
    ['bytes', (text) => new TextEncoder().encode(text)],
    ['a stream in small pieces', (text) => streamOf(...(text.match(/[^]{1,501}/g) ?? []))],
  ])('may be %s', async (_what, source) => {
    const { events } = await store.importLog(source(sampleLog('04')));
    expect(events).toBe(200);
  });
});

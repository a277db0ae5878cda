import { describe, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import type { SessionHeader } from '../../../lib/event/session-header.ts';
import { writeLogFile } from '../../../lib/log-file/write-log-file.ts';
import { chunk, HEADER, HEADER_LINE, logText, note, turnEnd, turnStart } from './log-text.ts';
import { batchesOf, readAll } from './read-all.ts';

function textOf(...args: Parameters<typeof writeLogFile>): Promise<string> {
  return new Response(writeLogFile(...args)).text();
}

describe('a written log', () => {
  test('begins with its header, in the order of the format', async () => {
    const header: SessionHeader = {
      agentPreset: 'coder',
      delegationDepth: 2,
      origin: 'subagent',
      seedLength: 0,
      parentSession: 'p',
      cwd: '/x',
      createdAt: 1,
      id: 's',
      version: 0,
    };
    expect(await textOf(header, batchesOf([]))).toBe(
      '{"type":"session","version":0,"id":"s","createdAt":1,"cwd":"/x","parentSession":"p","seedLength":0,"origin":"subagent","delegationDepth":2,"agentPreset":"coder"}\n',
    );
  });

  test('tells the delegation depth, which a file must have', async () => {
    const header: SessionHeader = { version: 0, id: 's', createdAt: 1 };
    expect(await textOf(header, batchesOf([]))).toBe(`${HEADER_LINE}\n`);
  });

  test('has a line an event, in the order of its keys', async () => {
    const text = logText(
      '{"seq":0,"data":{"__proto__":[1],"b":1,"a":"\\ud800"},"time":5,"type":"acme/x","ignorable":true}',
    );
    const { header, events } = await readAll(text);
    expect(await textOf(header, batchesOf(events))).toBe(text);
  });

  test('packs runs across batches, or not at all', async () => {
    const events = [turnStart(0), ...Array.from({ length: 300 }, (_, index) => chunk(index + 1)), note(301)];
    const lines = async (packChunks?: boolean) =>
      (await textOf(HEADER, batchesOf(events, 7), packChunks === undefined ? {} : { packChunks }))
        .trimEnd()
        .split('\n');
    expect(await lines()).toHaveLength(4);
    expect(await lines(true)).toHaveLength(4);
    expect(await lines(false)).toHaveLength(303);
    for (const packChunks of [true, false]) {
      expect((await readAll(await textOf(HEADER, batchesOf(events, 7), { packChunks }))).events).toEqual(
        events,
      );
    }
  });
});

describe('a title that rename gave', () => {
  const events = [turnStart(0), turnEnd(1)];
  const renamedTitle = { title: 'mine', time: 77 };

  test('is a last record that DSH reads as a title, and comes back as what it was', async () => {
    const text = await textOf(HEADER, batchesOf(events), { renamedTitle });
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '{"type":"session/title","seq":2,"time":77,"data":{"title":"mine","source":{"kind":"user"},"turnfork":{"renamed":true}}}',
    );
    const read = await readAll(text);
    expect(read.events).toEqual(events);
    expect(read.renamedTitle).toBe('mine');
    expect(read.warnings).toEqual([]);
    const counted: number[] = [];
    await readAll(text, { onProgress: (progress) => counted.push(progress.events) });
    expect(counted).toEqual([2]);
  });

  test('comes after a run that is still being packed', async () => {
    const chunks = [0, 1, 2].map((seq) => chunk(seq));
    const text = await textOf(HEADER, batchesOf(chunks), { renamedTitle });
    expect(await readAll(text)).toMatchObject({ events: chunks, renamedTitle: 'mine' });
  });

  test('of an empty session', async () => {
    const text = await textOf(HEADER, batchesOf([]), { renamedTitle });
    expect(await readAll(text)).toMatchObject({ events: [], renamedTitle: 'mine' });
  });

  const record = {
    type: 'session/title',
    seq: 1,
    time: 7,
    data: { title: 't', source: { kind: 'user' }, turnfork: { renamed: true } },
  };
  const { data } = record;

  test('is a title of the log where the log goes on after it', async () => {
    for (const rest of [`${JSON.stringify(note(2))}\n`, `${JSON.stringify(note(7))}\n`, '{"type":']) {
      const read = await readAll(logText(note(0), record) + rest);
      expect(read.events.slice(0, 2)).toEqual([note(0), record]);
      expect(read.renamedTitle).toBeNull();
    }
    const twice = await readAll(logText(note(0), record, { ...record, seq: 2 }));
    expect(twice).toMatchObject({ events: [note(0), record], renamedTitle: 't' });
  });

  test.each<[string, object]>([
    ['no mark', { ...record, data: { title: 't', source: { kind: 'user' } } }],
    ['another mark', { ...record, data: { ...data, turnfork: { renamed: false } } }],
    ['more in the mark', { ...record, data: { ...data, turnfork: { renamed: true, at: 1 } } }],
    ['another source', { ...record, data: { ...data, source: { kind: 'model' } } }],
    ['more in its data', { ...record, data: { ...data, messageSeqs: [0] } }],
    ['more around its data', { ...record, ignorable: true }],
  ])('is an event of the log with %s', async (_what, other) => {
    const read = await readAll(logText(note(0), other));
    expect(read.events).toEqual([note(0), other]);
    expect(read.renamedTitle).toBeNull();
  });
});

describe('the stream', () => {
  function watched(batches: number) {
    const closed = vi.fn();
    let asked = 0;
    const iterate = async function* (): AsyncGenerator<readonly SessionEvent[]> {
      try {
        for (let seq = 0; seq < batches; seq += 1) {
          asked += 1;
          yield [note(seq)];
        }
      } finally {
        closed();
      }
    };
    return { batches: iterate(), closed, asked: () => asked };
  }

  test('reads a batch only when somebody asks for it', async () => {
    const { batches, asked } = watched(10);
    const reader = writeLogFile(HEADER, batches).getReader();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked()).toBe(0);
    await reader.read();
    expect(asked()).toBe(0);
    await reader.read();
    expect(asked()).toBe(1);
  });

  test('closes the events when it is cancelled', async () => {
    const { batches, closed, asked } = watched(10);
    const reader = writeLogFile(HEADER, batches).getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    expect(closed).toHaveBeenCalledOnce();
    expect(asked()).toBe(1);
  });

  test('fails with the reason of an abort, and closes the events', async () => {
    const { batches, closed } = watched(10);
    const controller = new AbortController();
    const reader = writeLogFile(HEADER, batches, { signal: controller.signal }).getReader();
    await reader.read();
    await reader.read();
    controller.abort('enough');
    await expect(reader.read()).rejects.toBe('enough');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('lets go of the events at an abort, though nobody reads on', async () => {
    const { batches, closed } = watched(10);
    const controller = new AbortController();
    const reader = writeLogFile(HEADER, batches, { signal: controller.signal }).getReader();
    await reader.read();
    await reader.read();
    controller.abort('enough');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
    await expect(reader.closed).rejects.toBe('enough');
  });

  test('fails at an abort while the events keep it waiting', async () => {
    const never = new Promise<IteratorResult<readonly SessionEvent[]>>(() => undefined);
    const waiting = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
    const controller = new AbortController();
    const reader = writeLogFile(HEADER, waiting, { signal: controller.signal }).getReader();
    await reader.read();
    const read = reader.read();
    await new Promise((resolve) => setTimeout(resolve));
    controller.abort('enough');
    await expect(read).rejects.toBe('enough');
  });

  test('of a signal that was aborted before reads nothing', async () => {
    const { batches, asked } = watched(10);
    const stream = writeLogFile(HEADER, batches, { signal: AbortSignal.abort('enough') });
    await expect(stream.getReader().read()).rejects.toBe('enough');
    expect(asked()).toBe(0);
  });

  test('no longer hears the signal once it has ended', async () => {
    const { signal } = new AbortController();
    const removed = vi.fn();
    const listen = vi.spyOn(signal, 'addEventListener').mockImplementation((_type, _listener, options) => {
      if (typeof options === 'object') options.signal?.addEventListener('abort', removed);
    });
    await textOf(HEADER, batchesOf([note(0)]), { signal });
    expect(listen).toHaveBeenCalledOnce();
    expect(removed).toHaveBeenCalledOnce();
    await writeLogFile(HEADER, batchesOf([note(0)]), { signal }).cancel();
    expect(removed).toHaveBeenCalledTimes(2);
  });

  test('fails as the events do', async () => {
    const failure = new DOMException('gone', 'NotFoundError');
    const failing = async function* (): AsyncGenerator<readonly SessionEvent[]> {
      yield [note(0)];
      throw failure;
    };
    await expect(textOf(HEADER, failing())).rejects.toBe(failure);
  });
});

import { APICallError, streamText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordTurn, toModelMessages } from '../../../../lib/adapters/ai-sdk/index.ts';
import { ask, call, finish, header, modelOf, newSession, plain, ran, text, tools } from './mock-model.ts';
import { expectValidLog, typesOf } from './valid-log.ts';

beforeEach(() => {
  ran.length = 0;
});

describe('a turn with tools', () => {
  it('is recorded in the order of the vocabulary, with usage, and the model gets its own words back', async () => {
    const recorded = await newSession();
    const { session } = recorded;
    const model = modelOf(
      [
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'They want a sum.' },
        { type: 'reasoning-end', id: 'r', providerMetadata: { mock: { signature: 'abc' } } },
        ...call('c1', 'add', '{"a": 1, "b":2}'),
        ...call('c2', 'echo', '{"text":"hi"}'),
        finish('tool-calls'),
      ],
      [...text('t', '1 + 2', ' = 3'), finish()],
    );
    let response: unknown;
    const turn = await recordTurn(session, {
      prompt: 'What is 1 + 2?',
      header,
      stream: (modelCall) => {
        const result = ask(model)(modelCall);
        response = result.responseMessages;
        return result;
      },
    });
    const events = await expectValidLog(recorded);
    expect(typesOf(events)).toEqual([
      'turn/start',
      'user/message',
      'step/start',
      'request/header',
      'assistant/message',
      'tool/call',
      'tool/call',
      'tool/result',
      'tool/result',
      'step/end',
      'step/start',
      'assistant/message',
      'step/end',
      'turn/end',
    ]);
    expect(turn).toMatchObject({
      turn: 1,
      reason: { kind: 'completed' },
      failure: null,
      problems: [],
      usage: { inputTokens: 60, outputTokens: 24, cacheReadTokens: 20, reasoningTokens: 10 },
    });
    expect(turn.seq).toBe(session.lastForkPoint);
    const called = events.find((event) => event.type === 'tool/call');
    expect(called?.data).toMatchObject({ callId: 'c1', name: 'add', arguments: '{"a": 1, "b":2}' });
    const message = events.find((event) => event.type === 'assistant/message');
    const chunks = events.filter(
      (event) => event.type === 'assistant/chunk' && event.seq < (message?.seq ?? 0),
    );
    expect(message?.sourceEventSeqs).toEqual(chunks.map((event) => event.seq));
    expect(message?.data).toMatchObject({ usage: { inputTokens: 30, outputTokens: 12 } });
    const derived = toModelMessages(await session.deriveMessages());
    expect(plain(derived)).toEqual([
      { role: 'user', content: 'What is 1 + 2?' },
      ...(plain(await response) as unknown[]),
    ]);
    expect(JSON.stringify(derived)).toContain('"signature":"abc"');
  });

  it('commits a call before its tool runs', async () => {
    const { store, session } = await newSession();
    const seen: string[] = [];
    const model = modelOf(call('c1', 'add', '{"a":1,"b":2}').concat(finish('tool-calls')));
    const watched = {
      ...tools,
      add: {
        ...tools.add,
        execute: async ({ a, b }: { a: number; b: number }) => {
          const stored = await store.events(session.id);
          expect(session.durableSeq).toBe(session.seq);
          seen.push(...typesOf(stored));
          return { sum: a + b };
        },
      },
    };
    await recordTurn(session, {
      prompt: 'go',
      header,
      stream: (modelCall) => streamText({ model, tools: watched, ...modelCall }),
    });
    expect(seen.slice(-2)).toEqual(['assistant/message', 'tool/call']);
  });

  it('gives a failing tool, a tool that nothing runs, and arguments that are no JSON one result each', async () => {
    const recorded = await newSession();
    const model = modelOf([
      ...call('c1', 'fail', '{}'),
      ...call('c2', 'elsewhere', '{}'),
      ...call('c3', 'add', '{"a":'),
      ...call('c4', 'unknown-tool', '{}'),
      finish('tool-calls'),
    ]);
    await recordTurn(recorded.session, { prompt: 'go', header, stream: ask(model) });
    const events = await expectValidLog(recorded);
    const codes = events
      .filter((event) => event.type === 'tool/result')
      .map((event) => {
        const data = event.data as { message: { source: { callId: string } }; error?: { code: string } };
        return [data.message.source.callId, data.error?.code];
      });
    expect(new Map(codes as [string, string][])).toEqual(
      new Map([
        ['c1', 'NOT_FOUND'],
        ['c2', 'TOOL_NOT_STARTED'],
        ['c3', 'TOOL_FAILED'],
        ['c4', 'TOOL_FAILED'],
      ]),
    );
  });

  it('takes a result that is given as it is, with the usage at the end of its steps', async () => {
    const recorded = await newSession();
    const model = modelOf(
      [...call('c1', 'add', '{"a":1,"b":2}'), finish('tool-calls')],
      [...text('t', 'three'), finish()],
    );
    const turn = await recordTurn(recorded.session, {
      prompt: '1 + 2',
      header,
      stream: streamText({ model, tools, prompt: '1 + 2', stopWhen: ({ steps }) => steps.length > 1 }),
    });
    expect(turn).toMatchObject({ reason: { kind: 'completed' }, usage: { inputTokens: 60 } });
    const events = await expectValidLog(recorded);
    expect(typesOf(events).slice(4, 7)).toEqual(['assistant/message', 'tool/call', 'tool/result']);
  });
});

describe('what goes on', () => {
  it('a second turn, and a fork, get the conversation as it was; the header only when it changes', async () => {
    const { store, session } = await newSession();
    const model = modelOf(
      [...call('c1', 'add', '{"a":1,"b":2}'), finish('tool-calls')],
      [...text('t', 'three'), finish()],
      [...text('t', 'and four'), finish()],
      [...text('t', 'on the branch'), finish()],
    );
    await recordTurn(session, { prompt: 'first', header, stream: ask(model) });
    await recordTurn(session, { prompt: 'second', header, stream: ask(model) });
    const branch = await store.fork(session, (await session.forkPoints())[0]?.seq);
    await recordTurn(branch, { prompt: 'other', header, stream: ask(model) });
    const roles = (index: number) => model.doStreamCalls[index]?.prompt.map((message) => message.role);
    expect(roles(2)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(roles(3)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(model.doStreamCalls[3]?.prompt.at(-1)?.content).toMatchObject([{ type: 'text', text: 'other' }]);
    const headers = (await session.events()).filter((event) => event.type === 'request/header');
    expect(headers.map((event) => (event.data as { reason: string }).reason)).toEqual(['initial']);
    await recordTurn(session, { header: { config: { provider: 'p', model: 'm' } }, stream: ask(model) });
    const last = (await session.events()).findLast((event) => event.type === 'request/header');
    expect(last?.data).toMatchObject({ reason: 'change', header: { config: { model: 'm' } } });
  });

  it('keeps images and files of a prompt', async () => {
    const { session } = await newSession();
    const model = modelOf([...text('t', 'a dot'), finish()]);
    await recordTurn(session, {
      prompt: [
        { type: 'text', text: 'What is this?' },
        { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) },
        { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', data: { type: 'text', text: 'x' } },
      ],
      header,
      stream: ask(model),
    });
    const [message] = toModelMessages(await session.deriveMessages());
    expect(message?.content).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
      { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', data: { type: 'text', text: 'x' } },
    ]);
    expect(model.doStreamCalls[0]?.prompt[0]?.content).toHaveLength(3);
  });
});

describe('a turn that goes wrong', () => {
  it('ends as an error with what a retry needs, redacted, and tells the caller', async () => {
    const recorded = await newSession();
    const error = new APICallError({
      message: 'bad key sk-secret-1',
      url: 'https://example.test',
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: { 'retry-after': '7', 'x-request-id': 'req-1' },
    });
    const model = new MockLanguageModelV4({ doStream: () => Promise.reject(error) });
    const turn = await recordTurn(recorded.session, {
      prompt: 'go',
      header,
      stream: ask(model),
      redact: (words) => words.replaceAll('sk-secret-1', '…'),
    });
    expect(turn.failure?.error).toBe(error);
    expect(turn.reason).toEqual({
      kind: 'error',
      error: {
        message: 'bad key …',
        code: 'RATE_LIMIT',
        status: 429,
        providerRetryAfterMs: 7_000,
        requestId: 'req-1',
      },
    });
    expect(JSON.stringify(await expectValidLog(recorded))).not.toContain('sk-secret-1');
  });

  it('ends a stream that was cut as an error, not as an answer', async () => {
    const recorded = await newSession();
    const model = modelOf(text('t', 'half an ans').slice(0, 2));
    const turn = await recordTurn(recorded.session, { prompt: 'go', header, stream: ask(model) });
    expect(turn.reason.kind).toBe('error');
    const events = await expectValidLog(recorded);
    expect(JSON.stringify(events)).toContain('half an ans');
  });

  it.each([
    ['length', 'max-tokens'],
    ['content-filter', 'blocked'],
    ['error', 'error'],
    ['other', 'completed'],
  ] as const)('a model that stops with %s ends the turn as %s', async (unified, kind) => {
    const recorded = await newSession();
    const model = modelOf([...text('t', 'words'), finish(unified)]);
    const turn = await recordTurn(recorded.session, { prompt: 'go', header, stream: ask(model) });
    expect(turn.reason.kind).toBe(kind);
    await expectValidLog(recorded);
  });

  it('is stopped at once, also while a tool runs that does not listen', async () => {
    const recorded = await newSession();
    const stop = new AbortController();
    const model = modelOf([...call('c1', 'add', '{"a":1,"b":2}'), finish('tool-calls')]);
    const hanging = {
      add: {
        ...tools.add,
        execute: () => {
          setTimeout(() => stop.abort(), 0);
          return new Promise<{ sum: number }>(() => undefined);
        },
      },
    };
    const turn = await recordTurn(recorded.session, {
      prompt: 'go',
      header,
      signal: stop.signal,
      stream: (modelCall) => streamText({ model, tools: hanging, ...modelCall }),
    });
    expect(turn.reason).toEqual({ kind: 'aborted', reason: { kind: 'user' } });
    const events = await expectValidLog(recorded);
    expect(events.find((event) => event.type === 'tool/result')?.data).toMatchObject({
      error: { code: 'TOOL_ABORTED' },
    });
  });

  it('calls no model when it was stopped before, and none with a session that is not ours to write', async () => {
    const recorded = await newSession();
    const model = modelOf();
    const turn = await recordTurn(recorded.session, {
      prompt: 'go',
      header,
      stream: ask(model),
      signal: AbortSignal.abort(),
    });
    expect(turn.reason.kind).toBe('aborted');
    await expectValidLog(recorded);
    await recorded.session.close();
    await expect(
      recordTurn(recorded.session, { prompt: 'go', header, stream: ask(model) }),
    ).rejects.toMatchObject({ code: 'SESSION_NOT_LIVE' });
    expect(model.doStreamCalls).toHaveLength(0);
  });

  it('rejects when the session is closed in mid-stream, and runs no tool after that', async () => {
    const { session } = await newSession();
    const model = modelOf([...text('t', 'a'), ...call('c1', 'add', '{"a":1,"b":2}'), finish('tool-calls')]);
    await expect(
      recordTurn(session, {
        prompt: 'go',
        header,
        stream: async (modelCall) => {
          await session.close();
          return ask(model)(modelCall);
        },
      }),
    ).rejects.toMatchObject({ code: 'SESSION_NOT_LIVE' });
    expect(ran).toEqual([]);
  });
});

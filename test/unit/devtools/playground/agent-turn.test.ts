import { afterEach, describe, expect, it } from 'vitest';
import { runAgentTurn } from '../../../../devtools/playground/agent/run-agent-turn.ts';
import { standInModel } from '../../../../devtools/playground/agent/stand-in-model.ts';
import { ModelSettings, type ModelChoice } from '../../../../devtools/playground/models/model-choice.ts';
import { serveOpenAi, type OpenAiServer } from '../../../fixtures/openai-server.ts';
import { expectValidLog, typesOf } from '../../adapters/ai-sdk/valid-log.ts';
import { newSession } from '../../adapters/ai-sdk/mock-model.ts';

const KEY = 'key-that-nobody-may-see';
const standIn: ModelChoice = { kind: 'stand-in', baseUrl: '', model: '', keepKey: false };

let server: OpenAiServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(prompt: string, choice: ModelChoice = standIn, stopAfter?: number) {
  const recorded = await newSession();
  const settings = new ModelSettings();
  settings.choose(choice, KEY);
  const stop = new AbortController();
  if (stopAfter !== undefined) setTimeout(() => stop.abort(), stopAfter);
  const turn = await runAgentTurn(recorded.session, {
    prompt,
    choice,
    key: KEY,
    signal: stop.signal,
    redact: settings.redact,
    approve: async () => true,
    ...(choice.kind === 'stand-in' ? { model: standInModel({ tick: stopAfter === undefined ? 0 : 5 }) } : {}),
  });
  const events = await expectValidLog(recorded);
  expect(JSON.stringify(events)).not.toContain(KEY);
  return { ...recorded, turn, events };
}

async function askServer(model: string) {
  server ??= await serveOpenAi();
  const choice: ModelChoice = { kind: 'openai-compatible', baseUrl: server.url, model, keepKey: false };
  return { ...(await ask('Hello', choice)), server };
}

describe('the stand-in', () => {
  it('answers in words, calls a tool when asked, and tells of one that failed', async () => {
    const plain = await ask('Hello there');
    expect(plain.turn.reason).toEqual({ kind: 'completed' });
    expect(typesOf(plain.events)).not.toContain('tool/call');
    const sum = await ask('What is 12*7?');
    expect(JSON.stringify(await sum.session.deriveMessages())).toContain('12*7 = 84.');
    const broken = await ask('What is (3+4)/0?');
    expect(broken.events.find((event) => event.type === 'tool/result')?.data).toMatchObject({
      error: { code: 'DIVISION_BY_ZERO' },
    });
    expect(broken.turn.reason).toEqual({ kind: 'completed' });
  });

  it('says the same for the same conversation', async () => {
    const [first, second] = [await ask('What is 2+2?'), await ask('What is 2+2?')];
    const answers = await Promise.all(
      [first, second].map(async ({ session }) => (await session.forkPoints())[0]?.answer),
    );
    expect(answers[0]).toBe(answers[1]);
  });

  it('breaks down when asked to fail, with what was said kept', async () => {
    const { turn, events } = await ask('please fail');
    expect(turn.reason).toMatchObject({ kind: 'error', error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(events.findLast((event) => event.type === 'assistant/message')?.data).toMatchObject({
      interrupted: true,
    });
  });

  it.each([1, 20, 90, 260])('leaves nothing open when it is stopped after %i ms', async (after) => {
    const { turn } = await ask('What is 12*7?', standIn, after);
    expect(['aborted', 'completed']).toContain(turn.reason.kind);
  });
});

describe('an endpoint with the OpenAI API', () => {
  it('streams an answer in whatever pieces it comes, with reasoning and usage', async () => {
    const { turn, session, server: served } = await askServer('answers');
    expect(turn).toMatchObject({
      reason: { kind: 'completed' },
      usage: { inputTokens: 21, outputTokens: 8 },
      problems: [],
    });
    const [, answer] = await session.deriveMessages();
    expect(answer?.content).toEqual([
      { type: 'reasoning', text: 'Hm, let me see. 🤔' },
      { type: 'text', text: 'Grüße from 模型 🚀 answers after 2 messages.' },
    ]);
    expect(served.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
  });

  it('gets the result of the tool that it asked for', async () => {
    const { turn, server: served } = await askServer('calls-tool');
    expect(turn.reason).toEqual({ kind: 'completed' });
    expect(served.requests[1]?.body.messages.slice(-2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_0', function: { arguments: '{"expression":"6*7"}' } }] },
      { role: 'tool', content: '42' },
    ]);
  });

  it.each([
    ['status-401', { code: 'AUTH', status: 401 }],
    ['status-429', { code: 'RATE_LIMIT', status: 429, providerRetryAfterMs: 3_000, requestId: 'request-1' }],
    ['status-500', { code: 'SERVER_ERROR', status: 500 }],
    ['drops', {}],
    ['ends', {}],
    ['malformed', {}],
  ])('%s ends the turn as an error that says so, with no key in it', async (model, error) => {
    const { turn } = await askServer(model);
    expect(turn.reason).toMatchObject({ kind: 'error', error });
    expect(turn.failure).not.toBeNull();
  });
});

describe('keys', () => {
  it('are taken out of every text, also those of before and those that nobody told', () => {
    const settings = new ModelSettings();
    settings.choose(standIn, 'first-key');
    settings.choose(standIn, 'second-key');
    expect(settings.redact('first-key, second-key, Bearer abc.def, sk-abcdefghi, skip')).toBe(
      '[key], [key], Bearer [key], [key], skip',
    );
    expect(JSON.stringify(settings.getSnapshot())).not.toContain('key"');
  });
});

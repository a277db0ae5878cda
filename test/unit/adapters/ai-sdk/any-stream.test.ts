import type { TextStreamPart, ToolSet } from 'ai';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { recordTurn, toModelMessages } from '../../../../lib/adapters/ai-sdk/index.ts';
import { header, newSession } from './mock-model.ts';
import { expectValidLog } from './valid-log.ts';

const id = fc.constantFrom('a', 'b', '', '__proto__');
const callId = fc.constantFrom('c1', 'c2', 'c1', '', 'constructor');
const words = fc.oneof(fc.string({ maxLength: 8 }), fc.constant('\ud800'));
const metadata = fc.option(
  fc.constantFrom<unknown>(
    { mock: { signature: 's' } },
    { mock: undefined },
    7,
    { mock: { n: -0 } },
    new Map(),
  ),
  { nil: undefined },
);
const input = fc.constantFrom<unknown>({ a: 1 }, [], 'not { json', '', undefined, null, 7n, {
  deep: [-0, {}],
});

function part(type: string, fields: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<unknown> {
  return fc.record({ type: fc.constant(type), providerMetadata: metadata, ...fields });
}

const finishReason = fc.constantFrom(
  'stop',
  'length',
  'tool-calls',
  'content-filter',
  'error',
  'other',
  'odd',
  3,
);
const usage = fc.constantFrom<unknown>(
  undefined,
  { inputTokens: 3, outputTokens: 4 },
  { inputTokens: Number.NaN, outputTokens: -1 },
  { inputTokens: 1, outputTokenDetails: { reasoningTokens: Infinity } },
  'many',
);

const partOfSdk = fc.oneof(
  part('start'),
  part('start-step'),
  part('finish-step', { finishReason, usage }),
  part('finish', { finishReason, rawFinishReason: fc.constantFrom('stop', undefined) }),
  ...['text', 'reasoning'].flatMap((kind) => [
    part(`${kind}-start`, { id }),
    part(`${kind}-delta`, { id, text: words }),
    part(`${kind}-end`, { id }),
  ]),
  part('tool-input-start', { id: callId, toolName: words }),
  part('tool-input-delta', { id: callId, delta: words }),
  part('tool-input-end', { id: callId }),
  part('tool-call', { toolCallId: callId, toolName: words, input, providerExecuted: fc.boolean() }),
  part('tool-result', {
    toolCallId: callId,
    output: input,
    preliminary: fc.constantFrom(undefined, false, true),
  }),
  part('tool-error', {
    toolCallId: callId,
    error: fc.constantFrom<unknown>(new Error('broken'), 'broken', undefined, { code: 'X', name: 'Y' }),
  }),
  part('tool-output-denied', { toolCallId: callId }),
  part('tool-approval-response', {
    approved: fc.boolean(),
    reason: words,
    toolCall: fc.record({ toolCallId: callId }),
  }),
  part('file', { file: fc.constantFrom<unknown>({ mediaType: 'image/png', base64: 'AQID' }, {}, undefined) }),
  part('reasoning-file', { file: fc.constant({ mediaType: 'text/plain', base64: 'AQID' }) }),
  part('custom', { kind: fc.constantFrom('mock.thing', 'x', undefined) }),
  part('source', { url: words }),
  part('steering-message', { message: fc.constantFrom<unknown>({ content: 'turn left' }, {}, undefined) }),
  part('raw', { rawValue: input }),
  part('abort', { reason: fc.constantFrom('timeout', undefined) }),
  part('error', { error: fc.constantFrom<unknown>(new Error('provider broke'), 'text', undefined, 7n) }),
);
const junk = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 7, 'text-delta', [], {}, { type: 7 }, { type: 'text-delta' }, 7n),
  fc.record({
    type: fc.constantFrom('tool-call', 'tool-result', 'text-delta', 'never-heard-of', 'toString'),
  }),
);
const stream = fc.array(fc.oneof({ weight: 12, arbitrary: partOfSdk }, { weight: 1, arbitrary: junk }), {
  maxLength: 40,
});

type Ending = 'ends' | 'throws' | 'aborts' | 'hangs and is aborted';

it('any parts in any order, ended in any way: the log is whole, and the failure is in it and told', async () => {
  const recorded = await newSession();
  const { session } = recorded;
  await fc.assert(
    fc.asyncProperty(
      stream,
      fc.constantFrom<Ending>('ends', 'throws', 'aborts', 'hangs and is aborted'),
      async (parts, ending) => {
        const stop = new AbortController();
        const turn = await recordTurn(session, {
          prompt: 'go',
          header,
          signal: stop.signal,
          stream: streamOf(parts, ending, stop),
        });
        const events = await session.events({ from: turn.seq });
        expect(events).toHaveLength(1);
        expect(events[0]?.data).toEqual({ turn: turn.turn, reason: turn.reason });
        if (ending === 'throws') {
          expect(turn.reason).toMatchObject({ kind: 'error', error: { message: 'the line is dead' } });
          expect(turn.failure?.error).toMatchObject({ message: 'the line is dead' });
        }
        if (ending === 'hangs and is aborted') expect(turn.reason.kind).toBe('aborted');
        expect(turn.failure === null).toBe(turn.reason.kind !== 'error');
        expectAcceptable(toModelMessages(await session.deriveMessages()));
      },
    ),
    { numRuns: inject('modelRuns') / 4 },
  );
  await expectValidLog(recorded);
}, 120_000);

function streamOf(parts: readonly unknown[], ending: Ending, stop: AbortController) {
  return {
    stream: (async function* () {
      // What comes over the wire is whatever it is.
      for (const part of parts) yield part as TextStreamPart<ToolSet>;
      if (ending === 'throws') throw new Error('the line is dead');
      if (ending === 'aborts') stop.abort();
      if (ending === 'hangs and is aborted') {
        setTimeout(() => stop.abort(), 0);
        await new Promise(() => undefined);
      }
    })(),
  };
}

/** What every provider asks of a conversation: each call is followed by its one result, and nothing is empty. */
function expectAcceptable(messages: ReturnType<typeof toModelMessages>): void {
  for (const [index, message] of messages.entries()) {
    expect(message.content.length).toBeGreaterThan(0);
    if (message.role === 'tool') expect(messages[index - 1]?.role).toBe('assistant');
    if (message.role !== 'assistant' || typeof message.content === 'string') continue;
    const calls = message.content.flatMap((inner) =>
      inner.type === 'tool-call' && inner.providerExecuted !== true ? [inner.toolCallId] : [],
    );
    const next = messages[index + 1];
    const results =
      next?.role === 'tool'
        ? next.content.flatMap((inner) => (inner.type === 'tool-result' ? [inner.toolCallId] : []))
        : [];
    expect(results).toEqual(calls);
    expect(new Set(calls).size).toBe(calls.length);
  }
}

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { recordTurn, toModelMessages } from '../../../../lib/adapters/ai-sdk/index.ts';
import { ask, call, finish, header, modelOf, newSession, plain, text } from './mock-model.ts';
import { expectValidLog } from './valid-log.ts';

const firstCall: LanguageModelV4StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', id: 'response-1', modelId: 'mock' },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Let me see.' },
  { type: 'reasoning-end', id: 'r', providerMetadata: { mock: { signature: 'sig' } } },
  ...text('t', 'I will ', 'add.'),
  ...call('c1', 'add', '{"a":1,"b":2}'),
  ...call('c2', 'fail', '{}'),
  finish('tool-calls'),
];
const secondCall: LanguageModelV4StreamPart[] = [...text('t', 'It is ', 'three.'), finish()];
const positions = Array.from({ length: firstCall.length + secondCall.length + 1 }, (_, index) => index);

type Break = 'ends' | 'throws' | 'error part' | 'aborted';

/** The model of a two-step turn whose stream breaks before the part at a position, counted through both calls. */
function brokenModel(position: number, how: Break, stop: AbortController): MockLanguageModelV4 {
  let seen = 0;
  const calls = [firstCall, secondCall];
  return new MockLanguageModelV4({
    doStream: async ({ abortSignal }) => {
      const parts = [...(calls.shift() ?? [])];
      let broken = false;
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          async pull(controller) {
            if (broken) return controller.close();
            if (seen === position) {
              broken = true;
              if (how === 'throws') return controller.error(new Error('the line is dead'));
              if (how === 'error part') {
                return controller.enqueue({ type: 'error', error: new Error('the line is dead') });
              }
              if (how === 'aborted') {
                stop.abort();
                return controller.error(abortSignal?.reason);
              }
              return controller.close();
            }
            const next = parts.shift();
            if (next === undefined) return controller.close();
            seen += 1;
            controller.enqueue(next);
          },
        }),
      };
    },
  });
}

describe.each<Break>(['ends', 'throws', 'error part', 'aborted'])('a stream that %s', (how) => {
  it.each(positions)('at part %i leaves a whole log that says so', async (position) => {
    const recorded = await newSession();
    const stop = new AbortController();
    const turn = await recordTurn(recorded.session, {
      prompt: '1 + 2',
      header,
      signal: stop.signal,
      stream: ask(brokenModel(position, how, stop)),
    });
    const events = await expectValidLog(recorded);
    const whole = position === positions.length - 1 && how === 'ends';
    if (whole) expect(turn.reason.kind).toBe('completed');
    else if (how === 'aborted') expect(turn.reason).toEqual({ kind: 'aborted', reason: { kind: 'user' } });
    else expect(turn.reason.kind).toBe('error');
    if (!whole && (how === 'throws' || how === 'error part')) {
      expect(JSON.stringify(events.at(-1))).toContain('the line is dead');
      expect(turn.failure?.error).toMatchObject({ message: 'the line is dead' });
    }
    // The next turn can be asked whatever happened.
    const again = modelOf([...text('t', 'fine'), finish()]);
    const next = await recordTurn(recorded.session, { prompt: 'again', header, stream: ask(again) });
    expect(next.reason).toEqual({ kind: 'completed' });
    expect(again.doStreamCalls).toHaveLength(1);
  });
});

const name = fc.constantFrom('add', 'echo', 'fail', 'unknown-tool');
const spoken = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
const signature = fc.option(
  fc.string().map((value) => ({ mock: { value } })),
  { nil: undefined },
);

const block = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), spoken, signature }),
  fc.record({ kind: fc.constant('reasoning' as const), spoken, signature }),
  fc.record({
    kind: fc.constant('call' as const),
    name,
    input: fc.constantFrom('{"a":1,"b":2}', '{ "text": "x" }', '{"a":', '[]', '"text"'),
    signature,
  }),
  fc.record({ kind: fc.constant('file' as const), signature }),
);

function partsOf(
  blocks: readonly (typeof block extends fc.Arbitrary<infer Block> ? Block : never)[],
  step: number,
) {
  return blocks.flatMap((item, index): LanguageModelV4StreamPart[] => {
    const partId = `${step}-${index}`;
    const providerMetadata = item.signature === undefined ? {} : { providerMetadata: item.signature };
    switch (item.kind) {
      case 'file':
        return [
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' }, ...providerMetadata },
        ];
      case 'call':
        return [
          ...call(partId, item.name, item.input).slice(0, -1),
          {
            type: 'tool-call',
            toolCallId: partId,
            toolName: item.name,
            input: item.input,
            ...providerMetadata,
          },
        ];
      default:
        return [
          { type: `${item.kind}-start`, id: partId },
          ...item.spoken.map((delta) => ({ type: `${item.kind}-delta` as const, id: partId, delta })),
          { type: `${item.kind}-end`, id: partId, ...providerMetadata },
        ];
    }
  });
}

it('whatever the model says, what is derived from the log is what the SDK itself would send back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(block, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
      async (steps) => {
        const recorded = await newSession();
        const model = modelOf(
          ...steps.map((blocks, step) => [
            ...partsOf(blocks, step),
            finish(blocks.some((item) => item.kind === 'call') ? 'tool-calls' : 'stop'),
          ]),
        );
        let response: PromiseLike<unknown> | undefined;
        await recordTurn(recorded.session, {
          prompt: 'go',
          header,
          stream: (modelCall) => {
            const result = ask(model)(modelCall);
            response = result.responseMessages;
            return result;
          },
        });
        await expectValidLog(recorded);
        const derived = toModelMessages(await recorded.session.deriveMessages());
        const [, ...answers] = plain(derived) as unknown[];
        expect(answers).toEqual(plain(await response));
      },
    ),
    { numRuns: inject('modelRuns') / 10 },
  );
}, 120_000);

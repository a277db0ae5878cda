import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { jsonSchema, streamText, isStepCount, tool, type ModelMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { openSessionStore, type Session, type SessionStore } from '../../../../lib/index.ts';
import { newDatabaseName } from '../../../fixtures/database-name.ts';

export const header = { config: { provider: 'mock-provider', model: 'mock-model-id' } };

export interface Recorded {
  readonly store: SessionStore;
  readonly session: Session;
}

export async function newSession(): Promise<Recorded> {
  const store = await openSessionStore({ name: newDatabaseName('ai-sdk') });
  return { store, session: await store.create() };
}

export const usage = {
  inputTokens: { total: 30, noCache: 20, cacheRead: 10, cacheWrite: undefined },
  outputTokens: { total: 12, text: 7, reasoning: 5 },
};

export function finish(
  unified: Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason']['unified'] = 'stop',
): LanguageModelV4StreamPart {
  return { type: 'finish', usage, finishReason: { unified, raw: unified } };
}

export function text(id: string, ...deltas: string[]): LanguageModelV4StreamPart[] {
  return [
    { type: 'text-start', id },
    ...deltas.map((delta) => ({ type: 'text-delta' as const, id, delta })),
    { type: 'text-end', id },
  ];
}

export function call(id: string, toolName: string, input: string): LanguageModelV4StreamPart[] {
  const half = Math.ceil(input.length / 2);
  return [
    { type: 'tool-input-start', id, toolName },
    { type: 'tool-input-delta', id, delta: input.slice(0, half) },
    { type: 'tool-input-delta', id, delta: input.slice(half) },
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName, input },
  ];
}

/** A model that streams one list of parts a call, as a provider's adapter does. */
export function modelOf(...calls: readonly LanguageModelV4StreamPart[][]): MockLanguageModelV4 {
  let next = 0;
  return new MockLanguageModelV4({
    doStream: async () => {
      const parts = calls[next] ?? [...text('t', 'no more'), finish()];
      next += 1;
      return {
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  });
}

export const ran: string[] = [];

export const tools = {
  add: tool({
    description: 'Adds two numbers.',
    inputSchema: jsonSchema<{ a: number; b: number }>({
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    }),
    execute: async ({ a, b }: { a: number; b: number }) => {
      ran.push(`add ${a} ${b}`);
      return { sum: a + b };
    },
  }),
  echo: tool({
    inputSchema: jsonSchema<{ text: string }>({ type: 'object', properties: { text: { type: 'string' } } }),
    execute: async ({ text: said }: { text: string }) => said,
  }),
  fail: tool({
    inputSchema: jsonSchema<Record<string, never>>({ type: 'object' }),
    execute: async (): Promise<string> => {
      throw Object.assign(new Error('no such file'), { code: 'NOT_FOUND' });
    },
  }),
  /** Nothing here runs it. */
  elsewhere: tool({
    inputSchema: jsonSchema<{ q?: string }>({ type: 'object' }),
    outputSchema: jsonSchema<string>({ type: 'string' }),
  }),
};

export function ask(model: MockLanguageModelV4) {
  return (call: { messages: ModelMessage[]; abortSignal: AbortSignal; onError: () => void }) =>
    streamText({ model, tools, stopWhen: isStepCount(5), maxRetries: 0, ...call });
}

/** Without the fields that are there and undefined, which the SDK likes to leave. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

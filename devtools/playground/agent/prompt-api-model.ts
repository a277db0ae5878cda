import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { TurnforkError } from '../../../lib/index.ts';
import { listAt, stringAt } from '../../data/read-field.ts';

export class PromptApiError extends TurnforkError<'PROMPT_API_UNAVAILABLE'> {}

interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What of the browser's built-in model is used here. */
interface PromptApi {
  availability(): Promise<string>;
  create(options: { initialPrompts: readonly PromptMessage[]; signal?: AbortSignal }): Promise<{
    promptStreaming(input: string, options: { signal?: AbortSignal }): ReadableStream<string>;
    destroy(): void;
  }>;
}

/** Whether this browser has a model of its own that could be used here. */
export async function hasPromptApi(): Promise<boolean> {
  try {
    return (
      (await promptApi()
        ?.availability()
        .then((state) => state !== 'unavailable')) ?? false
    );
  } catch {
    return false;
  }
}

/** The model that is built into the browser, as a model of the SDK. It writes text and calls no tools. */
export function promptApiModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'browser',
    modelId: 'built-in',
    supportedUrls: {},
    doGenerate: () => Promise.reject(unavailable('it only streams here')),
    doStream: async ({ prompt, abortSignal }) => {
      const api = promptApi();
      if (api === undefined) throw unavailable('this browser has none');
      const messages = textMessages(prompt);
      const signal = abortSignal === undefined ? {} : { signal: abortSignal };
      const session = await api.create({ initialPrompts: messages.slice(0, -1), ...signal });
      const words = session.promptStreaming(messages.at(-1)?.content ?? '', signal);
      return { stream: words.pipeThrough(partsOf(() => session.destroy())) };
    },
  };
}

function promptApi(): PromptApi | undefined {
  const api: unknown = Reflect.get(globalThis, 'LanguageModel');
  return isPromptApi(api) ? api : undefined;
}

function isPromptApi(api: unknown): api is PromptApi {
  return (
    (typeof api === 'function' || (typeof api === 'object' && api !== null)) &&
    'availability' in api &&
    'create' in api
  );
}

function unavailable(why: string): PromptApiError {
  return new PromptApiError('PROMPT_API_UNAVAILABLE', `the browser's built-in model cannot be used: ${why}`);
}

/** It takes text alone: tool calls and their results of an earlier model are told in words. */
function textMessages(prompt: LanguageModelV4Prompt): PromptMessage[] {
  return prompt.flatMap((message): PromptMessage[] => {
    const content =
      message.role === 'system'
        ? message.content
        : listAt(message, 'content')
            .map((part) => stringAt(part, 'text') ?? stringAt(part, 'output', 'value') ?? '')
            .filter((text) => text !== '')
            .join('\n');
    const role = message.role === 'tool' ? 'user' : message.role;
    return content === '' ? [] : [{ role, content }];
  });
}

function partsOf(onEnd: () => void): TransformStream<string, LanguageModelV4StreamPart> {
  const id = 'text-0';
  return new TransformStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({ type: 'text-start', id });
    },
    transform(delta, controller) {
      controller.enqueue({ type: 'text-delta', id, delta });
    },
    flush(controller) {
      controller.enqueue({ type: 'text-end', id });
      controller.enqueue({
        type: 'finish',
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: undefined, text: undefined, reasoning: undefined },
        },
      });
      onEnd();
    },
  });
}

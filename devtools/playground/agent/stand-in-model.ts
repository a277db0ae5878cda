import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { TurnforkError } from '../../../lib/index.ts';
import { fieldOf, listAt, stringAt } from '../../data/read-field.ts';
import { planFor, type StandInPlan } from './stand-in-script.ts';

/** The failure that the word "fail" in a prompt asks for. */
export class StandInFailure extends TurnforkError<'SERVICE_UNAVAILABLE'> {}

export const STAND_IN_PROVIDER = 'stand-in';
export const STAND_IN_MODEL = 'offline-stand-in';

/**
 * A stand-in for a model that needs no network: rules that stream reasoning, tool calls and words through the same
 * interface as every model of the SDK. What it says depends on the conversation alone.
 * @param tick ms between two deltas.
 */
export function standInModel({ tick = 30 }: { readonly tick?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: STAND_IN_PROVIDER,
    modelId: STAND_IN_MODEL,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new StandInFailure('SERVICE_UNAVAILABLE', 'the stand-in only streams')),
    doStream: (options) => Promise.resolve({ stream: streamOf(replyTo(options), tick, options.abortSignal) }),
  };
}

function replyTo({
  prompt,
  tools,
}: LanguageModelV4CallOptions): readonly (LanguageModelV4StreamPart | Error)[] {
  const asked = lastQuestion(prompt);
  const plan = planFor(asked.text);
  const mayCall = plan.call !== null && (tools ?? []).some((tool) => tool.name === plan.call?.name);
  const parts =
    asked.result === undefined && mayCall ? callParts(plan, prompt.length) : answerParts(plan, asked.result);
  const outputTokens = parts.length;
  const inputTokens = Math.ceil(JSON.stringify(prompt).length / 4);
  return [
    { type: 'stream-start', warnings: [] },
    ...parts,
    ...(plan.breaksDown
      ? [new StandInFailure('SERVICE_UNAVAILABLE', 'the model service is not available')]
      : [
          {
            type: 'finish' as const,
            finishReason:
              asked.result === undefined && mayCall
                ? { unified: 'tool-calls' as const, raw: 'tool-calls' }
                : { unified: 'stop' as const, raw: 'stop' },
            usage: {
              inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
            },
          },
        ]),
  ];
}

function callParts(plan: StandInPlan, position: number): LanguageModelV4StreamPart[] {
  const { name, arguments: values } = plan.call ?? { name: '', arguments: {} };
  const id = `call-${position}`;
  const input = JSON.stringify(values);
  return [
    ...spoken('reasoning', plan.reasoning),
    { type: 'tool-input-start', id, toolName: name },
    ...(input.match(/.{1,8}/gsu) ?? []).map((delta) => ({ type: 'tool-input-delta' as const, id, delta })),
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName: name, input },
  ];
}

function answerParts(plan: StandInPlan, result: string | null | undefined): LanguageModelV4StreamPart[] {
  const thought =
    result === undefined
      ? plan.reasoning
      : result === null
        ? 'The tool failed. I will say so.'
        : 'The tool has answered. I can tell them now.';
  return [...spoken('reasoning', thought), ...spoken('text', plan.answer(result ?? null))];
}

function spoken(type: 'text' | 'reasoning', words: string): LanguageModelV4StreamPart[] {
  const id = `${type}-0`;
  return [
    { type: `${type}-start`, id },
    ...piecesOf(words).map((delta) => ({ type: `${type}-delta` as const, id, delta })),
    { type: `${type}-end`, id },
  ];
}

/** Pieces of about a word each, as models stream them; joined they are the text again. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,7}|\s+$/gu) ?? [];
}

interface Question {
  readonly text: string;
  /** What the tool answered that was called for it: null when it failed, undefined when none was called. */
  readonly result: string | null | undefined;
}

function lastQuestion(prompt: LanguageModelV4Prompt): Question {
  const at = prompt.findLastIndex((message) => message.role === 'user');
  const text = listAt(prompt[at], 'content')
    .map((part) => stringAt(part, 'text') ?? '')
    .join('\n');
  const answer = prompt.slice(at + 1).findLast((message) => message.role === 'tool');
  if (answer === undefined) return { text, result: undefined };
  const [part] = listAt(answer, 'content');
  const failed = /^(error|execution-denied)/.test(stringAt(part, 'output', 'type') ?? '');
  return { text, result: failed ? null : resultText(part) };
}

function resultText(part: unknown): string {
  const text = stringAt(part, 'output', 'value');
  if (text !== undefined) return text;
  return JSON.stringify(fieldOf(part, 'output', 'value') ?? null);
}

function streamOf(
  parts: readonly (LanguageModelV4StreamPart | Error)[],
  tick: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const part = parts[next];
      next += 1;
      if (part === undefined) return controller.close();
      if (part instanceof Error) return controller.error(part);
      if (part.type.endsWith('-delta')) await pause(tick, signal);
      if (signal?.aborted === true) return controller.error(signal.reason);
      controller.enqueue(part);
    },
  });
}

/** Resolves when the time is over or the signal is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}

import type { ToolSet } from 'ai';
import type { Session } from '../../index.ts';
import { toModelMessages } from './model-messages.ts';
import { isObject, textAt } from './read-part.ts';
import type { ModelCall, ModelCallEnd, StreamSource, ToolStart } from './recorded-turn.ts';
import type { TurnCause, TurnRecording } from './turn-recording.ts';

/** How long a tool waits for its call to come out of the stream, in ms: longer than any stream holds a part back. */
const LONGEST_LAG = 10_000;

/** Moves the parts of one call's stream into the recording, and holds tools back until their calls are committed. */
export class StreamPump {
  readonly #session: Session;
  readonly #recording: TurnRecording;
  readonly #stop: AbortController;
  readonly #tools: ToolSet | undefined;
  readonly #waiting = new Set<() => void>();
  #over = false;
  /** The session took no more: nothing may go on. */
  #refused: { readonly error: unknown } | null = null;

  constructor(session: Session, recording: TurnRecording, stop: AbortController, tools: ToolSet | undefined) {
    this.#session = session;
    this.#recording = recording;
    this.#stop = stop;
    this.#tools = tools;
  }

  async call(abortSignal: AbortSignal): Promise<ModelCall> {
    return {
      messages: toModelMessages(await this.#session.deriveMessages()),
      abortSignal,
      onLanguageModelCallEnd: (event: ModelCallEnd) => this.#recording.modelEnded({ ...event }),
      onToolExecutionStart: (event: ToolStart) => this.#toolStarts(event.toolCall.toolCallId),
      onError: () => undefined,
    };
  }

  /** Resolves when the stream has ended. Rejects with what broke it, and at once when the signal is aborted. */
  async run(source: StreamSource, signal: AbortSignal): Promise<void> {
    const parts = ('stream' in source ? source.stream : source)[Symbol.asyncIterator]();
    let ended = false;
    try {
      for (;;) {
        const next: IteratorResult<unknown> = await untilAborted(signal, parts.next());
        if (next.done === true) {
          ended = true;
          return;
        }
        const output = await untilAborted(signal, this.#modelOutput(next.value));
        this.#recording.take(next.value, output);
        this.#wake();
      }
    } finally {
      // A stream that hangs would keep this waiting; whoever made it has the signal.
      if (!ended) void Promise.resolve(parts.return?.()).catch(() => undefined);
    }
  }

  end(): void {
    this.#over = true;
    this.#wake();
  }

  causeOf(error: unknown, signal: AbortSignal | undefined): TurnCause {
    if (this.#refused !== null) return { kind: 'failed', error: this.#refused.error };
    return signal?.aborted === true ? { kind: 'stopped' } : { kind: 'failed', error };
  }

  /** What the tool itself makes of its result for the model, where it has a say. */
  async #modelOutput(part: unknown): Promise<unknown> {
    if (!isObject(part) || part['type'] !== 'tool-result' || part['preliminary'] === true) return undefined;
    const tools = this.#tools;
    const name = textAt(part, 'toolName') ?? '';
    if (tools === undefined || !Object.hasOwn(tools, name)) return undefined;
    const toolCallId = textAt(part, 'toolCallId') ?? '';
    return tools[name]?.toModelOutput?.({ toolCallId, input: part['input'], output: part['output'] });
  }

  async #toolStarts(toolCallId: string): Promise<void> {
    const modelCall = this.#recording.modelEnds;
    await this.#until(() => this.#recording.hasCall(toolCallId, modelCall));
    await nextTask();
    try {
      if (!this.#over) {
        this.#recording.startTool(toolCallId);
        await this.#session.flush();
        if (!this.#isOver()) return;
      }
    } catch (error) {
      this.#refused ??= { error };
      this.#stop.abort(error);
    }
    // The turn is over, or its log takes nothing: a tool whose call is not on record must not run.
    await new Promise<never>(() => undefined);
  }

  #isOver(): boolean {
    return this.#over;
  }

  async #until(condition: () => boolean): Promise<void> {
    const latest = performance.now() + LONGEST_LAG;
    while (!this.#over && !condition() && performance.now() < latest) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LONGEST_LAG);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** Rejects with the signal's reason as soon as it is aborted, whatever the promise does. */
export async function untilAborted<Value>(signal: AbortSignal, promise: PromiseLike<Value>): Promise<Value> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Lets everything that is under way in streams arrive. Timers would be slow in a page that is hidden. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

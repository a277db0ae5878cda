import type { Session } from '../../lib/index.ts';
import { stringAt } from '../data/read-field.ts';
import { ModelServiceError, planFor, type AgentPlan, type AgentTool } from './agent-script.ts';
import { StreamedReply, type StopCheck } from './streamed-reply.ts';

export type AgentSession = Pick<Session, 'id' | 'seq' | 'nextTurn' | 'append'>;

export interface TurnOptions {
  readonly signal: AbortSignal;
  /** ms between two stream deltas. */
  readonly tick?: number;
  /** Why a `request/header` is due; null when the session has the right one. */
  readonly headerReason?: 'initial' | 'resume' | null;
  readonly now?: () => Date;
}

const PROVIDER = 'built-in';
const MODEL = 'pocket-agent-1';

/**
 * Runs one whole turn of the built-in agent on a session: what it thinks, says and does becomes events, as an agent
 * loop writes them. It resolves however the turn ends; a session that takes no more events rejects it.
 */
export async function runTurn(session: AgentSession, prompt: string, options: TurnOptions): Promise<void> {
  const { signal, tick = 30, headerReason = null, now = () => new Date() } = options;
  const turn = session.nextTurn;
  const pause: StopCheck = () => pauseFor(tick, signal);
  const open = new OpenTurn(session, turn);

  session.append('turn/start', { turn });
  const promptSeq = session.append('user/message', {
    id: `message-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
    role: 'user',
    source: { kind: 'user' },
    content: [{ type: 'text', text: prompt }],
  }).seq;
  if (turn === 1) {
    const title = prompt.trim().replace(/\s+/g, ' ').slice(0, 60);
    session.append('session/title', { title, messageSeqs: [promptSeq], source: { kind: 'fallback' } });
  }
  try {
    open.startStep();
    if (headerReason !== null) {
      session.append('request/header', {
        header: { config: { provider: PROVIDER, model: MODEL } },
        reason: headerReason,
      });
    }
    await followPlan(open, planFor(prompt, now), pause);
    open.end({ kind: 'completed' });
  } catch (error) {
    if (signal.aborted) open.end({ kind: 'aborted', reason: { kind: 'user' } });
    else open.end({ kind: 'error', error: { message: messageOf(error), code: codeOf(error) } });
  }
}

async function followPlan(open: OpenTurn, plan: AgentPlan, pause: StopCheck): Promise<void> {
  if (plan.tool === null) {
    await open.say(plan.reasoning, plan.answer(null), pause, plan.breaksDown);
    return;
  }
  const result = await open.callTool(plan.reasoning, plan.tool, pause);
  open.startStep();
  await open.say(
    result === null ? 'The tool failed. I will say so.' : 'The tool has answered. I can tell them now.',
    plan.answer(result),
    pause,
    false,
  );
}

/** A turn while it runs: knows what must be closed when it ends early. */
class OpenTurn {
  readonly #session: AgentSession;
  readonly #turn: number;
  #step = 0;
  #stepOpen = false;
  #reply: StreamedReply | null = null;
  #call: { readonly id: string; readonly started: boolean } | null = null;

  constructor(session: AgentSession, turn: number) {
    this.#session = session;
    this.#turn = turn;
  }

  startStep(): void {
    this.#endStep();
    this.#step += 1;
    this.#session.append('step/start', { turn: this.#turn, step: this.#step });
    this.#stepOpen = true;
  }

  async say(reasoning: string, text: string, pause: StopCheck, breaksDown: boolean): Promise<void> {
    const reply = this.#startReply();
    await reply.stream('reasoning', reasoning, pause);
    await reply.stream('text', text, pause);
    if (breaksDown) throw new ModelServiceError('SERVICE_UNAVAILABLE', 'the model service is not available');
    this.#endReply('stop');
  }

  /** Gives the tool's result, or null when it failed. */
  async callTool(reasoning: string, tool: AgentTool, pause: StopCheck): Promise<string | null> {
    const id = `call-${this.#session.id}-${this.#session.seq}`;
    const rawArguments = JSON.stringify(tool.arguments);
    const reply = this.#startReply();
    await reply.stream('reasoning', reasoning, pause);
    await reply.streamCall(id, tool.name, rawArguments, pause);
    this.#endReply('tool-calls');
    this.#call = { id, started: false };
    this.#session.append('tool/call', {
      turn: this.#turn,
      step: this.#step,
      callId: id,
      name: tool.name,
      arguments: rawArguments,
    });
    this.#call = { id, started: true };
    for (let wait = 0; wait < 8; wait += 1) await pause();
    return this.#runTool(tool);
  }

  /** Closes what is open and ends the turn. */
  end(reason: Parameters<typeof turnEnd>[2]): void {
    if (this.#reply !== null) this.#interruptReply();
    if (this.#call !== null) {
      const error = this.#call.started
        ? { name: 'ToolAbortedError', code: 'TOOL_ABORTED' }
        : { name: 'ToolNotStartedError', code: 'TOOL_NOT_STARTED' };
      this.#answerCall('The turn ended before the tool did.', error);
    }
    this.#endStep();
    turnEnd(this.#session, this.#turn, reason);
  }

  #runTool(tool: AgentTool): string | null {
    try {
      const result = tool.run();
      this.#answerCall(result, null);
      return result;
    } catch (error) {
      const name = error instanceof Error ? error.name : 'ToolError';
      this.#answerCall(messageOf(error), { name, code: codeOf(error) });
      return null;
    }
  }

  #answerCall(text: string, error: { readonly name: string; readonly code: string } | null): void {
    const callId = this.#call?.id ?? '';
    this.#call = null;
    this.#session.append('tool/result', {
      turn: this.#turn,
      step: this.#step,
      message: {
        id: `result-${callId}`,
        role: 'user',
        source: { kind: 'tool', callId },
        content: [
          {
            type: 'tool-result',
            toolCallId: callId,
            content: [{ type: 'text', text }],
            ...(error === null ? {} : { isError: true }),
          },
        ],
      },
      ...(error === null ? {} : { error }),
    });
  }

  #startReply(): StreamedReply {
    this.#reply = new StreamedReply(this.#session, this.#turn, this.#step);
    return this.#reply;
  }

  #endReply(finish: 'stop' | 'tool-calls'): void {
    this.#reply?.finish(finish, { provider: PROVIDER, model: MODEL });
    this.#reply = null;
  }

  #interruptReply(): void {
    this.#reply?.interrupt({ provider: PROVIDER, model: MODEL });
    this.#reply = null;
  }

  #endStep(): void {
    if (!this.#stepOpen) return;
    this.#stepOpen = false;
    this.#session.append('step/end', { turn: this.#turn, step: this.#step });
  }
}

function turnEnd(
  session: AgentSession,
  turn: number,
  reason:
    | { readonly kind: 'completed' }
    | { readonly kind: 'aborted'; readonly reason: { readonly kind: 'user' } }
    | { readonly kind: 'error'; readonly error: { readonly message: string; readonly code: string } },
): void {
  session.append('turn/end', { turn, reason });
}

/** Rejects as soon as the signal is aborted. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return stringAt(error, 'code') ?? 'UNEXPECTED';
}

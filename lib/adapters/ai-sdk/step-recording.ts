import type { TokenUsage } from '../../index.ts';
import { attachmentBlock } from './attachment.ts';
import { isObject, objectAt, textAt, type UnknownPart } from './read-part.ts';
import { replayState } from './replay-state.ts';
import { Reply } from './reply.ts';
import { StepCalls, type StepCall } from './step-calls.ts';
import { tokenUsage } from './token-usage.ts';
import { failedAnswer, type ToolAnswer } from './tool-output.ts';
import type { TurnLog } from './turn-log.ts';
import { newMessageId } from './user-prompt.ts';

/** How a model's part of a step ended. */
export interface ReplyEnd {
  readonly usage: TokenUsage | undefined;
  readonly finishReason: string;
}

/** Why calls of a step that ends have no answer. */
export type Unanswered = 'not-run' | 'stopped' | 'failed';

/**
 * One step while it is recorded: the model's reply, then its tool calls with one result each. The message waits for
 * the end of the reply, and the results wait for the message, whatever order the stream has them in.
 */
export class StepRecording {
  readonly #log: TurnLog;
  readonly #model: { readonly provider: string; readonly model: string };
  readonly #calls = new StepCalls();
  #reply: Reply | null = null;
  #usage: TokenUsage | null = null;
  #hasMessage = false;

  constructor(log: TurnLog, model: { readonly provider: string; readonly model: string }) {
    this.#log = log;
    this.#model = model;
    log.step += 1;
    log.session.append('step/start', { turn: log.turn, step: log.step });
  }

  get usage(): TokenUsage | null {
    return this.#usage;
  }

  /** Whether nothing but its start is in the log. */
  get isFresh(): boolean {
    return this.#reply === null && !this.#hasMessage;
  }

  hasCall(sdkId: string): boolean {
    return this.#calls.has(sdkId);
  }

  /** Takes a part of the model's reply; false when it is none. */
  takeReplyPart(part: UnknownPart): boolean {
    const id = textAt(part, 'id') ?? '';
    const { providerMetadata } = part;
    switch (part['type']) {
      case 'text-start':
        this.#openReply().start('text', id, providerMetadata);
        return true;
      case 'reasoning-start':
        this.#openReply().start('reasoning', id, providerMetadata);
        return true;
      case 'text-delta':
      case 'reasoning-delta':
        return this.#takeDelta(part, part['type'] === 'text-delta' ? 'text' : 'reasoning', id);
      case 'text-end':
        this.#openReply().end('text', id, providerMetadata);
        return true;
      case 'reasoning-end':
        this.#openReply().end('reasoning', id, providerMetadata);
        return true;
      case 'tool-input-start':
        this.#openReply().startCall(id, this.#calls.newId(id), textAt(part, 'toolName') ?? '');
        return true;
      case 'tool-input-delta':
        return this.#openReply().callDelta(id, textAt(part, 'delta') ?? '');
      case 'tool-input-end':
        return true;
      case 'tool-call':
        return this.#takeCall(part);
      case 'file':
      case 'reasoning-file':
        return this.#takeFile(part, part['type']);
      case 'custom':
        return this.#takeCustom(part);
      default:
        return false;
    }
  }

  /** Keeps the answer to a call until it may stand in the log; false when no call of the step waits for one. */
  answer(sdkId: string, answer: ToolAnswer): boolean {
    const call = this.#calls.toAnswer(sdkId);
    if (call === undefined) return false;
    call.answer = answer;
    if (this.#reply === null) this.#logAnswer(call);
    return true;
  }

  /** A tool starts to run: its call goes into the log before it can do anything. */
  startTool(sdkId: string, end: ReplyEnd | undefined): void {
    this.#endReply(end, false);
    const call = this.#calls.toStart(sdkId);
    if (call !== undefined) call.callSeq = this.#log.toolCall(call);
  }

  /** Ends the step as the stream ended it. */
  finish(end: ReplyEnd): void {
    const told = this.#usage !== null;
    if (this.#reply === null && !this.#hasMessage) this.#openReply();
    this.#endReply(end, false);
    if (!told && this.#usage === null && end.usage !== undefined) {
      this.#usage = end.usage;
      this.#log.chunk({ type: 'usage', usage: end.usage });
    }
    this.#close('not-run');
  }

  /** Ends the step in mid-stream, with what there is. */
  cut(why: Unanswered): void {
    this.#endReply(undefined, true);
    this.#close(why);
  }

  #openReply(): Reply {
    this.#reply ??= new Reply((chunk) => this.#log.chunk(chunk));
    return this.#reply;
  }

  #takeDelta(part: UnknownPart, type: 'text' | 'reasoning', id: string): boolean {
    const text = textAt(part, 'text');
    if (text === undefined) return false;
    this.#openReply().delta(type, id, text, part['providerMetadata']);
    return true;
  }

  #takeCall(part: UnknownPart): boolean {
    const sdkId = textAt(part, 'toolCallId');
    const name = textAt(part, 'toolName');
    if (sdkId === undefined || name === undefined) return false;
    const reply = this.#openReply();
    const call = {
      sdkId,
      name,
      input: part['input'],
      providerMetadata: part['providerMetadata'],
      providerExecuted: part['providerExecuted'] === true,
      invalid: part['invalid'] === true,
    };
    const { callId, rawArguments } = reply.call(call, () => this.#calls.newId(sdkId));
    this.#calls.add({ callId, sdkId, name, rawArguments });
    return true;
  }

  #takeFile(part: UnknownPart, type: 'file' | 'reasoning-file'): boolean {
    const file = objectAt(part, 'file');
    const mediaType = file === undefined ? undefined : textAt(file, 'mediaType');
    const data = file === undefined ? undefined : textAt(file, 'base64');
    if (mediaType === undefined || data === undefined) return false;
    const block = attachmentBlock({ mediaType, data: { type: 'data', data } });
    if (block === null) return false;
    this.#openReply().whole(block, type, part['providerMetadata']);
    return true;
  }

  #takeCustom(part: UnknownPart): boolean {
    const kind = textAt(part, 'kind');
    if (kind === undefined) return false;
    this.#openReply().whole({ type: 'custom', kind }, 'custom', part['providerMetadata']);
    return true;
  }

  /** Writes the message that the reply came to. Without an end, nobody said that the model was done. */
  #endReply(end: ReplyEnd | undefined, interrupted: boolean): void {
    const reply = this.#reply;
    if (reply === null) return;
    this.#reply = null;
    if (interrupted && reply.isEmpty) return;
    if (!interrupted) reply.endOpenParts();
    if (end?.usage !== undefined) {
      this.#usage = end.usage;
      reply.chunk({ type: 'usage', usage: end.usage });
    }
    if (end !== undefined) reply.chunk({ type: 'finish', reason: { kind: finishKind(end.finishReason) } });
    const { blocks, replays } = reply.content();
    const state = replayState(replays);
    const message = {
      id: newMessageId(),
      role: 'assistant' as const,
      source: {
        kind: 'model' as const,
        ...this.#model,
        ...(state === undefined ? {} : { replayState: state }),
      },
      content: blocks,
    };
    this.#log.session.append(
      'assistant/message',
      {
        turn: this.#log.turn,
        step: this.#log.step,
        message,
        ...(end?.usage === undefined ? {} : { usage: end.usage }),
        ...(interrupted ? { interrupted: true as const } : {}),
      },
      { sourceEventSeqs: reply.seqs },
    );
    this.#hasMessage = true;
    for (const call of this.#calls.all) this.#logAnswer(call);
  }

  #logAnswer(call: StepCall): void {
    if (call.answer === null || call.answered) return;
    call.callSeq ??= this.#log.toolCall(call);
    this.#log.toolResult(call, call.answer);
    call.answered = true;
  }

  #close(why: Unanswered): void {
    for (const call of this.#calls.all) {
      if (call.answer !== null) continue;
      call.answer = call.callSeq === null ? notStarted(why) : noAnswer(why);
      this.#log.toolResult(call, call.answer);
      call.answered = true;
    }
    this.#log.session.append('step/end', { turn: this.#log.turn, step: this.#log.step });
  }
}

/** The SDK's word for why a model stopped, in the vocabulary's. */
function finishKind(finishReason: string): string {
  return finishReason === 'length' ? 'max-tokens' : finishReason;
}

function notStarted(why: Unanswered): ToolAnswer {
  const text = {
    'not-run': 'The tool was not run: nothing here runs it, or nobody approved it.',
    stopped: 'The turn was stopped before the tool was started, so it had no effect.',
    failed: 'The turn failed before the tool was started, so it had no effect.',
  }[why];
  return failedAnswer(text, { name: 'ToolNotStartedError', code: 'TOOL_NOT_STARTED' });
}

function noAnswer(why: Unanswered): ToolAnswer {
  const text = {
    'not-run': 'The tool was started and gave no result. Its outcome is unknown.',
    stopped: 'The turn was stopped while the tool was running. Its outcome is unknown.',
    failed: 'The turn failed while the tool was running. Its outcome is unknown.',
  }[why];
  const error =
    why === 'stopped'
      ? { name: 'ToolAbortedError', code: 'TOOL_ABORTED' }
      : { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' };
  return failedAnswer(text, error);
}

/** What a `finish-step` part, or the SDK's callback at the end of a model call, says. */
export function replyEnd(source: UnknownPart): ReplyEnd {
  const usage = isObject(source['usage']) ? tokenUsage(source['usage']) : undefined;
  return { usage, finishReason: textAt(source, 'finishReason') ?? 'other' };
}

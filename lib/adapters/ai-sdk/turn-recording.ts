import type { UserContent } from 'ai';
import type { RequestHeader, TokenUsage, TurnEndReason, UserMessage } from '../../index.ts';
import { isObject, objectAt, textAt, type UnknownPart } from './read-part.ts';
import type { RecordedTurn, TurnFailure } from './recorded-turn.ts';
import { replyEnd, StepRecording, type ReplyEnd } from './step-recording.ts';
import { errorAnswer, failedAnswer, modelOutputAnswer, resultAnswer } from './tool-output.ts';
import { loggedError, type Redact } from './turn-failure.ts';
import { TurnLog, type RecordedSession } from './turn-log.ts';
import { userMessage } from './user-prompt.ts';

/** How a turn came to its end. */
export type TurnCause =
  | { readonly kind: 'stream-ended' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown };

const KNOWN_ENDS: ReadonlySet<string> = new Set(['stop', 'tool-calls', 'other']);

/**
 * One turn while it is recorded: takes the parts of a stream, in any order and of any shape, and appends events that
 * are always in order. Synchronous: a part is in the log when `take` returns.
 * Every method throws what `session.append` throws.
 */
export class TurnRecording {
  readonly #log: TurnLog;
  readonly #header: RequestHeader;
  readonly #redact: Redact;
  #step: StepRecording | null = null;
  #modelEnds: ReplyEnd[] = [];
  #usage: TokenUsage | null = null;
  #finishReason: string | null = null;
  #abortReason: string | null = null;
  #error: { readonly error: unknown } | null = null;
  #denials = new Map<string, string>();

  constructor(session: RecordedSession, header: RequestHeader, redact: Redact) {
    this.#log = new TurnLog(session);
    this.#header = header;
    this.#redact = redact;
  }

  get turn(): number {
    return this.#log.turn;
  }

  /** Opens the turn and its first step: from here on the model is being asked. */
  begin(
    prompt: UserContent | UserMessage | undefined,
    headerReason: 'initial' | 'resume' | 'change' | null,
  ): void {
    const { session, turn } = this.#log;
    session.append('turn/start', { turn });
    if (prompt !== undefined) {
      const odd: [unknown, string][] = [];
      session.append(
        'user/message',
        userMessage(prompt, (part, problem) => odd.push([part, problem])),
      );
      for (const [part, problem] of odd) this.#log.part(part, problem);
    }
    this.#openStep();
    if (headerReason !== null)
      session.append('request/header', { header: this.#header, reason: headerReason });
  }

  /** The model's part of a step is over; the stream may still hold parts of it. */
  modelEnded(event: UnknownPart): void {
    this.#modelEnds.push(replyEnd(event));
  }

  /** How many model calls are known to have ended. */
  get modelEnds(): number {
    return this.#modelEnds.length;
  }

  /** Whether the call is in the step that the given model call belongs to; in the open one when none has told its end. */
  hasCall(sdkId: string, modelCall: number): boolean {
    if (this.#step === null || (modelCall > 0 && this.#log.step !== modelCall)) return false;
    return this.#step.hasCall(sdkId);
  }

  /** Whether the stream has said that all is done. */
  get isFinished(): boolean {
    return this.#finishReason !== null && this.#step === null;
  }

  startTool(sdkId: string): void {
    this.#step?.startTool(sdkId, this.#modelEnds[this.#log.step - 1]);
  }

  /** @param modelOutput what the tool's own `toModelOutput` made of a result, if it has one. */
  take(part: unknown, modelOutput?: unknown): void {
    if (!isObject(part)) return this.#odd(part, 'a part of the stream is no object');
    switch (part['type']) {
      case 'start':
      case 'ping':
      case 'raw':
        return;
      case 'start-step':
        return this.#startStep();
      case 'finish-step':
        return this.#finishStep(part);
      case 'finish':
        this.#finishReason = finishReasonIn(part);
        return;
      case 'abort':
        this.#abortReason = textAt(part, 'reason') ?? '';
        return;
      case 'error':
        return this.#takeError(part);
      case 'tool-result':
      case 'tool-error':
      case 'tool-output-denied':
        return this.#takeAnswer(part, modelOutput);
      case 'tool-approval-request':
      case 'tool-approval-response':
        return this.#takeApproval(part);
      case 'steering-message':
        return this.#takeSteering(part);
      case 'source':
        return this.#log.part(part);
    }
    const step = this.#step ?? (isReplyPart(part) ? this.#openStep() : null);
    if (step?.takeReplyPart(part) !== true) this.#odd(part, `a part "${typeOf(part)}" makes no sense here`);
  }

  /** Closes what is open and ends the turn. */
  end(cause: TurnCause): RecordedTurn {
    const reason = this.#reason(cause);
    this.#step?.cut(reason.kind === 'aborted' ? 'stopped' : 'failed');
    this.#leaveStep();
    const { session, turn, problems } = this.#log;
    const { seq } = session.append('turn/end', { turn, reason });
    const failure = reason.kind === 'error' ? this.#failure(cause, reason.error) : null;
    return { turn, seq, reason, usage: this.#usage, failure, problems };
  }

  #openStep(): StepRecording {
    const { provider, model } = this.#header.config;
    this.#step = new StepRecording(this.#log, { provider, model });
    return this.#step;
  }

  #startStep(): void {
    if (this.#step?.isFresh === true) return;
    if (this.#step !== null) {
      this.#log.problems.push('a step started before the one before it was finished');
      this.#step.cut('failed');
      this.#leaveStep();
    }
    this.#openStep();
  }

  #finishStep(part: UnknownPart): void {
    const step = this.#step;
    if (step === null) return this.#odd(part, 'a step finished that had not started');
    const end = replyEnd(part);
    if (this.#error !== null && end.finishReason !== 'error') {
      // The step went on after its error, by a new try for instance: it is told, and ends nothing.
      this.#log.part(
        { type: 'error', error: loggedError(this.#error.error, this.#redact) },
        'an error was got over',
      );
      this.#error = null;
    }
    step.finish(end);
    this.#leaveStep();
  }

  #leaveStep(): void {
    this.#usage = addUsage(this.#usage, this.#step?.usage ?? null);
    this.#step = null;
  }

  /** A later error of the same turn is kept as a part; the first one is why. */
  #takeError(part: UnknownPart): void {
    if (this.#error === null) this.#error = { error: part['error'] };
    else this.#log.part({ type: 'error', error: loggedError(part['error'], this.#redact) }, 'one more error');
  }

  #takeAnswer(part: UnknownPart, modelOutput: unknown): void {
    if (part['type'] === 'tool-result' && part['preliminary'] === true) return;
    const sdkId = textAt(part, 'toolCallId') ?? '';
    const taken = this.#step?.answer(sdkId, this.#answerIn(part, sdkId, modelOutput)) ?? false;
    if (!taken) this.#odd(part, `no call "${sdkId.slice(0, 100)}" waits for this ${typeOf(part)}`);
  }

  #answerIn(part: UnknownPart, sdkId: string, modelOutput: unknown): ReturnType<typeof resultAnswer> {
    if (part['type'] === 'tool-error') return errorAnswer(part, this.#redact);
    if (part['type'] === 'tool-result') return modelOutputAnswer(modelOutput, part) ?? resultAnswer(part);
    const reason = this.#denials.get(sdkId);
    const error = { name: 'ToolDeniedError', code: 'TOOL_DENIED' };
    return failedAnswer(reason ?? 'Tool execution was denied.', error, 'execution-denied');
  }

  /** Who asked and who answered is kept as it came; the reason of a refusal becomes the call's result. */
  #takeApproval(part: UnknownPart): void {
    const id = textAt(objectAt(part, 'toolCall') ?? {}, 'toolCallId');
    const reason = textAt(part, 'reason');
    if (id !== undefined && reason !== undefined && part['approved'] === false) this.#denials.set(id, reason);
    this.#log.part(part);
  }

  #takeSteering(part: UnknownPart): void {
    const content = objectAt(part, 'message')?.['content'];
    if (typeof content !== 'string' && !Array.isArray(content)) {
      return this.#odd(part, 'a steering message has no content');
    }
    const message = userMessage(content, (inner, problem) => this.#odd(inner, problem));
    this.#log.session.append('user/message', message);
  }

  #odd(part: unknown, problem: string): void {
    this.#log.part(part, problem);
  }

  #reason(cause: TurnCause): TurnEndReason {
    if (cause.kind === 'stopped') return { kind: 'aborted', reason: { kind: 'user' } };
    if (cause.kind === 'failed') return this.#errorReason(cause.error);
    if (this.#error !== null) return this.#errorReason(this.#error.error);
    if (this.#abortReason !== null) return abortedBySdk(this.#redact(this.#abortReason));
    if (this.#finishReason === 'length') return { kind: 'max-tokens' };
    if (this.#finishReason === 'content-filter') return { kind: 'blocked' };
    if (this.#finishReason !== null && KNOWN_ENDS.has(this.#finishReason) && this.#step === null) {
      return { kind: 'completed' };
    }
    return { kind: 'error', error: this.#cutShort() };
  }

  #errorReason(error: unknown): TurnEndReason {
    return { kind: 'error', error: loggedError(error, this.#redact) };
  }

  #cutShort(): { readonly message: string; readonly code: string } {
    return this.#finishReason === 'error'
      ? { message: 'the model stopped because of an error that it did not tell', code: 'MODEL_ERROR' }
      : { message: 'the stream ended before the model had finished', code: 'STREAM_CUT' };
  }

  #failure(cause: TurnCause, logged: TurnFailure['logged']): TurnFailure {
    const known = cause.kind === 'failed' ? { error: cause.error } : this.#error;
    return { error: known === null ? new Error(logged.message) : known.error, logged };
  }
}

/** A stream that just ends is told as `other`, with no reason of the provider's own. */
function finishReasonIn(part: UnknownPart): string {
  const reason = textAt(part, 'finishReason') ?? 'interrupted';
  return reason === 'other' && part['rawFinishReason'] === undefined ? 'interrupted' : reason;
}

const REPLY_PARTS =
  /^(text|reasoning)-(start|delta|end)$|^tool-input-(start|delta|end)$|^tool-call$|^(reasoning-)?file$|^custom$/;

function isReplyPart(part: UnknownPart): boolean {
  return REPLY_PARTS.test(typeOf(part));
}

function typeOf(part: UnknownPart): string {
  return (textAt(part, 'type') ?? 'without a type').slice(0, 100);
}

/** The SDK stops a call by itself when it takes longer than it may. */
function abortedBySdk(reason: string): TurnEndReason {
  const cause = reason === '' ? { kind: 'hook' } : { kind: 'hook', reason: reason.slice(0, 2_000) };
  return { kind: 'aborted', reason: cause };
}

function addUsage(sum: TokenUsage | null, usage: TokenUsage | null): TokenUsage | null {
  if (sum === null || usage === null) return sum ?? usage;
  const total: Record<string, number> = { ...sum };
  for (const [key, count] of Object.entries(usage)) total[key] = (total[key] ?? 0) + Number(count);
  return { ...total, inputTokens: total['inputTokens'] ?? 0, outputTokens: total['outputTokens'] ?? 0 };
}

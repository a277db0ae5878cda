import type { ModelMessage, TextStreamPart, ToolSet } from 'ai';
import type { TokenUsage, TurnEndReason } from '../../index.ts';
import type { LoggedError } from './turn-failure.ts';

/** What `streamText` gives, or its stream alone. */
export type StreamSource<Tools extends ToolSet = ToolSet> =
  AsyncIterable<TextStreamPart<Tools>> | { readonly stream: AsyncIterable<TextStreamPart<Tools>> };

/** What the recorder gives to the call of the model; meant to be spread into `streamText({ model, tools, ...call })`. */
export interface ModelCall {
  /** The whole model input, derived from the session, the new prompt included. */
  readonly messages: ModelMessage[];
  /** Aborted when the turn is to stop, also because the session takes no more events. */
  readonly abortSignal: AbortSignal;
  /** Tells the recorder the usage, and where the model's part of a step ends. */
  readonly onLanguageModelCallEnd: (event: ModelCallEnd) => void;
  /** Lets a tool start only when its call is committed, so that no crash can hide that it ran. */
  readonly onToolExecutionStart: (event: ToolStart) => Promise<void>;
  /** Keeps the SDK from writing errors to the console: the recorder tells them. */
  readonly onError: () => void;
}

export interface ModelCallEnd {
  readonly usage: unknown;
  readonly finishReason: string;
  readonly content: readonly unknown[];
}

export interface ToolStart {
  readonly toolCall: { readonly toolCallId: string };
}

export interface TurnFailure {
  /** What was thrown or came as an `error` part, as it was. It may hold a key: do not store it. */
  readonly error: unknown;
  /** What the log says of it. */
  readonly logged: LoggedError;
}

/** A turn that is in the log from `turn/start` to `turn/end`. */
export interface RecordedTurn {
  readonly turn: number;
  /** Seq of the `turn/end`: where the turn can be forked. */
  readonly seq: number;
  readonly reason: TurnEndReason;
  /** Sum over the turn's steps, or null when the provider told none. */
  readonly usage: TokenUsage | null;
  /** Why the turn ended with reason `error`; null for every other reason. */
  readonly failure: TurnFailure | null;
  /** What in the stream made no sense, in words. The parts themselves are in the log as `ai-sdk/part` events. */
  readonly problems: readonly string[];
}

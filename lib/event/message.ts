/** Parts of a message's content. Kinds that are not listed here are kept as they are. */
export interface ContentBlockMap {
  text: { readonly type: 'text'; readonly text: string };
  reasoning: { readonly type: 'reasoning'; readonly text: string };
  image: { readonly type: 'image'; readonly attachment: unknown };
  file: { readonly type: 'file'; readonly attachment: unknown };
  /** Something of a provider's own, which only its replay state says more of. */
  custom: { readonly type: 'custom'; readonly kind: string };
  'tool-call': {
    readonly type: 'tool-call';
    readonly id: string;
    readonly name: string;
    /** Raw JSON text, exactly as the model wrote it. */
    readonly arguments: string;
  };
  'tool-result': ToolResultBlock;
}

export type ContentBlock = ContentBlockMap[keyof ContentBlockMap];

export interface ToolResultBlock {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly content: readonly ContentBlock[];
  readonly isError?: boolean;
}

/** A message that goes to the model as the user's: typed by a person (`source.kind` is `user`) or injected (any other). */
export interface UserMessage {
  readonly id: string;
  readonly role: 'user';
  readonly source: { readonly kind: string; readonly [key: string]: unknown };
  readonly content: readonly ContentBlock[];
}

export interface AssistantMessage {
  readonly id: string;
  readonly role: 'assistant';
  readonly source: {
    readonly kind: 'model';
    readonly provider: string;
    readonly model: string;
    readonly replayState?: unknown;
  };
  readonly content: readonly ContentBlock[];
}

export interface ToolResultMessage {
  readonly id: string;
  readonly role: 'user';
  readonly source: { readonly kind: 'tool'; readonly callId: string };
  /** Exactly one block, whose `toolCallId` is `source.callId`. */
  readonly content: readonly [ToolResultBlock];
}

/** What `deriveMessages` gives: the model's input, in surface order. */
export type ModelMessage = UserMessage | AssistantMessage | ToolResultMessage;

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

export interface StreamChunkMap {
  'block-start': { readonly type: 'block-start'; readonly index: number; readonly blockType: string };
  'text-delta': { readonly type: 'text-delta'; readonly index: number; readonly text: string };
  'reasoning-delta': { readonly type: 'reasoning-delta'; readonly index: number; readonly text: string };
  'tool-call-delta': {
    readonly type: 'tool-call-delta';
    readonly index: number;
    readonly id: string;
    readonly name?: string;
    readonly argumentsDelta: string;
  };
  'block-end': { readonly type: 'block-end'; readonly index: number; readonly block: ContentBlock };
  usage: { readonly type: 'usage'; readonly usage: TokenUsage };
  finish: {
    readonly type: 'finish';
    readonly reason: { readonly kind: string };
    readonly replayState?: unknown;
  };
}

/** One part of a model's stream, as it arrived. */
export type StreamChunk = StreamChunkMap[keyof StreamChunkMap];

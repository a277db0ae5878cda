import type { AssistantMessage, StreamChunk, TokenUsage, ToolResultMessage, UserMessage } from './message.ts';

/** Why a turn ended. Extend by declaration merging; readers must tolerate kinds that they do not know. */
export interface TurnEndReasonMap {
  completed: { readonly kind: 'completed' };
  aborted: {
    readonly kind: 'aborted';
    readonly reason?: { readonly kind: string; readonly reason?: string };
  };
  blocked: { readonly kind: 'blocked' };
  error: {
    readonly kind: 'error';
    readonly error: {
      readonly message: string;
      readonly code: string;
      readonly status?: number;
      readonly providerRetryAfterMs?: number;
      readonly requestId?: string;
    };
  };
  'max-tokens': { readonly kind: 'max-tokens' };
  /** Written only when a turn that never ended is closed afterwards (crash repair). */
  interrupted: { readonly kind: 'interrupted' };
}

export type TurnEndReason = TurnEndReasonMap[keyof TurnEndReasonMap];

export interface RequestHeader {
  readonly config: {
    readonly provider: string;
    readonly model: string;
    readonly reasoningEffort?: string;
    readonly temperature?: number;
    readonly maxTokens?: number;
    readonly stop?: readonly string[];
  };
  readonly adapterDefaults?: { readonly reasoningEffort?: true; readonly maxTokens?: true };
  readonly system?: unknown;
  readonly tools?: unknown;
}

/**
 * What each known event type carries. Extend by declaration merging:
 * `declare module 'turnfork' { interface SessionEventMap { 'acme/note': { text: string } } }`.
 */
export interface SessionEventMap {
  'turn/start': { readonly turn: number };
  'turn/end': { readonly turn: number; readonly reason: TurnEndReason };
  'step/start': { readonly turn: number; readonly step: number };
  'step/end': { readonly turn: number; readonly step: number };
  'user/message': UserMessage;
  'assistant/chunk': { readonly turn: number; readonly step: number; readonly chunk: StreamChunk };
  'assistant/message': {
    readonly turn: number;
    readonly step: number;
    readonly message: AssistantMessage;
    readonly usage?: TokenUsage;
    readonly interrupted?: true;
  };
  'tool/call': {
    readonly turn: number;
    readonly step: number;
    readonly callId: string;
    readonly name: string;
    /** Raw JSON text, exactly as the model wrote it. */
    readonly arguments: string;
  };
  'tool/result': {
    readonly turn: number;
    readonly step: number;
    readonly message: ToolResultMessage;
    readonly error?: { readonly name: string; readonly code: string };
    readonly meta?: unknown;
  };
  'todo/write': {
    readonly todos: readonly {
      readonly content: string;
      readonly status: 'pending' | 'in_progress' | 'completed';
    }[];
  };
  'request/header': {
    readonly header: RequestHeader;
    readonly reason: 'initial' | 'resume' | 'change';
  };
  'request/context': { readonly provider: string; readonly model: string; readonly contextWindow?: number };
  'session/title': {
    readonly title: string;
    readonly messageSeqs?: readonly number[];
    readonly source?: { readonly kind: string };
  };
  'session/end-seed': Readonly<Record<string, never>>;
}

export type SessionEventType = keyof SessionEventMap;

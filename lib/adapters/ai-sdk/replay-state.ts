import type { AssistantMessage } from '../../index.ts';
import { isObject, type UnknownPart } from './read-part.ts';

/**
 * What a provider must get back with one block of an assistant message and that the vocabulary has no field for. It
 * stands in the message's `source.replayState`, where DSH keeps such things: one entry a block, in the same order.
 */
export interface BlockReplay {
  readonly type: string;
  /** The SDK's `providerMetadata`: signatures of reasoning, ids of items on the server. */
  readonly providerMetadata?: unknown;
  /** The provider ran this tool call itself. */
  readonly providerExecuted?: true;
  /** The arguments of this tool call were refused, and are nothing that a provider would take back. */
  readonly invalid?: true;
}

export interface ReplayState {
  readonly response: { readonly kind: 'ai-sdk'; readonly version: 1 };
  readonly blocks: readonly BlockReplay[];
}

/** The replay state of blocks; undefined when no block needs one. */
export function replayState(blocks: readonly BlockReplay[]): ReplayState | undefined {
  const needed = blocks.some(
    (block) =>
      block.providerMetadata !== undefined ||
      block.providerExecuted === true ||
      block.invalid === true ||
      block.type === 'reasoning-file',
  );
  return needed ? { response: { kind: 'ai-sdk', version: 1 }, blocks } : undefined;
}

/** What this adapter stored for each block of a message; empty when something else wrote the message. */
export function blockReplays(message: AssistantMessage): readonly UnknownPart[] {
  const state = message.source.replayState;
  if (!isObject(state) || !isObject(state['response']) || state['response']['kind'] !== 'ai-sdk') return [];
  const blocks = state['blocks'];
  if (!Array.isArray(blocks) || blocks.length !== message.content.length) return [];
  return blocks.map((block: unknown) => (isObject(block) ? block : {}));
}

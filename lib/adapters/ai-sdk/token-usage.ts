import type { TokenUsage } from '../../index.ts';
import { countAt, objectAt, type UnknownPart } from './read-part.ts';

/** The SDK's usage in the vocabulary's words; undefined when the provider told nothing. */
export function tokenUsage(usage: UnknownPart | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const inputTokens = countAt(usage, 'inputTokens');
  const outputTokens = countAt(usage, 'outputTokens');
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const input = objectAt(usage, 'inputTokenDetails');
  const cacheReadTokens = countAt(input, 'cacheReadTokens');
  const cacheWriteTokens = countAt(input, 'cacheWriteTokens');
  const reasoningTokens = countAt(objectAt(usage, 'outputTokenDetails'), 'reasoningTokens');
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

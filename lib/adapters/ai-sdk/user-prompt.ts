import type { UserContent } from 'ai';
import type { ContentBlock, UserMessage } from '../../index.ts';
import { attachmentBlock } from './attachment.ts';
import { isObject } from './read-part.ts';

/** The log's message for a prompt. Parts that are neither text nor a readable file are given to `onOdd`. */
export function userMessage(
  prompt: UserContent | UserMessage,
  onOdd: (part: unknown, problem: string) => void,
): UserMessage {
  if (typeof prompt !== 'string' && !Array.isArray(prompt)) return prompt;
  const content: ContentBlock[] = [];
  for (const part of typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt) {
    const block = promptBlock(part);
    if (block === null) onOdd(part, 'a part of the prompt is neither text nor a file with content');
    else content.push(block);
  }
  return { id: newMessageId(), role: 'user', source: { kind: 'user' }, content };
}

function promptBlock(part: unknown): ContentBlock | null {
  if (!isObject(part)) return null;
  if (part['type'] === 'text')
    return typeof part['text'] === 'string' ? { type: 'text', text: part['text'] } : null;
  return part['type'] === 'image' || part['type'] === 'file' ? attachmentBlock(part) : null;
}

/** `randomUUID` is missing on pages that are not served securely. */
export function newMessageId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return `message-${Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')}`;
}

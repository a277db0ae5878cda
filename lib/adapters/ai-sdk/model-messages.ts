import type {
  AssistantModelMessage,
  JSONValue,
  ModelMessage as SdkMessage,
  ToolModelMessage,
  ToolResultPart,
  UserModelMessage,
} from 'ai';
import type {
  AssistantMessage,
  ContentBlock,
  ModelMessage,
  ToolResultBlock,
  ToolResultMessage,
  UserMessage,
} from '../../index.ts';
import { filePart } from './attachment.ts';
import { isObject, objectAt, textAt, type UnknownPart } from './read-part.ts';
import { blockReplays } from './replay-state.ts';

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];
type UserPart = Exclude<UserModelMessage['content'], string>[number];
type ProviderOptions = NonNullable<ToolResultPart['providerOptions']>;
type ToolOutput = ToolResultPart['output'];

/**
 * The SDK's messages for what `deriveMessages()` gives: what `streamText` is called with so that a reloaded or forked
 * session goes on where it was. What providers want back with their parts is with them. Whatever the log, the result
 * is one that providers take: each tool call is followed by its result (one that is missing is told as an error),
 * a result without its call is left out, and so are messages with no content.
 */
export function toModelMessages(messages: readonly ModelMessage[]): SdkMessage[] {
  const results = new ResultQueue(messages);
  return messages.flatMap((message, index): SdkMessage[] => {
    if (message.role === 'assistant')
      return assistantMessages(message, (callId) => results.take(callId, index));
    return isToolResult(message) ? [] : userMessages(message);
  });
}

/** The results of a conversation by call: an id comes back in a later step with careless providers. */
class ResultQueue {
  readonly #results: { readonly index: number; readonly block: ToolResultBlock }[] = [];

  constructor(messages: readonly ModelMessage[]) {
    for (const [index, message] of messages.entries()) {
      if (isToolResult(message)) this.#results.push({ index, block: message.content[0] });
    }
  }

  /** The first result for this call that comes after the message that asks for it; undefined when there is none. */
  take(callId: string, askedAt: number): ToolResultBlock | undefined {
    const at = this.#results.findIndex(({ index, block }) => index > askedAt && block.toolCallId === callId);
    return at < 0 ? undefined : this.#results.splice(at, 1)[0]?.block;
  }
}

function isToolResult(message: ModelMessage): message is ToolResultMessage {
  return (
    message.role === 'user' &&
    message.source.kind === 'tool' &&
    message.content.some((block) => block.type === 'tool-result')
  );
}

function userMessages(message: UserMessage): SdkMessage[] {
  const parts = message.content.flatMap(userPart);
  if (parts.length === 0) return [];
  const [first] = parts;
  const content = parts.length === 1 && first?.type === 'text' ? first.text : parts;
  return [{ role: 'user', content }];
}

function userPart(block: ContentBlock): UserPart[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image':
    case 'file':
      return [filePart(block.attachment) ?? { type: 'text', text: `[${block.type} that is not in the log]` }];
    default:
      return [];
  }
}

function assistantMessages(
  message: AssistantMessage,
  resultOf: (callId: string) => ToolResultBlock | undefined,
): SdkMessage[] {
  const replays = blockReplays(message);
  const content: AssistantPart[] = [];
  const results: ToolResultPart[] = [];
  for (const [index, block] of message.content.entries()) {
    const replay = replays[index] ?? {};
    content.push(...assistantPart(block, replay));
    if (block.type !== 'tool-call') continue;
    const result = resultPart(block.id, block.name, resultOf(block.id));
    // What a provider ran itself stays in its own message, right after its call.
    if (replay['providerExecuted'] === true) content.push(result);
    else results.push(result);
  }
  const answer: ToolModelMessage[] = results.length === 0 ? [] : [{ role: 'tool', content: results }];
  return content.length === 0 ? [] : [{ role: 'assistant', content }, ...answer];
}

function assistantPart(block: ContentBlock, replay: UnknownPart): AssistantPart[] {
  const options = providerOptions(replay);
  switch (block.type) {
    case 'text':
      return block.text === '' && options.providerOptions === undefined
        ? []
        : [{ type: 'text', text: block.text, ...options }];
    case 'reasoning':
      return [{ type: 'reasoning', text: block.text, ...options }];
    case 'tool-call':
      return [
        {
          type: 'tool-call',
          toolCallId: block.id,
          toolName: block.name,
          input: replay['invalid'] === true ? {} : callInput(block.arguments),
          ...(replay['providerExecuted'] === true ? { providerExecuted: true } : {}),
          ...options,
        },
      ];
    case 'image':
    case 'file':
      return assistantFile(block.attachment, replay['type'] === 'reasoning-file', options);
    case 'custom':
      return isKind(block.kind) ? [{ type: 'custom', kind: block.kind, ...options }] : [];
    case 'tool-result':
      return [];
  }
}

function assistantFile(
  attachment: unknown,
  ofReasoning: boolean,
  options: { readonly providerOptions?: ProviderOptions },
): AssistantPart[] {
  const part = filePart(attachment);
  if (part === null) return [];
  const data = bytesOf(part.data);
  if (data === null) return [{ ...part, ...options }];
  return [{ type: ofReasoning ? 'reasoning-file' : 'file', data, mediaType: part.mediaType, ...options }];
}

/** Content in base64; null when it is elsewhere. */
function bytesOf(data: unknown): string | null {
  return isObject(data) && data['type'] === 'data' ? (textAt(data, 'data') ?? null) : null;
}

function isKind(kind: string): kind is `${string}.${string}` {
  return kind.includes('.');
}

/** Arguments that are no JSON were never run: providers want an object in their place, which the SDK gives too. */
function callInput(raw: string): unknown {
  try {
    const input: unknown = JSON.parse(raw);
    return input;
  } catch {
    return {};
  }
}

function resultPart(
  toolCallId: string,
  toolName: string,
  block: ToolResultBlock | undefined,
): ToolResultPart {
  const replay = isObject(block) ? objectAt({ ...block }, 'replayState') : undefined;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: block === undefined ? NO_RESULT : toolOutput(block, textAt(replay ?? {}, 'output')),
    ...providerOptions(replay ?? {}),
  };
}

const NO_RESULT: ToolOutput = {
  type: 'error-text',
  value: 'No result of this tool call is on record. Its outcome is unknown.',
};

function toolOutput({ content, isError }: ToolResultBlock, form: string | undefined): ToolOutput {
  const text = content.map((block) => ('text' in block ? block.text : '')).join('\n');
  switch (form) {
    case 'json':
    case 'error-json': {
      const value = jsonIn(text);
      return value === undefined
        ? { type: isError === true ? 'error-text' : 'text', value: text }
        : { type: form, value };
    }
    case 'execution-denied':
      return { type: form, reason: text };
  }
  if (isError === true) return { type: 'error-text', value: text };
  if (form !== 'content' && content.every((block) => 'text' in block)) return { type: 'text', value: text };
  return { type: 'content', value: content.flatMap(outputItem) };
}

function outputItem(block: ContentBlock): ContentItem[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type !== 'image' && block.type !== 'file') return [];
  const part = filePart(block.attachment);
  if (part === null || !isTagged(part.data))
    return [{ type: 'text', text: `[${block.type} that is not in the log]` }];
  return [{ type: 'file', mediaType: part.mediaType, data: part.data }];
}

type ContentItem = Extract<
  Extract<ToolOutput, { type: 'content' }>['value'][number],
  { type: 'text' | 'file' }
>;
type TaggedData = Extract<ContentItem, { type: 'file' }>['data'];

function isTagged(data: unknown): data is TaggedData {
  return isObject(data) && typeof data['type'] === 'string';
}

function jsonIn(text: string): JSONValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whatever was read from JSON text is. */
function isJson(value: unknown): value is JSONValue {
  return value !== undefined;
}

function providerOptions(replay: UnknownPart): { readonly providerOptions?: ProviderOptions } {
  const metadata = replay['providerMetadata'];
  return isOptions(metadata) ? { providerOptions: metadata } : {};
}

function isOptions(metadata: unknown): metadata is ProviderOptions {
  return isObject(metadata) && Object.values(metadata).every(isObject);
}

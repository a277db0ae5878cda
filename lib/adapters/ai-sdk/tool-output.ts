import type { ContentBlock } from '../../index.ts';
import { attachmentBlock } from './attachment.ts';
import { jsonCopy, jsonText } from './json-copy.ts';
import { isObject, textAt, type UnknownPart } from './read-part.ts';
import { messageOf, type Redact } from './turn-failure.ts';

/** How the SDK gives a result to the model, which the text alone does not tell. */
export type OutputForm = 'text' | 'json' | 'error-text' | 'error-json' | 'execution-denied' | 'content';

/** What a tool answered, as the log has it. */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[];
  readonly form: OutputForm;
  readonly error?: { readonly name: string; readonly code: string };
  readonly providerMetadata?: unknown;
}

/** Something that went wrong with a tool. */
export function failedAnswer(
  text: string,
  error: { readonly name: string; readonly code: string },
  form: OutputForm = 'error-text',
): ToolAnswer {
  return { content: [{ type: 'text', text }], form, error };
}

/** The answer in a `tool-result` part. A tool that answers `undefined` answers null, as in the SDK. */
export function resultAnswer(part: UnknownPart): ToolAnswer {
  const { output } = part;
  const metadata = metadataOf(part);
  if (typeof output === 'string')
    return { content: [{ type: 'text', text: output }], form: 'text', ...metadata };
  const json = output === undefined ? 'null' : jsonText(output);
  return json === undefined
    ? { content: [{ type: 'text', text: messageOf(output) }], form: 'text', ...metadata }
    : { content: [{ type: 'text', text: json }], form: 'json', ...metadata };
}

/** The answer in a `tool-error` part. What a provider's own tool failed with may be data, and stays it. */
export function errorAnswer(part: UnknownPart, redact: Redact): ToolAnswer {
  const { error } = part;
  const details = isObject(error) ? error : {};
  const name = textAt(details, 'name') ?? 'ToolError';
  const code = textAt(details, 'code') ?? 'TOOL_FAILED';
  const json = part['providerExecuted'] === true && typeof error !== 'string' ? jsonText(error) : undefined;
  const answer =
    json === undefined
      ? failedAnswer(redact(errorText(error)), { name, code })
      : failedAnswer(redact(json), { name, code }, 'error-json');
  return { ...answer, ...metadataOf(part) };
}

/** What the SDK tells the model of an error: its name too. */
function errorText(error: unknown): string {
  return error instanceof Error
    ? String(error)
    : error === undefined || error === null
      ? 'unknown error'
      : messageOf(error);
}

/** What a tool's own `toModelOutput` made of its result; null for a form that is not known. */
export function modelOutputAnswer(output: unknown, part: UnknownPart): ToolAnswer | null {
  if (!isObject(output)) return null;
  const metadata = metadataOf(part);
  const { type, value } = output;
  switch (type) {
    case 'text':
    case 'error-text':
      return typeof value === 'string'
        ? { content: [{ type: 'text', text: value }], form: type, ...metadata }
        : null;
    case 'json':
    case 'error-json':
      return { content: [{ type: 'text', text: jsonText(value) ?? 'null' }], form: type, ...metadata };
    case 'content':
      return Array.isArray(value)
        ? { content: value.flatMap(contentBlock), form: 'content', ...metadata }
        : null;
    default:
      return null;
  }
}

function contentBlock(item: unknown): readonly ContentBlock[] {
  if (!isObject(item)) return [];
  const text = textAt(item, 'text');
  if (item['type'] === 'text') return text === undefined ? [] : [{ type: 'text', text }];
  const block = attachmentBlock(item);
  return block === null ? [] : [block];
}

function metadataOf(part: UnknownPart): { readonly providerMetadata?: unknown } {
  const providerMetadata = jsonCopy(part['providerMetadata']);
  return providerMetadata === undefined || providerMetadata === null ? {} : { providerMetadata };
}

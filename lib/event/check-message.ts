import { blockFlaw, kindFlaw } from './check-content.ts';
import {
  constantFlaw,
  flawAt,
  isJsonObject,
  listFlaw,
  nonEmptyStringFlaw,
  stringFlaw,
  type DataFlaw,
  type JsonObject,
} from './data-flaw.ts';

/** Checks what every message has (DSH refuses to load a log with a message that lacks it). */
function messageFlaw(message: JsonObject, at: string, role: 'user' | 'assistant'): DataFlaw | null {
  return (
    nonEmptyStringFlaw(message, 'id', at) ??
    constantFlaw(message, 'role', at, role) ??
    kindFlaw(message, 'source', at) ??
    listFlaw(message, 'content', at, blockFlaw)
  );
}

export function userMessageFlaw(message: unknown, at: string): DataFlaw | null {
  return isJsonObject(message) ? messageFlaw(message, at, 'user') : flawAt(at, 'an object', message);
}

export function assistantMessageFlaw(message: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(message)) return flawAt(at, 'an object', message);
  return messageFlaw(message, at, 'assistant') ?? modelSourceFlaw(message['source'], `${at}.source`);
}

function modelSourceFlaw(source: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(source)) return flawAt(at, 'an object', source);
  return (
    constantFlaw(source, 'kind', at, 'model') ??
    stringFlaw(source, 'provider', at) ??
    stringFlaw(source, 'model', at)
  );
}

/** A tool result is one block, and its two ids of the call agree. */
export function toolResultMessageFlaw(message: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(message)) return flawAt(at, 'an object', message);
  return (
    messageFlaw(message, at, 'user') ??
    toolSourceFlaw(message['source'], `${at}.source`) ??
    singleResultFlaw(message, at)
  );
}

function toolSourceFlaw(source: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(source)) return flawAt(at, 'an object', source);
  return constantFlaw(source, 'kind', at, 'tool') ?? stringFlaw(source, 'callId', at);
}

function singleResultFlaw(message: JsonObject, at: string): DataFlaw | null {
  const { content, source } = message;
  const block: unknown = Array.isArray(content) && content.length === 1 ? content[0] : undefined;
  if (!isJsonObject(block)) return flawAt(`${at}.content`, 'exactly one tool-result block', content);
  const callId = isJsonObject(source) ? source['callId'] : undefined;
  return (
    constantFlaw(block, 'type', `${at}.content[0]`, 'tool-result') ??
    constantFlaw(block, 'toolCallId', `${at}.content[0]`, callId)
  );
}

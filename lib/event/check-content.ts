import {
  flawAt,
  indexFlaw,
  isJsonObject,
  listFlaw,
  numberFlaw,
  objectFlaw,
  optionalFlaw,
  stringFlaw,
  type DataFlaw,
  type JsonObject,
} from './data-flaw.ts';

/** Checks one part of a message's content. Kinds that are not known need only a `type`. */
export function blockFlaw(block: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(block)) return flawAt(at, 'an object', block);
  switch (block['type']) {
    case 'text':
    case 'reasoning':
      return stringFlaw(block, 'text', at);
    case 'image':
      return block['attachment'] === undefined ? flawAt(`${at}.attachment`, 'present', undefined) : null;
    case 'tool-call':
      return (
        stringFlaw(block, 'id', at) ?? stringFlaw(block, 'name', at) ?? stringFlaw(block, 'arguments', at)
      );
    case 'tool-result':
      return toolResultBlockFlaw(block, at);
    default:
      return stringFlaw(block, 'type', at);
  }
}

function toolResultBlockFlaw(block: JsonObject, at: string): DataFlaw | null {
  const isError = block['isError'];
  return (
    stringFlaw(block, 'toolCallId', at) ??
    listFlaw(block, 'content', at, blockFlaw) ??
    (isError === undefined || typeof isError === 'boolean'
      ? null
      : flawAt(`${at}.isError`, 'true or false', isError))
  );
}

/** Checks the token counts of a model call. */
export function usageFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const usage = object[key];
  if (!isJsonObject(usage)) return objectFlaw(object, key, at);
  const place = `${at}.${key}`;
  return (
    numberFlaw(usage, 'inputTokens', place) ??
    numberFlaw(usage, 'outputTokens', place) ??
    optionalFlaw(usage, 'cacheReadTokens', place, numberFlaw) ??
    optionalFlaw(usage, 'cacheWriteTokens', place, numberFlaw) ??
    optionalFlaw(usage, 'reasoningTokens', place, numberFlaw)
  );
}

/** Checks one part of a model's stream. Kinds that are not known need only a `type`. */
export function chunkFlaw(chunk: unknown, at: string): DataFlaw | null {
  if (!isJsonObject(chunk)) return flawAt(at, 'an object', chunk);
  switch (chunk['type']) {
    case 'text-delta':
    case 'reasoning-delta':
      return indexFlaw(chunk, 'index', at) ?? stringFlaw(chunk, 'text', at);
    case 'tool-call-delta':
      return (
        indexFlaw(chunk, 'index', at) ??
        stringFlaw(chunk, 'id', at) ??
        optionalFlaw(chunk, 'name', at, stringFlaw) ??
        stringFlaw(chunk, 'argumentsDelta', at)
      );
    case 'block-start':
      return indexFlaw(chunk, 'index', at) ?? stringFlaw(chunk, 'blockType', at);
    case 'block-end':
      return indexFlaw(chunk, 'index', at) ?? blockFlaw(chunk['block'], `${at}.block`);
    case 'usage':
      return usageFlaw(chunk, 'usage', at);
    case 'finish':
      return kindFlaw(chunk, 'reason', at);
    default:
      return stringFlaw(chunk, 'type', at);
  }
}

/** Checks an object that says what it is in `kind`; which kinds there are is left open. */
export function kindFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return isJsonObject(value) ? stringFlaw(value, 'kind', `${at}.${key}`) : objectFlaw(object, key, at);
}

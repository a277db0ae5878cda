import { isJsonObject } from '../event/data-flaw.ts';

/**
 * A digest of a `tool/result`'s data without the `content` of its one tool-result block. Two results with the same
 * digest differ at most in that content. Stored with turn records: changing it would refuse replacements of older results.
 */
export function toolResultIdentity(data: unknown): string {
  return digest(canonicalJson(withoutResultContent(data)));
}

function withoutResultContent(data: unknown): unknown {
  if (!isJsonObject(data) || !isJsonObject(data['message'])) return data;
  const { message } = data;
  if (!Array.isArray(message['content'])) return data;
  const content = message['content'].map((block: unknown) =>
    isJsonObject(block) ? { ...block, content: null } : block,
  );
  return { ...data, message: { ...message, content } };
}

/** JSON text that is the same for deeply equal values, whatever the order of their keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isJsonObject(part) ? sortedKeys(part) : part));
}

function sortedKeys(object: { readonly [key: string]: unknown }): unknown {
  const entries = Object.keys(object).map((key): [string, unknown] => [key, object[key]]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Two 32-bit multiplicative hashes over the UTF-16 units, as 16 hexadecimal digits. Not for secrets. */
function digest(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 15;
  }
  return hex(low) + hex(high);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

import { MAX_JSON_DEPTH } from '../event/lossless-json.ts';

/** Why a line cannot be taken as it is. */
export class LineFlaw {
  constructor(readonly message: string) {}
}

/** Parses one line; a flaw when it is no JSON, or holds what JavaScript cannot hold exactly. */
export function parseLine(text: string): { readonly value: unknown } | LineFlaw {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return new LineFlaw(error instanceof Error ? error.message : 'not JSON');
  }
  // Almost every line is done with here: it is short, and has no number that could be inexact.
  if (text.length <= MAX_JSON_DEPTH && !/\d{16}|-0|\d[eE]/.test(text)) return { value };
  const { number, depth } = scan(text);
  if (number !== null) {
    return new LineFlaw(`the number ${number} cannot be kept exactly; write it as a string`);
  }
  return depth > MAX_JSON_DEPTH ? new LineFlaw(`nested deeper than ${MAX_JSON_DEPTH} levels`) : { value };
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Walks valid JSON outside of its strings: how deep it is, and its first number that a double does not hold. */
function scan(json: string): { readonly number: string | null; readonly depth: number } {
  let level = 0;
  let depth = 0;
  let number: string | null = null;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (OPENING.has(code)) {
      level += 1;
      if (level > depth) depth = level;
    } else if (CLOSING.has(code)) level -= 1;
    else if (number === null && (code === 45 || (code >= 48 && code <= 57))) {
      NUMBER.lastIndex = index;
      const token = NUMBER.exec(json)?.[0] ?? '';
      if (!isExact(token)) number = token;
      index += Math.max(0, token.length - 1);
    }
  }
  return { number, depth };
}

/** A long integer, -0, and a number beyond all bounds become others when JavaScript reads them. */
function isExact(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return !/^-?\d{16,}$/.test(token) || BigInt(value) === BigInt(token);
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

import { pathStep } from '../event/lossless-json.ts';

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

export interface JsonShape {
  /** How many arrays and objects lie in one another. */
  readonly depth: number;
  /** Where the first number stands that JavaScript would change, or null. */
  readonly inexactAt: number | null;
}

/** Walks valid JSON outside of its strings: what `JSON.parse` itself does not tell. */
export function shapeOf(json: string): JsonShape {
  let level = 0;
  let depth = 0;
  let inexactAt: number | null = null;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      level += 1;
      if (level > depth) depth = level;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) level -= 1;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const token = numberAt(json, index);
      if (inexactAt === null && !isExact(token)) inexactAt = index;
      index += token.length - 1;
    }
  }
  return { depth, inexactAt };
}

export function numberAt(json: string, index: number): string {
  NUMBER.lastIndex = index;
  return NUMBER.exec(json)?.[0] ?? '';
}

/** The path of the value that begins at an index of valid JSON: `.data.items[3]`. */
export function pathOf(json: string, target: number): string {
  const open: { readonly isArray: boolean; key: string | number }[] = [];
  for (let index = 0; index < target; index += 1) {
    const around = open.at(-1);
    switch (json.charCodeAt(index)) {
      case QUOTE: {
        const end = endOfString(json, index);
        // In an object, the string before a value is its key; a value that is a string is never the last one.
        if (around?.isArray === false) around.key = JSON.parse(json.slice(index, end + 1)) as string;
        index = end;
        break;
      }
      case OPEN_ARRAY:
        open.push({ isArray: true, key: 0 });
        break;
      case OPEN_OBJECT:
        open.push({ isArray: false, key: '' });
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        open.pop();
        break;
      case COMMA:
        if (typeof around?.key === 'number') around.key += 1;
        break;
    }
  }
  return open.map(({ key }) => pathStep(key)).join('');
}

/**
 * Whether JavaScript reads a number as what it says: it would write the same decimal number again. Not so for -0, for
 * integers beyond 2^53 that are no doubles, for more digits than a double has, and beyond its range.
 */
function isExact(token: string): boolean {
  if (token.length < 16 && /^(?:[1-9]\d*|0)$/.test(token)) return true;
  const value = Number(token);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return decimalOf(token) === decimalOf(String(value));
}

/** One way of writing for each number: sign, digits without zeros at the ends, and the exponent. */
function decimalOf(token: string): string {
  const isNegative = token.startsWith('-');
  const [mantissa = '', exponent = '0'] = (isNegative ? token.slice(1) : token).split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let start = 0;
  while (start < digits.length && digits.charCodeAt(start) === ZERO) start += 1;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (start === end) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${isNegative ? '-' : ''}${digits.slice(start, end)}e${power}`;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

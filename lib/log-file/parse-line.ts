import { MAX_JSON_DEPTH } from '../event/lossless-json-error.ts';
import { numberAt, pathOf, shapeOf } from './exact-numbers.ts';

/** Why a line cannot be taken as it is. `value` is what it would be, where it is JSON at all. */
export class LineFlaw {
  constructor(
    readonly message: string,
    readonly value?: unknown,
  ) {}
}

/** A number of 16 digits and more, a negative zero or an exponent, after what can stand before a number. */
const MAY_BE_INEXACT = /[:,[]\s*(?:-?[\d.]{16}|-0|-?[\d.]+[eE])/;

/** Longest path, number or name that is shown in a message: it may come from anywhere. */
const SHOWN_LENGTH = 200;

/** Parses one line; a flaw when it is no JSON, or holds what JavaScript cannot hold exactly. */
export function parseLine(text: string): { readonly value: unknown } | LineFlaw {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof RangeError) return new LineFlaw(TOO_DEEP);
    return new LineFlaw(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  // Almost every line is done with here: it is short, and has no number that could be inexact.
  if (text.length <= MAX_JSON_DEPTH && !MAY_BE_INEXACT.test(text)) return { value };
  const { depth, inexactAt } = shapeOf(text);
  if (depth > MAX_JSON_DEPTH) return new LineFlaw(TOO_DEEP, value);
  if (inexactAt === null) return { value };
  const path = shortened(pathOf(text, inexactAt).replace(/^\./, ''));
  const number = shortened(numberAt(text, inexactAt));
  return new LineFlaw(`${path} is ${number}, which JavaScript cannot keep; write it as a string`, value);
}

/** Some text of a file, cut where it would be too long for a message. */
export function shortened(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text;
}

const TOO_DEEP = `more than ${MAX_JSON_DEPTH} arrays and objects lie in one another`;

import { Lexer, type Token } from 'marked';

/** A longer block is shown as it is: no prose is that long, and the lexer takes quadratic time on some that is made. */
const MAX_BLOCK = 16_000;
/** So many markers at the beginning of a line are no quotation or list of a person. */
const DEEP_LINE = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){12}/m;
/** Brackets or stars that open so often on end are what makes a lexer slow. */
const DEEP_SPAN = /[[*_~`!<(]{40}/;

/** The tokens of one block; null where it is to be shown as it is. */
export function readBlock(source: string): readonly Token[] | null {
  if (source.length > MAX_BLOCK || DEEP_LINE.test(source) || DEEP_SPAN.test(source)) return null;
  try {
    return new Lexer({ gfm: true }).lex(source);
  } catch {
    // Too deep for the stack, or a case that the lexer does not know.
    return null;
  }
}

const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** A link's target, where it is one that may be followed. */
export function safeTarget(href: string): URL | null {
  try {
    const url = new URL(href);
    return SAFE.has(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** A text and where its blocks begin: paragraphs, lists, code between fences. */
export interface SplitText {
  readonly text: string;
  readonly blocks: readonly string[];
}

const NOTHING: SplitText = { text: '', blocks: [] };

/**
 * Splits Markdown into blocks that can be rendered apart. A text that goes on from the one before keeps all of its
 * blocks but the last, so that a text that streams in costs what is new in it.
 */
export function splitBlocks(text: string, before: SplitText = NOTHING): SplitText {
  if (text === before.text) return before;
  if (!text.startsWith(before.text)) return splitBlocks(text);
  const kept = before.blocks.slice(0, -1);
  const from = before.text.length - (before.blocks.at(-1)?.length ?? 0);
  return { text, blocks: [...kept, ...blocksOf(text.slice(from))] };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** The blocks of a text: joined, they are the text again. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  let fence: string | null = null;
  let isList = false;
  let afterBlank = false;
  let lineStart = 0;
  while (lineStart < text.length) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline < 0 ? text.length : newline + 1;
    const line = text.slice(lineStart, lineEnd);
    const isBlank = line.trim() === '';
    if (fence === null && afterBlank && !isBlank && beginsBlock(line, isList)) {
      blocks.push(text.slice(start, lineStart));
      start = lineStart;
    }
    if (start === lineStart) isList = LIST_ITEM.test(line);
    fence = fenceAfter(line, fence);
    afterBlank = isBlank;
    lineStart = lineEnd;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** Whether a line after an empty one is not part of what came before: what is indented may belong to a list. */
function beginsBlock(line: string, inList: boolean): boolean {
  if (/^[ \t]/.test(line)) return false;
  return !(inList && LIST_ITEM.test(line));
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | null): string | null {
  const mark = FENCE.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === null) return mark;
  const closes = mark[0] === open[0] && mark.length >= open.length && line.trim().length === mark.length;
  return closes ? null : open;
}

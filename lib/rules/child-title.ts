const COUNTER = /\((\d{1,30})\)$|（(\d{1,30})）$/;

/** The titles that a fork may have, by number. */
export interface ChildTitles {
  /** The first number to try. */
  readonly first: bigint;
  title(count: bigint): string;
}

/**
 * How a fork is called: its parent's title with the trailing `(N)` counted up, or with ` (2)` added, as DSH's web client
 * counts (full-width parentheses stay). The title is cut where it would be longer than `longest` characters. Null when
 * the parent has no title.
 */
export function childTitles(parentTitle: string | null, longest: number): ChildTitles | null {
  const title = parentTitle?.trimEnd() ?? '';
  if (title === '') return null;
  const counter = COUNTER.exec(title);
  const digits = counter?.[1] ?? counter?.[2] ?? '1';
  const base = counter === null ? title : title.slice(0, counter.index);
  const open = counter === null ? ' (' : counter[2] === undefined ? '(' : '（';
  const close = counter?.[2] === undefined ? ')' : '）';
  return {
    first: BigInt(digits) + 1n,
    title(count) {
      const end = `${open}${count}${close}`;
      return cut(base, longest - end.length) + end;
    },
  };
}

/** Not between the halves of one character. */
function cut(text: string, length: number): string {
  const end = text.codePointAt(length - 1) ?? 0;
  return text.slice(0, end > 0xffff ? length - 1 : length);
}

/**
 * A title that nobody has: gallops from the first number to a free one, then halves down to one whose predecessor is
 * taken, so that the thousandth fork asks some twenty times and not a thousand.
 */
export async function freeChildTitle(
  titles: ChildTitles,
  isTaken: (title: string) => Promise<boolean>,
): Promise<string> {
  let taken = titles.first - 1n;
  let free = titles.first;
  for (let stride = 1n; await isTaken(titles.title(free)); stride *= 2n) {
    taken = free;
    free += stride;
  }
  while (free - taken > 1n) {
    const middle = (taken + free) / 2n;
    if (await isTaken(titles.title(middle))) taken = middle;
    else free = middle;
  }
  return titles.title(free);
}

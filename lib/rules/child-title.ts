const COUNTER = /\((\d+)\)$|（(\d+)）$/;

/**
 * The title of a fork: the parent's with its trailing `(N)` counted up, or with ` (2)` added, as DSH's web client counts
 * (full-width parentheses stay). Numbers that are taken are skipped. Null when the parent has no title.
 */
export function childTitle(parentTitle: string | null, taken: Iterable<string>): string | null {
  const title = parentTitle?.trimEnd() ?? '';
  if (title === '') return null;
  const others = new Set(taken);
  const counter = COUNTER.exec(title);
  const digits = counter?.[1] ?? counter?.[2] ?? '1';
  const base = counter === null ? `${title} ` : title.slice(0, counter.index);
  const [open, close] = counter?.[2] === undefined ? ['(', ')'] : ['（', '）'];
  for (let count = BigInt(digits) + 1n; ; count += 1n) {
    const candidate = `${base}${open}${count}${close}`;
    if (!others.has(candidate)) return candidate;
  }
}

/** Index of the first match at or after a seq in ascending seqs; their number when there is none. */
export function matchIndexFrom(matches: readonly number[], seq: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((matches[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether any match lies from one seq up to, and without, another. */
export function hasMatchWithin(matches: readonly number[], from: number, to: number): boolean {
  return (matches[matchIndexFrom(matches, from)] ?? Infinity) < to;
}

/** The match after a seq, or before it when going back; from the ends it goes on at the other end. */
export function neighbourMatch(
  matches: readonly number[],
  seq: number,
  direction: 'next' | 'previous',
): number | null {
  const index = direction === 'next' ? matchIndexFrom(matches, seq + 1) : matchIndexFrom(matches, seq) - 1;
  return matches[index] ?? (direction === 'next' ? matches[0] : matches.at(-1)) ?? null;
}

/**
 * Starts requests side by side. A request that throws at once (a transaction that has ended, a key that is none) rejects
 * like the others, so that none of those started before it is left without anybody to hear of its failure.
 */
export function together<Results extends unknown[]>(
  ...starts: { [Index in keyof Results]: () => Promise<Results[Index]> }
): Promise<Results> {
  return Promise.all(starts.map(async (start) => start())) as Promise<Results>;
}

/** The same for one request an item. */
export function forEachTogether<Item, Result>(
  items: readonly Item[],
  start: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(items.map(async (item) => start(item)));
}

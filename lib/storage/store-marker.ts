/**
 * A small note outside of IndexedDB that a store was here. Browsers that remove a site's databases to free space leave
 * localStorage alone, and so the note tells a removed store from one that never was. Cleared site data takes both.
 */
const keyOf = (databaseName: string) => `turnfork:${databaseName}`;

export function storeWasHere(databaseName: string): boolean {
  return withLocalStorage((storage) => storage.getItem(keyOf(databaseName)) !== null) ?? false;
}

export function noteStoreIsHere(databaseName: string): void {
  withLocalStorage((storage) => storage.setItem(keyOf(databaseName), new Date().toISOString()));
}

/** The store is deleted on purpose. */
export function forgetStoreWasHere(databaseName: string): void {
  withLocalStorage((storage) => storage.removeItem(keyOf(databaseName)));
}

/** Workers have no localStorage, and a page may be refused it, or its space: then nothing is known. */
function withLocalStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return typeof localStorage === 'undefined' ? undefined : work(localStorage);
  } catch {
    return undefined;
  }
}

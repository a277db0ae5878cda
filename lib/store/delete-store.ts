import { deleteDB } from 'idb';
import { StorageError } from '../errors.ts';
import { toOpenError } from '../storage/storage-errors.ts';
import { forgetStoreWasHere } from '../storage/store-marker.ts';

/**
 * Deletes a store's whole database, for good. Open stores of that name let go of it by themselves; what they have not
 * committed is lost. A later opening begins with an empty store, and does not take it for an evicted one.
 * @throws StorageError STORAGE_BLOCKED when something else keeps the database open for `timeout` ms (5,000 by default):
 *   it is then deleted as soon as that lets go. STORAGE_UNAVAILABLE or STORAGE_FAILED as in opening.
 */
export async function deleteSessionStore(
  name = 'turnfork',
  { timeout = 5_000 }: { readonly timeout?: number } = {},
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const blocked = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new StorageError(
          'STORAGE_BLOCKED',
          `the database "${name}" is not deleted yet: something has kept it open for ${timeout} ms`,
        ),
      );
    }, timeout);
  });
  try {
    await Promise.race([deleteDatabase(name), blocked]);
  } catch (error) {
    throw toOpenError(name, error);
  } finally {
    clearTimeout(timer);
  }
  forgetStoreWasHere(name);
}

async function deleteDatabase(name: string): Promise<void> {
  if (typeof indexedDB === 'undefined') {
    throw new StorageError('STORAGE_UNAVAILABLE', 'this environment has no IndexedDB');
  }
  await deleteDB(name);
}

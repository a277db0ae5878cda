import { StorageError, StorageFullError, TurnforkError } from '../errors.ts';

/** Turns what IndexedDB throws into turnfork's typed errors; errors of our own pass through. */
export function toStorageError(error: unknown): Error {
  if (error instanceof TurnforkError) return error;
  const name = nameOf(error);
  if (name === 'QuotaExceededError') {
    return new StorageFullError(
      'the browser gives this site no more storage; what is committed stays readable',
      {
        cause: error,
      },
    );
  }
  if (name === 'VersionError') {
    return new StorageError(
      'STORAGE_NEWER_VERSION',
      'the database was written by a newer version of turnfork; it was left as it is. Load the newer version',
      { cause: error },
    );
  }
  if (name === 'SecurityError') {
    return new StorageError('STORAGE_UNAVAILABLE', 'the browser does not let this page use IndexedDB', {
      cause: error,
    });
  }
  if (isConnectionLoss(error)) {
    return new StorageError('STORAGE_CLOSED', 'the connection to the database was closed', { cause: error });
  }
  const word = error instanceof Error && error.message !== '' ? error.message : name;
  return new StorageError('STORAGE_FAILED', `the browser's storage failed: ${word}`, { cause: error });
}

/** The same for a database that could not be opened. */
export function toOpenError(databaseName: string, error: unknown): Error {
  if (error instanceof TurnforkError || !isConnectionLoss(error)) return toStorageError(error);
  if (nameOf(error) === 'InvalidStateError') {
    // Private windows of some browsers have IndexedDB and let nobody open a database.
    return new StorageError('STORAGE_UNAVAILABLE', 'the browser does not let this page use IndexedDB here', {
      cause: error,
    });
  }
  const word = error instanceof Error ? error.message : String(error);
  return new StorageError('STORAGE_FAILED', `the database "${databaseName}" could not be opened: ${word}`, {
    cause: error,
  });
}

// Safari reports a killed database process ("Connection to Indexed Database server lost") as UnknownError.
const CONNECTION_LOSS = new Set([
  'InvalidStateError',
  'AbortError',
  'TransactionInactiveError',
  'UnknownError',
]);

/** Whether a transaction failed only because its connection went away, so that it may be run again on a new one. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'STORAGE_CLOSED';
  const name = nameOf(error);
  return CONNECTION_LOSS.has(name);
}

function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : 'Error';
}

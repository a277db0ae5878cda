import { LogFileError } from '../errors.ts';

/** @throws LogFileError IMPORT_ABORTED */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new LogFileError('IMPORT_ABORTED', 'the import was aborted by its caller', undefined, {
    cause: signal.reason,
  });
}

/** What the browser tells of the space that this site may use, in bytes; null where it does not tell. */
export interface StorageEstimate {
  readonly usage: number | null;
  readonly quota: number | null;
  /** Whether the browser has promised to keep the data until the user removes it. */
  readonly persisted: boolean;
}

/** Asks the browser; in a browser without the Storage API nothing is known and nothing persisted. */
export async function estimateStorage(): Promise<StorageEstimate> {
  const storage = storageOfBrowser();
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return { usage: usage ?? null, quota: quota ?? null, persisted: (await storage?.persisted?.()) ?? false };
}

/** Asks the browser not to remove the data under pressure; false when it refuses or cannot. */
export async function persistStorage(): Promise<boolean> {
  return (await storageOfBrowser()?.persist?.()) ?? false;
}

/** The Storage API, any part of which may be missing. */
function storageOfBrowser(): Partial<StorageManager> | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}

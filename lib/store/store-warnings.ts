import { hasWebLocks } from '../tabs/writer-lock.ts';
import type { StoreWarning } from './store-types.ts';

/** What this browser lacks of what keeps tabs apart and tells them of each other. */
export function missingFeatures(): StoreWarning[] {
  const warnings: StoreWarning[] = [];
  if (!hasWebLocks()) {
    warnings.push({
      code: 'NO_WEB_LOCKS',
      message:
        'this browser has no Web Locks here: use each session in one tab. A second writer is refused at its commit',
    });
  }
  if (typeof BroadcastChannel === 'undefined') {
    warnings.push({
      code: 'NO_BROADCAST_CHANNEL',
      message: 'this browser has no BroadcastChannel: what other tabs do is seen only when it is looked for',
    });
  }
  return warnings;
}

export const STORAGE_CLEARED: StoreWarning = {
  code: 'STORAGE_CLEARED',
  message: "this site's data was cleared while the store was open: the sessions from before are gone",
};

export const STORAGE_EVICTED: StoreWarning = {
  code: 'STORAGE_EVICTED',
  message:
    'sessions were stored here before, and the database is gone: the browser has probably removed it to free space. persist() asks it to keep the data',
};

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

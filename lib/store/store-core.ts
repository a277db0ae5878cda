import type { Connection } from '../storage/connection.ts';
import type { TabChange, TabChannel } from '../tabs/tab-channel.ts';
import type { Notifier } from './notifier.ts';
import type { SessionId } from './store-types.ts';

/** What the parts of one store share. */
export interface StoreCore {
  readonly name: string;
  readonly connection: Connection;
  readonly notifier: Notifier;
  readonly channel: TabChannel;
  /** ms from an append to its commit. */
  readonly flushWindow: number;
  readonly now: () => number;
  readonly tellTabs: (what: TabChange, sessionId: SessionId) => void;
}

import type { Durability } from '../storage/connection.ts';
import type { SessionMode } from '../tabs/writer-role.ts';
import type { SessionId } from './store-types.ts';

export interface StoreOptions {
  /** Name of the IndexedDB database, `turnfork` by default. */
  readonly name?: string;
  /** ms from an append to its commit, 50 by default. */
  readonly flushWindow?: number;
  /**
   * What a commit promises: `relaxed` (the default) survives a crash of the page or the browser, `strict` asks the
   * browser to have it on the disk, and so a power cut, at a cost in time.
   */
  readonly durability?: Durability;
  /**
   * ms to wait for other tabs, 5,000 by default: at opening for one that keeps an older version open, and at each
   * transaction for those of other tabs to end. After that the call fails with STORAGE_BLOCKED.
   */
  readonly blockedTimeout?: number;
  /** Called when opening has to wait for another tab that keeps an older version open: time to ask the user to close it. */
  readonly onBlocked?: () => void;
  /** Days that a session stays in the trash, 30 by default. Older ones are deleted for good when a store opens. */
  readonly trashDays?: number;
  /** Makes the ids of sessions that are given none: `session-<uuid>` by default. */
  readonly createId?: () => SessionId;
  /** Epoch ms, `Date.now` by default. */
  readonly now?: () => number;
}

/** What to do with a turn that never ended when its session is opened. */
export type RepairChoice = 'close-open-turn' | 'none';

export interface OpenOptions {
  /**
   * `close-open-turn` (the default) gives the tool calls of a turn that never ended an error result and ends it with
   * reason `interrupted`; `none` leaves it open, to be gone on with.
   */
  readonly repair?: RepairChoice;
  /**
   * `write` (the default): be the session's writer, or follow the tab that is and become the writer when it lets go,
   * closes, crashes or freezes; `session.mode` tells which. `read`: only follow.
   */
  readonly mode?: SessionMode;
}

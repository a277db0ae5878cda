import type { Connection } from '../storage/connection.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';
import type { RoleTimes } from '../tabs/writer-role.ts';
import type { Committer } from './committer.ts';
import type { Notifier } from './notifier.ts';
import type { Session } from './session.ts';
import type { SessionId, SessionWriter } from './store-types.ts';

/** What a session object needs of its store. */
export interface SessionHost {
  readonly databaseName: string;
  readonly connection: Connection;
  readonly committer: Committer;
  readonly notifier: Notifier;
  readonly channel: TabChannel;
  readonly tabId: string;
  readonly roleTimes: RoleTimes;
  now(): number;
  /** The role of a session changed hands here: tells the listeners and the other tabs. */
  tellWriter(id: SessionId, writer: SessionWriter): void;
  /** The object has ended: the store forgets it. */
  release(session: Session): void;
}

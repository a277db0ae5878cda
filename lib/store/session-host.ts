import type { Connection } from '../storage/connection.ts';
import type { Committer } from './committer.ts';
import type { Notifier } from './notifier.ts';
import type { Session } from './session.ts';

/** What a session object needs of its store. */
export interface SessionHost {
  readonly connection: Connection;
  readonly committer: Committer;
  readonly notifier: Notifier;
  now(): number;
  /** The object has ended: the store forgets it. */
  release(session: Session): void;
}

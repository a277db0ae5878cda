import type { SessionEvent } from '../../../lib/index.ts';

/** One session's log as a contender keeps it. */
export interface EventLog {
  /** Appends a batch and resolves when it is committed. */
  append(events: readonly SessionEvent[]): Promise<void>;
  /** Reads everything as objects; gives how many. */
  readAll(): Promise<number>;
  readLast?(count: number): Promise<number>;
  /** Copies the whole log to a new session, as a fork without sharing does. */
  copy?(): Promise<void>;
  /** Removes everything that it wrote. */
  drop(): Promise<void>;
}

export type OpenEventLog = () => Promise<EventLog>;

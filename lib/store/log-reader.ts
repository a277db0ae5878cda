import { SessionError } from '../errors.ts';
import type { ModelMessage } from '../event/message.ts';
import type { SessionEvent } from '../event/session-event.ts';
import type { ForkPoint, TurnRecord } from '../rules/turn-record.ts';
import type { Connection } from '../storage/connection.ts';
import { readEventsStep } from '../storage/read-log.ts';
import { readTurns } from '../storage/read-turns.ts';
import type { AnyTransaction, ReadySessionRow } from '../storage/schema.ts';
import { readForkPoints, readMessages, readRange, type LogView } from './read-session.ts';
import { readySession } from './session-row.ts';
import type { DeriveOptions, EventRange, ForkPointOptions, SessionId } from './store-types.ts';

/** What a live session has in memory and not in the database. */
export interface PendingLog {
  pendingEvents(): readonly SessionEvent[];
  pendingTurns(): readonly TurnRecord[];
}

/** The live object of a session: reads then mean exactly its session, with what it has pending. */
export interface LiveSource {
  readonly logId: string;
  readonly pending: PendingLog;
}

/** Reads one session's log. Each read sees the log as it was at the call. */
export class LogReader {
  readonly #connection: Connection;
  readonly #id: SessionId;
  readonly #live: LiveSource | undefined;

  constructor(connection: Connection, id: SessionId, live?: LiveSource) {
    this.#connection = connection;
    this.#id = id;
    this.#live = live;
  }

  events(range: EventRange): Promise<readonly SessionEvent[]> {
    return this.#read((transaction, view) => readRange(transaction, view, range));
  }

  deriveMessages(options: DeriveOptions): Promise<readonly ModelMessage[]> {
    return this.#read((transaction, view) => readMessages(transaction, view, options));
  }

  forkPoints(options: ForkPointOptions): Promise<readonly ForkPoint[]> {
    return this.#read((transaction, view) => readForkPoints(transaction, view, options));
  }

  /** The stored records of turns that end at or before a seq. */
  turns(through: number): Promise<TurnRecord[]> {
    return this.#read((transaction, { row }) => readTurns(transaction, row.segments, 0, through));
  }

  row(): Promise<ReadySessionRow> {
    return this.#read((_transaction, view) => Promise.resolve(view.row));
  }

  /** The whole log in batches of some pages, each read when it is asked for: memory stays small. */
  async *batches(): AsyncGenerator<readonly SessionEvent[], void, undefined> {
    const pending = this.#live?.pending.pendingEvents() ?? [];
    const end = (await this.row()).seq;
    let next = 0;
    while (next < end) {
      const from = next;
      const batch = await this.#read((transaction, { row }) =>
        readEventsStep(transaction, row.segments, from, end - 1),
      );
      next += batch.length;
      yield batch;
    }
    const rest = pending.filter((event) => event.seq >= end);
    if (rest.length > 0) yield rest;
  }

  #read<Result>(work: (transaction: AnyTransaction, view: LogView) => Promise<Result>): Promise<Result> {
    // Taken before the transaction begins: what is committed in between is then in both, and never in neither.
    const events = this.#live?.pending.pendingEvents() ?? [];
    const turns = this.#live?.pending.pendingTurns() ?? [];
    return this.#connection.read(async (transaction) => {
      const row = await readySession(transaction, this.#id);
      if (this.#live !== undefined && row.logId !== this.#live.logId) {
        throw new SessionError(
          'SESSION_NOT_LIVE',
          `the session that is stored as "${this.#id}" is another one, made after this object's was deleted`,
          this.#id,
        );
      }
      return work(transaction, {
        row,
        pending: events.filter((event) => event.seq >= row.seq),
        pendingTurns: turns.filter((turn) => turn.seq >= row.seq),
      });
    });
  }
}

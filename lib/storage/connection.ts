import { openDB } from 'idb';
import { StorageError } from '../errors.ts';
import {
  DATABASE_VERSION,
  STORE_NAMES,
  upgradeDatabase,
  type Database,
  type ReadTransaction,
  type TurnforkSchema,
  type WriteTransaction,
} from './schema.ts';
import { isConnectionLoss, toOpenError, toStorageError } from './storage-errors.ts';
import { forgetStoreWasHere, noteStoreIsHere } from './store-marker.ts';

export type Durability = 'relaxed' | 'strict';

export interface ConnectionOptions {
  readonly name: string;
  readonly durability: Durability;
  /**
   * ms that an opening waits for another tab to let go of an older version, and a transaction for the transactions of
   * other tabs to end.
   */
  readonly blockedTimeout: number;
  /** The connection went away by itself: `upgrade` for another tab's newer version or a deletion, `forced` by the browser. */
  readonly onLost: (why: 'upgrade' | 'forced') => void;
  readonly onBlocked: () => void;
  /** The database was not there and has been made; `again` when this connection has had it before. */
  readonly onCreated: (again: boolean) => void;
}

/**
 * One connection to one database, opened when first needed and again after the browser has taken it away. A
 * transaction that could not start, or was aborted by the closing, is run once more on a new connection.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  #database: Promise<Database> | undefined;
  #closed = false;
  #hadDatabase = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Opens the database now, so that its errors come now. */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      throw toOpenError(this.#options.name, error);
    }
  }

  /** Reads in one transaction. `work` may await nothing but the transaction's own requests. */
  read<Result>(work: (transaction: ReadTransaction) => Promise<Result>): Promise<Result> {
    return this.#run(async (database) => {
      const transaction = database.transaction(STORE_NAMES, 'readonly');
      return settle(transaction, work, this.#options.blockedTimeout);
    });
  }

  /**
   * Writes in one transaction: resolves when it is committed; when `work` or the commit fails, nothing is written.
   * `work` may await nothing but the transaction's own requests, and may run twice.
   */
  write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#run(async (database) => {
      const transaction = database.transaction(STORE_NAMES, 'readwrite', {
        durability: this.#options.durability,
      });
      return settle(transaction, work, this.#options.blockedTimeout);
    });
  }

  /** Closes the connection for good. Transactions under way end first. */
  async close(): Promise<void> {
    this.#closed = true;
    const database = this.#database;
    this.#database = undefined;
    await database?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  async #run<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.#open());
    } catch (error) {
      if (this.#closed || !isConnectionLoss(error)) throw toStorageError(error);
      this.#database = undefined;
    }
    try {
      return await work(await this.#open());
    } catch (error) {
      throw toStorageError(error);
    }
  }

  #open(): Promise<Database> {
    if (this.#closed) {
      return Promise.reject(new StorageError('STORAGE_CLOSED', 'the store was closed'));
    }
    if (this.#database === undefined) {
      const opening: Promise<Database> = this.#openDatabase((why) => {
        if (this.#database === opening) this.#database = undefined;
        this.#options.onLost(why);
      });
      this.#database = opening;
      opening.catch(() => {
        if (this.#database === opening) this.#database = undefined;
      });
    }
    return this.#database;
  }

  async #openDatabase(onLost: (why: 'upgrade' | 'forced') => void): Promise<Database> {
    const { database, created } = await openDatabase(this.#options, onLost);
    if (created) this.#options.onCreated(this.#hadDatabase);
    this.#hadDatabase = true;
    noteStoreIsHere(this.#options.name);
    return database;
  }
}

/** Waits for the work and the commit; a failure of the work aborts the transaction and is what the caller sees. */
async function settle<Result, Transaction extends ReadTransaction | WriteTransaction>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Result>,
  blockedTimeout: number,
): Promise<Result> {
  const done = transaction.done;
  done.catch(() => undefined);
  const start = boundStart(transaction, blockedTimeout);
  let result: Result;
  try {
    result = await Promise.race([work(transaction), start]);
  } catch (error) {
    if (isBlocked(error)) throw error;
    try {
      transaction.abort();
    } catch {
      // It has ended by itself: then its own error says more than the request's.
      await done;
    }
    throw transaction.error ?? error;
  }
  await done;
  return result;
}

/**
 * A transaction begins when those before it have ended, in other tabs too. Rejects, with the transaction aborted, when
 * it has not begun in time; never resolves. Not every browser tells an aborted transaction's requests before its turn.
 */
function boundStart(transaction: ReadTransaction | WriteTransaction, blockedTimeout: number): Promise<never> {
  const bound = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => {
      transaction.abort();
      reject(
        new StorageError(
          'STORAGE_BLOCKED',
          `the database did not begin a transaction in ${blockedTimeout} ms: another tab may hang in one. Nothing was written`,
        ),
      );
    }, blockedTimeout);
    const begun = () => clearTimeout(timer);
    // No session has this id; the answer alone says that the transaction has begun.
    transaction.objectStore('sessions').getKey('').then(begun, begun);
  });
  bound.catch(() => undefined);
  return bound;
}

function isBlocked(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'STORAGE_BLOCKED';
}

async function openDatabase(
  options: ConnectionOptions,
  onLost: (why: 'upgrade' | 'forced') => void,
): Promise<{ database: Database; created: boolean }> {
  if (typeof indexedDB === 'undefined') {
    throw new StorageError('STORAGE_UNAVAILABLE', 'this environment has no IndexedDB');
  }
  const { name, blockedTimeout } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gaveUp = false;
  const blocked = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      gaveUp = true;
      reject(
        new StorageError(
          'STORAGE_BLOCKED',
          `the database "${name}" did not open in ${blockedTimeout} ms: another tab may keep an older version open`,
        ),
      );
    }, blockedTimeout);
  });
  let created = false;
  const opening = openDB<TurnforkSchema>(name, DATABASE_VERSION, {
    upgrade: (database, oldVersion, _newVersion, transaction) => {
      created = oldVersion === 0;
      // The opening fails with the transaction's error.
      upgradeDatabase(database, oldVersion, transaction).catch(() => undefined);
    },
    blocked: options.onBlocked,
    blocking: (_current, next, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      // Somebody deletes the database on purpose.
      if (next === null) forgetStoreWasHere(name);
      onLost('upgrade');
    },
    terminated: () => onLost('forced'),
  }).then((database) => {
    if (gaveUp) database.close();
    else checkStores(database);
    return { database, created };
  });
  return Promise.race([opening, blocked]).finally(() => clearTimeout(timer));
}

function checkStores(database: Database): void {
  const absent = STORE_NAMES.filter((store) => !database.objectStoreNames.contains(store));
  if (absent.length === 0) return;
  database.close();
  throw new StorageError(
    'STORAGE_DAMAGED',
    `the database "${database.name}" lacks the stores ${absent.join(', ')}: it is not turnfork's, or it was damaged`,
  );
}

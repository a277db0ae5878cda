import type { SessionEvent } from '../event/session-event.ts';
import { mergePage } from '../rules/delta-runs.ts';
import { foldWhole } from '../rules/log-fold.ts';
import { totalsOf } from '../rules/log-totals.ts';
import { summaryOf, type TurnRecord, type TurnSummary } from '../rules/turn-record.ts';
import type { Connection } from '../storage/connection.ts';
import { readTurns, readTurnSummaries } from '../storage/read-turns.ts';
import {
  titleKeyOf,
  type AnyTransaction,
  type LogKey,
  type SessionRow,
  type StoredSessionRow,
} from '../storage/schema.ts';
import { together } from '../storage/together.ts';

/** Something in the database that is not as it must be. */
export interface StoreFault {
  readonly kind:
    | 'missing-event'
    | 'segments-not-contiguous'
    | 'log-ids-wrong'
    | 'totals-wrong'
    | 'turn-record-wrong'
    | 'turn-record-missing'
    | 'overview-wrong'
    | 'orphan-page'
    | 'orphan-turn-record'
    | 'orphan-overview';
  /** The session that is hurt, or null for rows that no session uses. */
  readonly sessionId: string | null;
  readonly message: string;
}

/**
 * Verifies what the store relies on: every session's events are there, contiguous and of one history; its totals and
 * turn records are what its events add up to; no row belongs to nobody. Reads every log: meant for tests and repair.
 */
export async function checkStore(connection: Connection, id?: string): Promise<StoreFault[]> {
  const rows = await connection.read((transaction) =>
    id === undefined ? transaction.objectStore('sessions').getAll() : oneRow(transaction, id),
  );
  const faults: StoreFault[] = [];
  for (const row of rows) {
    if (row.state !== 'importing') faults.push(...(await checkSession(connection, row.id)));
  }
  if (id === undefined) faults.push(...(await connection.read(checkOrphans)));
  return faults;
}

async function oneRow(transaction: AnyTransaction, id: string): Promise<SessionRow[]> {
  const row = await transaction.objectStore('sessions').get(id);
  return row === undefined ? [] : [row];
}

function checkSession(connection: Connection, id: string): Promise<StoreFault[]> {
  return connection.read(async (transaction) => {
    const row = await transaction.objectStore('sessions').get(id);
    if (row === undefined || row.state === 'importing') return [];
    const faults = checkSegments(row);
    const events = await readWhatIsThere(transaction, row);
    faults.push(...checkEvents(row, events));
    if (faults.length > 0) return faults;
    const turns = await readTurns(transaction, row.segments, 0, row.seq);
    const summaries = await readTurnSummaries(transaction, row.segments, 0, row.seq);
    return [...checkTotals(row, events, turns), ...checkOverviews(row, turns, summaries)];
  });
}

function checkSegments(row: StoredSessionRow): StoreFault[] {
  const faults: StoreFault[] = [];
  let next = 0;
  for (const segment of row.segments) {
    if (segment.from !== next || segment.to < segment.from) {
      faults.push(
        fault('segments-not-contiguous', row.id, `a segment begins at ${segment.from}, expected ${next}`),
      );
    }
    next = segment.to + 1;
  }
  if (next !== row.seq) {
    faults.push(
      fault('segments-not-contiguous', row.id, `the segments end before ${next}, the log at ${row.seq}`),
    );
  }
  const wanted = new Set([...row.segments.map((segment) => segment.logId), row.logId]);
  if (wanted.size !== row.logIds.length || row.logIds.some((logId) => !wanted.has(logId))) {
    faults.push(fault('log-ids-wrong', row.id, 'the index of logs does not name the logs of the segments'));
  }
  return faults;
}

async function readWhatIsThere(transaction: AnyTransaction, row: StoredSessionRow): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for (const { logId, from, to } of row.segments) {
    const range = IDBKeyRange.bound([logId, 0], [logId, to]);
    const [keys, pages, deltaKeys, deltas] = await together(
      () => transaction.objectStore('logs').getAllKeys(range),
      () => transaction.objectStore('logs').getAll(range),
      () => transaction.objectStore('deltas').getAllKeys(range),
      () => transaction.objectStore('deltas').getAll(range),
    );
    const runs = new Map(deltaKeys.map(([, seq], index) => [seq, deltas[index]?.runs]));
    for (const [index, page] of pages.entries()) {
      const packed = { events: page.events, runs: runs.get(keys[index]?.[1] ?? -1) ?? [] };
      events.push(...mergePage(packed, from, to));
    }
  }
  return events;
}

function checkEvents(row: StoredSessionRow, events: readonly SessionEvent[]): StoreFault[] {
  const faults: StoreFault[] = [];
  for (const [index, event] of events.entries()) {
    if (event.seq === index) continue;
    faults.push(fault('missing-event', row.id, `event ${index} is missing: event ${event.seq} follows`));
    return faults;
  }
  if (events.length !== row.seq) {
    faults.push(fault('missing-event', row.id, `${events.length} events are stored, ${row.seq} should be`));
  }
  return faults;
}

function checkTotals(
  row: StoredSessionRow,
  events: readonly SessionEvent[],
  stored: readonly TurnRecord[],
): StoreFault[] {
  const { totals, records: expected } = foldWhole(events);
  const faults: StoreFault[] = [];
  if (!sameJson(totalsOf(row), totals) || row.titleKey !== titleKeyOf(row)) {
    faults.push(fault('totals-wrong', row.id, 'the row does not say what the events add up to'));
  }
  const bySeq = new Map(stored.map((turn) => [turn.seq, turn]));
  for (const turn of expected) {
    const found = bySeq.get(turn.seq);
    bySeq.delete(turn.seq);
    if (found === undefined)
      faults.push(fault('turn-record-missing', row.id, `turn/end ${turn.seq} has no record`));
    else if (!sameJson(found, turn)) {
      faults.push(
        fault('turn-record-wrong', row.id, `the record of turn/end ${turn.seq} is not what its events say`),
      );
    }
  }
  for (const seq of bySeq.keys()) {
    faults.push(fault('turn-record-wrong', row.id, `a record stands at ${seq}, where no turn ends`));
  }
  return faults;
}

function checkOverviews(
  row: StoredSessionRow,
  turns: readonly TurnRecord[],
  summaries: readonly TurnSummary[],
): StoreFault[] {
  if (sameJson(turns.map(summaryOf), summaries)) return [];
  return [fault('overview-wrong', row.id, 'the overviews of its turns do not say what its turn records say')];
}

async function checkOrphans(transaction: AnyTransaction): Promise<StoreFault[]> {
  const used = await firstUnusedSeqs(transaction);
  const { pages, deltas, turns, overviews } = await logKeys(transaction);
  const name = ([logId, seq]: LogKey) => `${seq} of log ${logId}`;
  return [
    ...pages
      .filter((key) => isOrphan(used, key))
      .map((key) => fault('orphan-page', null, `page ${name(key)}`)),
    ...deltas
      .filter((key) => isOrphan(used, key))
      .map((key) => fault('orphan-page', null, `deltas of page ${name(key)}`)),
    ...turns
      .filter((key) => isOrphan(used, key))
      .map((key) => fault('orphan-turn-record', null, `turn record ${name(key)}`)),
    ...overviews
      .filter((key) => isOrphan(used, key))
      .map((key) => fault('orphan-overview', null, `overview ${name(key)}`)),
  ];
}

/** Logs that have rows which no session uses, each with the seq from which on nobody does. */
export async function orphanLogs(transaction: AnyTransaction): Promise<ReadonlyMap<string, number>> {
  const used = await firstUnusedSeqs(transaction);
  const { pages, deltas, turns, overviews } = await logKeys(transaction);
  const orphans = [...pages, ...deltas, ...turns, ...overviews].filter((key) => isOrphan(used, key));
  return new Map(orphans.map(([logId]) => [logId, used.get(logId) ?? 0]));
}

type LogStore = 'pages' | 'deltas' | 'turns' | 'overviews';

async function logKeys(transaction: AnyTransaction): Promise<Record<LogStore, LogKey[]>> {
  const [pages, deltas, turns, overviews] = await together(
    () => transaction.objectStore('logs').getAllKeys(),
    () => transaction.objectStore('deltas').getAllKeys(),
    () => transaction.objectStore('turns').getAllKeys(),
    () => transaction.objectStore('overviews').getAllKeys(),
  );
  return { pages, deltas, turns, overviews };
}

async function firstUnusedSeqs(transaction: AnyTransaction): Promise<Map<string, number>> {
  const first = new Map<string, number>();
  for (const row of await transaction.objectStore('sessions').getAll()) {
    for (const { logId, to } of row.segments) first.set(logId, Math.max(first.get(logId) ?? 0, to + 1));
  }
  return first;
}

function isOrphan(used: ReadonlyMap<string, number>, [logId, seq]: LogKey): boolean {
  return seq >= (used.get(logId) ?? 0);
}

function fault(kind: StoreFault['kind'], sessionId: string | null, message: string): StoreFault {
  return { kind, sessionId, message };
}

function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

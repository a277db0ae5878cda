import Dexie from 'dexie';
import { openSessionStore, type Session, type SessionStore } from '../../lib/index.ts';
import { appendTurn } from '../fixtures/conversation.ts';
import { newDatabaseName } from '../fixtures/database-name.ts';

/** Milliseconds of each repetition, by what was measured. */
export type Measurements = Record<string, number[]>;

declare global {
  interface Window {
    measure(repetitions: number): Promise<Measurements>;
  }
}

const EVENTS = 20_000;
const DEXIE_BATCH = 1_024;

const delta =
  'lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore '.repeat(
    2,
  );

function dataOf(index: number) {
  return { turn: 1, step: 1, chunk: { type: 'text-delta' as const, index: 0, text: `${index} ${delta}` } };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Appends through the library, checks included, until everything is committed. */
async function appendWithTurnfork(): Promise<number> {
  const name = newDatabaseName('bench');
  const store = await openSessionStore({ name });
  const session = await store.create();
  session.append('turn/start', { turn: 1 });
  session.append('step/start', { turn: 1, step: 1 });
  const time = await timed(async () => {
    for (let index = 0; index < EVENTS; index += 1) session.append('assistant/chunk', dataOf(index));
    await session.flush();
  });
  await store.close();
  indexedDB.deleteDatabase(name);
  return time;
}

async function appendWithDexie(): Promise<number> {
  const name = newDatabaseName('bench-dexie');
  const database = new Dexie(name);
  database.version(1).stores({ events: '[sessionId+seq]' });
  await database.open();
  const time = await timed(async () => {
    for (let from = 0; from < EVENTS; from += DEXIE_BATCH) {
      const rows = Array.from({ length: Math.min(DEXIE_BATCH, EVENTS - from) }, (_, offset) => ({
        sessionId: 'one',
        seq: from + offset,
        type: 'assistant/chunk',
        time: Date.now(),
        data: dataOf(from + offset),
      }));
      await database.table('events').bulkAdd(rows);
    }
  });
  database.close();
  await Dexie.delete(name);
  return time;
}

async function sourceOf(store: SessionStore, id: string, events: number): Promise<Session> {
  const session = await store.create(id);
  const deltas = events >= 10_000 ? 990 : 90;
  while (session.seq < events) {
    appendTurn(session, { deltas });
    await session.flush();
  }
  return session;
}

async function measureForks(repetitions: number, measurements: Measurements): Promise<void> {
  const name = newDatabaseName('bench-fork');
  const store = await openSessionStore({ name });
  const sources = {
    'fork of 100 events': await sourceOf(store, 'small', 100),
    'fork of 100,000 events': await sourceOf(store, 'large', 100_000),
  };
  for (let repetition = 0; repetition < repetitions * 5; repetition += 1) {
    for (const [what, source] of Object.entries(sources)) {
      const boundary = source.lastForkPoint ?? undefined;
      const time = await timed(async () => (await store.fork(source.id, boundary)).close());
      (measurements[what] ??= []).push(time);
    }
  }
  await store.close();
  indexedDB.deleteDatabase(name);
}

window.measure = async (repetitions) => {
  const measurements: Measurements = {};
  await appendWithTurnfork();
  await appendWithDexie();
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    (measurements['append 20,000 events: turnfork'] ??= []).push(await appendWithTurnfork());
    (measurements['append 20,000 events: Dexie bulkAdd'] ??= []).push(await appendWithDexie());
  }
  await measureForks(repetitions, measurements);
  return measurements;
};

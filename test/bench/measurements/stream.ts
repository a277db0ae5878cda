import { atMost, record, type Measurement, type Samples } from '../measurement.ts';
import { longestTask } from '../long-tasks.ts';
import { deltaData } from '../sample-events.ts';
import { withStore } from '../bench-store.ts';
import { openSessionStore } from '../../../lib/index.ts';

const RATE = 200;

/** Counts read-write transactions while `work` runs, by standing in front of the browser's method. */
async function countWrites(work: () => Promise<void>): Promise<number> {
  const original = IDBDatabase.prototype.transaction;
  let writes = 0;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
    if (mode === 'readwrite') writes += 1;
    return original.call(this, stores, mode, options);
  };
  try {
    await work();
  } finally {
    IDBDatabase.prototype.transaction = original;
  }
  return writes;
}

function streaming(sessions: number, seconds: number): (repetitions: number) => Promise<Samples> {
  return (repetitions) =>
    withStore(async (_, name) => {
      const samples: Samples = { '20 a second': [20], '100 ms': [100], '50 ms': [50] };
      for (let repetition = 0; repetition < Math.min(repetitions, 3); repetition += 1) {
        const store = await openSessionStore({ name: `${name}-stream` });
        const logs = await Promise.all(Array.from({ length: sessions }, () => store.create()));
        for (const log of logs) {
          log.append('turn/start', { turn: 1 });
          log.append('step/start', { turn: 1, step: 1 });
        }
        await store.flush();
        const appended = new Map<string, number[]>(logs.map(({ id }) => [id, []]));
        const latencies: number[] = [];
        const unsubscribe = store.subscribe((notification) => {
          if (notification.type !== 'session/flush') return;
          const waiting = appended.get(notification.sessionId) ?? [];
          for (const at of waiting.splice(0)) latencies.push(performance.now() - at);
        });
        let writes = 0;
        const { longest } = await longestTask(async () => {
          writes = await countWrites(async () => {
            const start = performance.now();
            for (let sent = 0; sent < RATE * seconds;) {
              const due = Math.min(RATE * seconds, ((performance.now() - start) * RATE) / 1_000);
              for (; sent < due; sent += 1) {
                for (const log of logs) {
                  log.append('assistant/chunk', deltaData(sent));
                  appended.get(log.id)?.push(performance.now());
                }
              }
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
          });
          return 0;
        });
        await store.flush();
        unsubscribe();
        latencies.sort((a, b) => a - b);
        record(samples, 'transactions a second', writes / seconds);
        record(samples, 'longest task', longest);
        record(samples, 'commit p95', latencies[Math.floor(latencies.length * 0.95)] ?? Infinity);
        await store.close();
      }
      indexedDB.deleteDatabase(`${name}-stream`);
      return samples;
    });
}

const targets = [
  atMost('transactions a second, in units of 20', 'transactions a second', '20 a second', 1),
  atMost('commit p95, in units of 100 ms', 'commit p95', '100 ms', 1),
  atMost('longest task, in units of 50 ms', 'longest task', '50 ms', 1),
];

/** 200 events a second for 10 s, from `append` to the commit. */
export const stream: Measurement = { name: 'stream', targets, run: streaming(1, 10) };
export const streamMany: Measurement = { name: 'stream-32', targets, run: streaming(32, 5) };

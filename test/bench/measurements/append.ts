import { alternate, atLeast, timed, type Measurement, type Samples } from '../measurement.ts';
import type { OpenEventLog } from '../peers/event-log.ts';
import { openDexie } from '../peers/dexie.ts';
import { openOpfsFile } from '../peers/opfs-append.ts';
import { openRawPages } from '../peers/raw-pages.ts';
import { openRawRows } from '../peers/raw-rows.ts';
import { openRxdb } from '../peers/rxdb.ts';
import { openSqlite } from '../peers/sqlite-opfs.ts';
import { openTurnfork } from '../peers/turnfork.ts';
import { batches, sampleEvents } from '../sample-events.ts';

const EVENTS = 10_000;

async function timeOfAppending(open: OpenEventLog, batch: number): Promise<number> {
  const log = await open();
  const parts = batches(sampleEvents(EVENTS), batch);
  const time = await timed(async () => {
    for (const part of parts) await log.append(part);
  });
  await log.drop();
  return time;
}

/** 10,000 events of 322 bytes in batches of 256, each committed before the next. */
export const append: Measurement = {
  name: 'append',
  targets: [
    atLeast('Dexie bulkAdd / turnfork', 'Dexie', 'turnfork', 12, 6),
    atLeast('RxDB / turnfork', 'RxDB', 'turnfork', 25, 12),
    atLeast('sqlite-wasm / turnfork', 'sqlite-wasm', 'turnfork', 3, 2.5),
    atLeast('OPFS floor / turnfork', 'OPFS file', 'turnfork', 0.7),
  ],
  async run(repetitions) {
    const samples: Samples = {};
    await alternate(samples, repetitions, {
      turnfork: () => timeOfAppending(openTurnfork, 256),
      'raw pages': () => timeOfAppending(openRawPages, 256),
      'raw rows': () => timeOfAppending(openRawRows, 256),
      Dexie: () => timeOfAppending(openDexie, 256),
      RxDB: () => timeOfAppending(openRxdb, 256),
      'sqlite-wasm': () => timeOfAppending(openSqlite, 256),
      'OPFS file': () => timeOfAppending(openOpfsFile, 256),
    });
    return samples;
  },
};

/** The same events, ten a commit. */
export const appendByTen: Measurement = {
  name: 'append-by-ten',
  targets: [atLeast('raw rows / turnfork', 'raw rows', 'turnfork', 2)],
  async run(repetitions) {
    const samples: Samples = {};
    await alternate(samples, repetitions, {
      turnfork: () => timeOfAppending(openTurnfork, 10),
      'raw rows': () => timeOfAppending(openRawRows, 10),
    });
    return samples;
  },
};

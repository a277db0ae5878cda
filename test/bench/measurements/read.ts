import { alternate, atLeast, atMost, timed, type Measurement, type Samples } from '../measurement.ts';
import type { EventLog } from '../peers/event-log.ts';
import { openDexie } from '../peers/dexie.ts';
import { openRawRows } from '../peers/raw-rows.ts';
import { openTurnfork } from '../peers/turnfork.ts';
import { batches, sampleEvents } from '../sample-events.ts';

async function fill(log: EventLog, events: number): Promise<EventLog> {
  for (const part of batches(sampleEvents(events), 256)) await log.append(part);
  return log;
}

function reading(events: number, least: number): Measurement {
  return {
    name: `read-${events}`,
    targets: [
      atLeast('raw rows getAll / turnfork', 'raw rows', 'turnfork', least),
      atMost('turnfork / JSON.parse', 'turnfork', 'JSON.parse', 3),
    ],
    async run(repetitions) {
      const samples: Samples = {};
      const text = JSON.stringify(sampleEvents(events));
      const logs = {
        turnfork: await fill(await openTurnfork(), events),
        'raw rows': await fill(await openRawRows(), events),
        Dexie: await fill(await openDexie(), events),
      };
      await alternate(samples, repetitions, {
        turnfork: () => timed(() => logs.turnfork.readAll()),
        'raw rows': () => timed(() => logs['raw rows'].readAll()),
        Dexie: () => timed(() => logs.Dexie.readAll()),
        'JSON.parse': () => timed(async () => JSON.parse(text) as unknown),
      });
      for (const log of Object.values(logs)) await log.drop();
      return samples;
    },
  };
}

export const readSmall = reading(10_000, 7);
export const readLarge = reading(100_000, 4);

/** The last 200 of 100,000 events. */
export const readLast: Measurement = {
  name: 'read-last',
  targets: [atMost('turnfork / raw rows', 'turnfork', 'raw rows', 1.2)],
  async run(repetitions) {
    const samples: Samples = {};
    const turnfork = await fill(await openTurnfork(), 100_000);
    const rows = await fill(await openRawRows(), 100_000);
    await alternate(samples, repetitions * 3, {
      turnfork: () => timed(async () => turnfork.readLast?.(200)),
      'raw rows': () => timed(async () => rows.readLast?.(200)),
    });
    await turnfork.drop();
    await rows.drop();
    return samples;
  },
};

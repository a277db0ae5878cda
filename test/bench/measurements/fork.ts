import { appendTurn } from '../../fixtures/conversation.ts';
import { alternate, atLeast, atMost, timed, type Measurement, type Samples } from '../measurement.ts';
import { openRawRows } from '../peers/raw-rows.ts';
import { openSqlite } from '../peers/sqlite-opfs.ts';
import { batches, sampleEvents } from '../sample-events.ts';
import { conversation, withStore } from '../bench-store.ts';

/** Forks at the last fork point, beside copies of the same number of events. */
export const fork: Measurement = {
  name: 'fork',
  targets: [
    atMost('fork of 100,000 / fork of 1,000', 'fork of 100,000', 'fork of 1,000', 1.2),
    atLeast('raw row copy / fork of 100,000', 'raw row copy', 'fork of 100,000', 2_000),
    atLeast('sqlite-wasm copy / fork of 100,000', 'sqlite-wasm copy', 'fork of 100,000', 80),
  ],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = {};
      await conversation(store, 'small', 1_000);
      await conversation(store, 'large', 100_000);
      const [rows, sqlite] = [await openRawRows(), await openSqlite()];
      for (const log of [rows, sqlite])
        for (const part of batches(sampleEvents(100_000), 1_000)) await log.append(part);
      const forking = (id: string) => timed(async () => (await store.fork(id)).close());
      await alternate(samples, repetitions * 4, {
        'fork of 1,000': () => forking('small'),
        'fork of 100,000': () => forking('large'),
      });
      await alternate(samples, Math.min(repetitions, 5), {
        'fork of 100,000': () => forking('large'),
        'raw row copy': () => timed(async () => rows.copy?.()),
        'sqlite-wasm copy': () => timed(async () => sqlite.copy?.()),
      });
      await rows.drop();
      await sqlite.drop();
      return samples;
    }),
};

/** A child of 50 generations, of which each added a turn, read beside a session of as many events. */
export const generations: Measurement = {
  name: 'generations',
  targets: [atMost('50 generations / unforked', '50 generations', 'unforked', 1.2)],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = {};
      await conversation(store, 'flat', 5_000);
      let current = await store.create('generation-0');
      for (let generation = 0; generation <= 50; generation += 1) {
        if (generation > 0) current = await store.fork(current, undefined, `generation-${generation}`);
        await conversationTurn(current);
      }
      const deep = current.id;
      await alternate(samples, repetitions * 3, {
        unforked: () => timed(() => store.events('flat', { to: current.seq - 1 })),
        '50 generations': () => timed(() => store.events(deep)),
      });
      return samples;
    }),
};

async function conversationTurn(session: Parameters<typeof appendTurn>[0]): Promise<void> {
  appendTurn(session, { deltas: 92, answer: 'An answer of a common length, '.repeat(6) });
  await session.flush();
}

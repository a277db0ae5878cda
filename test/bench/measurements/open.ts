import { alternate, atLeast, atMost, timed, type Measurement, type Samples } from '../measurement.ts';
import { conversation, withStore } from '../bench-store.ts';

/** A stored session opened until 200 events and all its fork points are there. */
export const open: Measurement = {
  name: 'open',
  targets: [atMost('100,000 events / 1,000 events', '100,000 events', '1,000 events', 1.3)],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = {};
      for (const [id, events] of [
        ['small', 1_000],
        ['large', 100_000],
      ] as const)
        await (await conversation(store, id, events)).close();
      const opening = (id: string) =>
        timed(async () => {
          const session = await store.open(id);
          await session.events({ limit: 200, reverse: true });
          await store.forkPoints(id);
          await session.close();
        });
      await alternate(samples, repetitions * 3, {
        '1,000 events': () => opening('small'),
        '100,000 events': () => opening('large'),
      });
      return samples;
    }),
};

/** All fork points of 100,000 events, and the same by reading every event. */
export const forkPoints: Measurement = {
  name: 'fork-points',
  targets: [atLeast('scan / forkPoints', 'scan', 'forkPoints', 40)],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = {};
      await conversation(store, 'large', 100_000);
      await alternate(samples, repetitions, {
        forkPoints: () => timed(() => store.forkPoints('large')),
        scan: () =>
          timed(async () => (await store.events('large')).filter(({ type }) => type === 'turn/end').length),
      });
      return samples;
    }),
};

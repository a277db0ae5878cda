import { alternate, atMost, record, timed, type Measurement, type Samples } from '../measurement.ts';
import { longestTask } from '../long-tasks.ts';
import { conversation, withStore } from '../bench-store.ts';

/** The first page of a list. */
export const list: Measurement = {
  name: 'list',
  targets: [atMost('10,000 sessions / 10 sessions', '10,000 sessions', '10 sessions', 2)],
  run: (repetitions) =>
    withStore((few) =>
      withStore(async (many) => {
        const samples: Samples = {};
        for (let count = 0; count < 10; count += 1) await (await few.create()).close();
        for (let count = 0; count < 10_000; count += 100)
          await Promise.all(Array.from({ length: 100 }, async () => (await many.create()).close()));
        await alternate(samples, repetitions * 3, {
          '10 sessions': () => timed(() => few.list({ limit: 10 })),
          '10,000 sessions': () => timed(() => many.list({ limit: 10 })),
        });
        return samples;
      }),
    ),
};

/** The longest main-thread task while a session of 100,000 events is deleted; 0 when none is over 50 ms. */
export const deletion: Measurement = {
  name: 'delete',
  targets: [atMost('longest task, in units of 50 ms', 'longest task', '50 ms', 1)],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = { '50 ms': [50] };
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const session = await conversation(store, `large-${repetition}`, 100_000);
        await session.close();
        const { longest, time } = await longestTask(() => timed(() => store.delete(session.id)));
        record(samples, 'longest task', longest);
        record(samples, 'delete', time);
      }
      return samples;
    }),
};

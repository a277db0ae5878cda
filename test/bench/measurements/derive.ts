import { alternate, atLeast, timed, type Measurement, type Samples } from '../measurement.ts';
import { conversation, withStore } from '../bench-store.ts';

/** The model's messages of 100,000 events, of which 90 % are stream deltas. */
export const derive: Measurement = {
  name: 'derive',
  targets: [atLeast('read all / deriveMessages', 'read all', 'deriveMessages', 5)],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = {};
      // A turn has six other events.
      await conversation(store, 'large', 100_000, 54);
      await alternate(samples, repetitions, {
        'read all': () => timed(() => store.events('large')),
        deriveMessages: () => timed(() => store.deriveMessages('large')),
      });
      return samples;
    }),
};

import { atLeast, atMost, record, timed, type Measurement, type Samples } from '../measurement.ts';
import { longestTask } from '../long-tasks.ts';
import { conversation, withStore } from '../bench-store.ts';

/** Import of a log of 100,000 events, unpacked, beside `JSON.parse` of each of its lines. */
export const importing: Measurement = {
  name: 'import',
  targets: [
    atLeast('JSON.parse / import', 'JSON.parse', 'import', 0.5),
    atMost('longest task, in units of 50 ms', 'longest task', '50 ms', 1),
  ],
  run: (repetitions) =>
    withStore(async (store) => {
      const samples: Samples = { '50 ms': [50] };
      const session = await conversation(store, 'large', 100_000);
      const text = await new Response(await store.exportLog(session.id, { packChunks: false })).text();
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const source = new Blob([text]);
        const { longest, time } = await longestTask(() =>
          timed(() => store.importLog(source, { sessionId: `imported-${repetition}` })),
        );
        record(samples, 'import', time);
        record(samples, 'longest task', longest);
        record(
          samples,
          'JSON.parse',
          await timed(async () => {
            for (const line of text.trimEnd().split('\n')) JSON.parse(line);
          }),
        );
      }
      return samples;
    }),
};

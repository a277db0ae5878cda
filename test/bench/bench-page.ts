import type { Samples, Target } from './measurement.ts';
import { measurements } from './measurements/index.ts';

declare global {
  interface Window {
    readonly bench: {
      readonly names: readonly string[];
      run(name: string, repetitions: number): Promise<{ samples: Samples; targets: readonly Target[] }>;
    };
  }
}

Object.assign(window, {
  bench: {
    names: measurements.map(({ name }) => name),
    async run(name: string, repetitions: number) {
      const measurement = measurements.find((candidate) => candidate.name === name);
      if (measurement === undefined) throw new Error(`no measurement ${name}`);
      return { samples: await measurement.run(repetitions), targets: measurement.targets };
    },
  },
});

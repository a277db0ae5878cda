import { useEffect, useState } from 'react';
import { openSessionStore, type SessionStore } from '../../lib/index.ts';
import { loadSamplesOnce, type SampleProgress } from './sample-sessions.ts';

export type PlaygroundStore =
  | { readonly state: 'opening' }
  | { readonly state: 'loading-samples'; readonly progress: SampleProgress }
  | { readonly state: 'failed'; readonly error: Error }
  | {
      readonly state: 'open';
      readonly store: SessionStore;
      readonly firstSession: string | null;
      readonly samplesFailure: string | null;
    };

let opening: Promise<SessionStore> | null = null;

/** Opens the page's one store, with the samples in it on the first visit. */
export function usePlaygroundStore(): PlaygroundStore {
  const [state, setState] = useState<PlaygroundStore>({ state: 'opening' });

  useEffect(() => {
    let live = true;
    const show = (next: PlaygroundStore): void => {
      if (live) setState(next);
    };
    opening ??= openSessionStore({ name: 'turnfork-playground' });
    void opening.then(
      async (store) => {
        try {
          const firstSession = await samplesOnce(store, (progress) =>
            show({ state: 'loading-samples', progress }),
          );
          show({ state: 'open', store, firstSession, samplesFailure: null });
        } catch (error) {
          const samplesFailure = error instanceof Error ? error.message : String(error);
          show({ state: 'open', store, firstSession: null, samplesFailure });
        }
      },
      (error: unknown) => {
        opening = null;
        show({ state: 'failed', error: error instanceof Error ? error : new TypeError(String(error)) });
      },
    );
    return () => {
      live = false;
    };
  }, []);

  return state;
}

let samples: Promise<string | null> | null = null;
let onSampleProgress: (progress: SampleProgress) => void = () => undefined;

/** React runs effects twice in development; the samples must be imported once. */
function samplesOnce(
  store: SessionStore,
  onProgress: (progress: SampleProgress) => void,
): Promise<string | null> {
  onSampleProgress = onProgress;
  samples ??= loadSamplesOnce(store, (progress) => onSampleProgress(progress));
  return samples;
}

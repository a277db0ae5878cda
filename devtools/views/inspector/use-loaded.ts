import { useEffect, useState } from 'react';

export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void };

interface Answer<Value> {
  readonly key: string;
  readonly attempt: number;
  readonly result: { readonly value: Value } | { readonly error: Error };
}

/** Reads something for a key; an answer for another key is never shown. `load` may change with every render. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [answer, setAnswer] = useState<Answer<Value> | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let live = true;
    load().then(
      (value) => {
        if (live) setAnswer({ key, attempt, result: { value } });
      },
      (error: unknown) => {
        const typed = error instanceof Error ? error : new TypeError(String(error));
        if (live) setAnswer({ key, attempt, result: { error: typed } });
      },
    );
    return () => {
      live = false;
    };
    // The key says what is read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, attempt]);

  if (answer === null || answer.key !== key || answer.attempt !== attempt) return { status: 'loading' };
  if ('value' in answer.result) return { status: 'ready', value: answer.result.value };
  return { status: 'failed', error: answer.result.error, retry: () => setAttempt(attempt + 1) };
}

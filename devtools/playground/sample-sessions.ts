import type { SessionStore } from '../../lib/index.ts';

const MARKER = 'turnfork-playground/samples';

const FILES = import.meta.glob<string>('../../test/fixtures/dsh-logs/*.jsonl', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** A short session with a tool call, and a fork that another session began from. */
const OPENING = '04-fork-parent.jsonl';

/** Real logs, what a visitor sees first last: lists begin with what was stored last. */
const SAMPLES: readonly string[] = [
  '23-derived-unknown-plugin-event.jsonl',
  '13-error-turn.jsonl',
  '12-interrupted-repaired-outcome-unknown.jsonl',
  '11-aborted-during-tools.jsonl',
  '14-max-tokens-then-completed.jsonl',
  '10-surface-replace-tool-result.jsonl',
  '09-compaction-replace.jsonl',
  '16-goal-trailing-event-after-turn-end.jsonl',
  '01-large-two-turns-packed-goal.jsonl',
  '03-four-turns-permission-tool-error.jsonl',
  '04-fork-parent.jsonl',
  '05-fork-child-seed42.jsonl',
];

export interface SampleProgress {
  readonly done: number;
  readonly total: number;
}

/** Imports the samples into a store that is empty on the first visit, and never again. Gives the session to show first. */
export async function loadSamplesOnce(
  store: SessionStore,
  onProgress: (progress: SampleProgress) => void,
): Promise<string | null> {
  if (wasHereBefore()) return null;
  if ((await store.list({ limit: 1 })).sessions.length > 0) return null;
  const shown = await loadSamples(store, onProgress);
  rememberVisit();
  return shown;
}

async function loadSamples(
  store: SessionStore,
  onProgress: (progress: SampleProgress) => void,
): Promise<string | null> {
  let shown: string | null = null;
  let done = 0;
  // All are asked for at once; they are stored in their order.
  const files = SAMPLES.map((file) => ({ file, log: fetchSample(file) }));
  for (const { log } of files) log.catch(() => undefined);
  for (const { file, log } of files) {
    const result = await store.importLog(await log);
    done += 1;
    if (file === OPENING) shown = result.sessionId;
    onProgress({ done, total: SAMPLES.length });
  }
  return shown;
}

async function fetchSample(file: string): Promise<Blob> {
  const url = FILES[`../../test/fixtures/dsh-logs/${file}`];
  if (url === undefined) throw new TypeError(`no such sample: ${file}`);
  return (await fetch(url)).blob();
}

function wasHereBefore(): boolean {
  try {
    return localStorage.getItem(MARKER) !== null;
  } catch {
    return false;
  }
}

function rememberVisit(): void {
  try {
    localStorage.setItem(MARKER, 'loaded');
  } catch {
    // Then an empty store is the only sign of a first visit.
  }
}

import { TurnforkError } from '../../../../lib/index.ts';
import type { Evaluation } from './evaluate-javascript.ts';
import { RUN_LIMITS } from './run-limits.ts';

export class JavaScriptError extends TurnforkError<'JAVASCRIPT_FAILED' | 'JAVASCRIPT_TIMEOUT'> {}

/** Beside the time for running: the worker and the interpreter must load first, in ms. */
const LOADING = 10_000;

/**
 * Runs code in a thread of its own, which is ended when it answers, takes too long or is no longer wanted.
 * @throws JavaScriptError JAVASCRIPT_FAILED with what the code threw, JAVASCRIPT_TIMEOUT
 */
export async function runJavaScript(
  code: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly value: string; readonly console: readonly string[] }> {
  const worker = new Worker(new URL('./javascript-worker.ts', import.meta.url), { type: 'module' });
  try {
    const evaluation = await answerOf(worker, code, signal);
    if (evaluation.kind === 'value') return { value: evaluation.value, console: evaluation.console };
    const printed = evaluation.console.length === 0 ? '' : `\nconsole: ${evaluation.console.join('\n')}`;
    throw new JavaScriptError('JAVASCRIPT_FAILED', `${evaluation.message}${printed}`);
  } finally {
    worker.terminate();
  }
}

function answerOf(worker: Worker, code: string, signal: AbortSignal | undefined): Promise<Evaluation> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new JavaScriptError('JAVASCRIPT_TIMEOUT', 'it took too long')),
      RUN_LIMITS.time + LOADING,
    );
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onmessage = (event: MessageEvent<Evaluation>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      reject(new JavaScriptError('JAVASCRIPT_FAILED', event.message || 'the runner could not start'));
    };
    worker.postMessage({ code });
  });
}

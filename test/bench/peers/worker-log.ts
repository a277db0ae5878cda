import type { SessionEvent } from '../../../lib/index.ts';
import type { EventLog } from './event-log.ts';

export type WorkerRequest =
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'append'; readonly events: readonly SessionEvent[] }
  | { readonly kind: 'readAll' | 'copy' | 'drop' };

export interface WorkerAnswer {
  readonly events?: readonly SessionEvent[];
  readonly error?: string;
}

/** A log that lives in a worker; events go there and come back as messages, which is part of what it costs a page. */
export async function openWorkerLog(worker: Worker, name: string): Promise<EventLog> {
  const ask = (request: WorkerRequest) =>
    new Promise<WorkerAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data.error === undefined) resolve(data);
        else reject(new Error(data.error));
      };
      worker.onerror = ({ message }) => reject(new Error(message || 'worker failed to load'));
      worker.postMessage(request);
    });
  await ask({ kind: 'open', name });
  return {
    async append(events) {
      await ask({ kind: 'append', events });
    },
    readAll: async () => (await ask({ kind: 'readAll' })).events?.length ?? 0,
    async copy() {
      await ask({ kind: 'copy' });
    },
    async drop() {
      await ask({ kind: 'drop' });
      worker.terminate();
    },
  };
}

/** Answers each request of the page with what `work` gives, one at a time. */
export function answerRequests(work: (request: WorkerRequest) => Promise<WorkerAnswer>): void {
  globalThis.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
    work(data).then(
      (answer) => globalThis.postMessage(answer),
      (error: unknown) => globalThis.postMessage({ error: String(error) }),
    );
  };
}

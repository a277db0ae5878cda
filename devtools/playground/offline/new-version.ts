import { SnapshotSource } from '../../data/snapshot-source.ts';

/** Keeps the page's files for when there is no network, and knows when a newer version of them lies ready. */
export class NewVersion extends SnapshotSource<boolean> {
  #waiting: ServiceWorker | null = null;

  constructor() {
    super(false);
  }

  /** Registers the worker of the built page. Without one the page works as before, with a network. */
  async watch(workerUrl: string): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    try {
      const registration = await navigator.serviceWorker.register(workerUrl);
      this.#offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed') this.#offer(worker);
        });
      });
    } catch {
      // Refused by the browser, in a private window for instance.
    }
  }

  /** Reloads the page with the new version. */
  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.#waiting?.postMessage('take-over');
  }

  /** The very first worker is no news: the page is of its version. */
  #offer(worker: ServiceWorker | null): void {
    if (worker === null || navigator.serviceWorker.controller === null) return;
    this.#waiting = worker;
    this.publish(true);
  }
}

export const newVersion = new NewVersion();

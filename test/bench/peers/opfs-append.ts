import { newDatabaseName } from '../../fixtures/database-name.ts';
import { openWorkerLog } from './worker-log.ts';

/** A file in OPFS that JSON lines are appended to, with a flush a batch: the floor of what a disk write costs. */
export function openOpfsFile() {
  const worker = new Worker(new URL('./opfs-append-worker.ts', import.meta.url), { type: 'module' });
  return openWorkerLog(worker, newDatabaseName('bench-opfs'));
}

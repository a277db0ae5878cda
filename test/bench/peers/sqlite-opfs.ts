import { newDatabaseName } from '../../fixtures/database-name.ts';
import { openWorkerLog } from './worker-log.ts';

/** The official sqlite-wasm build on OPFS (sahpool), in a worker. */
export function openSqlite() {
  const worker = new Worker(new URL('./sqlite-opfs-worker.ts', import.meta.url), { type: 'module' });
  return openWorkerLog(worker, newDatabaseName('bench-sqlite'));
}

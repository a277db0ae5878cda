import type { SessionEvent } from '../../../lib/index.ts';
import { answerRequests, type WorkerAnswer } from './worker-log.ts';

/** The part of a sync access handle that is used here: the compiler's types for pages lack it. */
interface SyncFile {
  getSize(): number;
  read(bytes: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<SyncFile>;
  }
}

async function openFile(name: string) {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle(name, { create: true });
  return { root, name, file: await handle.createSyncAccessHandle() };
}

let opened: Awaited<ReturnType<typeof openFile>> | undefined;

answerRequests(async (request): Promise<WorkerAnswer> => {
  if (request.kind === 'open') {
    opened = await openFile(request.name);
    return {};
  }
  if (opened === undefined) throw new Error('not open');
  const { root, name, file } = opened;
  switch (request.kind) {
    case 'append': {
      const lines = request.events.map((event) => `${JSON.stringify(event)}\n`).join('');
      file.write(new TextEncoder().encode(lines), { at: file.getSize() });
      file.flush();
      return {};
    }
    case 'readAll': {
      const bytes = new Uint8Array(file.getSize());
      file.read(bytes, { at: 0 });
      const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
      return { events: lines.map((line) => JSON.parse(line) as SessionEvent) };
    }
    case 'copy':
      throw new Error('a file is not forked');
    case 'drop': {
      file.close();
      await root.removeEntry(name);
      return {};
    }
  }
});

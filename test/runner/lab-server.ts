import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { preview } from 'vite';
import { productionBuild } from './production-build.ts';

export interface LabServer {
  /** Address of the page that has the library in `window.lab`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Builds the test page and serves it: not the development server, whose sockets keep a page out of the back-forward cache. */
export async function serveLab(): Promise<LabServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'turnfork-lab-'));
  const root = resolve('test/e2e/lab');
  await productionBuild({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
  const server = await preview({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

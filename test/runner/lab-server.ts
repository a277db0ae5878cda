import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { preview } from 'vite';
import { productionBuild } from './production-build.ts';

export interface LabServer {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Builds a test page and serves it with these headers: not the development server, whose sockets keep a page out of the
 * back-forward cache. The lab's own page has the library in `window.lab`.
 */
export async function serveLab(
  folder = 'test/e2e/lab',
  headers: Readonly<Record<string, string>> = {},
): Promise<LabServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'turnfork-lab-'));
  const root = resolve(folder);
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
    preview: { port: 0, host: '127.0.0.1', headers },
  });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

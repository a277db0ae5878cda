import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'service-worker.js';

/** Builds the service worker, with the list of the built files in it and a version that is a hash of their content. */
export function precachePlugin(publicDirectory: string): Plugin {
  return {
    name: 'precache',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(import.meta.dirname, 'service-worker.ts'),
        fileName: WORKER,
      });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new TypeError('the service worker was not built');
        const contents = new Map<string, string | Uint8Array>();
        for (const [name, file] of Object.entries(bundle)) {
          if (isKept(name)) contents.set(`/${name}`, file.type === 'chunk' ? file.code : file.source);
        }
        for (const name of readdirSync(publicDirectory)) {
          contents.set(`/${name}`, readFileSync(join(publicDirectory, name)));
        }
        const files = [...contents.keys()].sort();
        const hash = createHash('sha256').update(worker.code);
        for (const file of files) hash.update(file).update(contents.get(file) ?? '');
        const version = hash.digest('hex').slice(0, 16);
        worker.code = `const PRECACHE_FILES=${JSON.stringify(files)},PRECACHE_VERSION=${JSON.stringify(version)};\n${worker.code}`;
      },
    },
  };
}

/** Sample logs are read once, at the first visit. */
function isKept(name: string): boolean {
  return name !== WORKER && !/\.(?:map|jsonl|zstd)$/.test(name);
}

// Bundles the built library as an application would, and fails when something grows over its limit: `npm run build:lib` first.
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/**
 * kB after minifying and gzip of what the import fetches at once; chunks that come later do not count. Where the limit is
 * over the target, the target is not reached yet, and the limit only keeps it from going further away.
 */
const imports = [
  {
    name: 'core with idb',
    target: 8,
    limit: 8,
    code: `export { openSessionStore } from '${built('index.js')}';`,
  },
  {
    name: 'panel with all beside React',
    target: 60,
    limit: 92,
    code: `export { SessionDevtoolsPanel } from '${built('devtools.js')}';`,
  },
  {
    name: 'floating form',
    target: 3,
    limit: 3,
    code: `export { SessionDevtools } from '${built('devtools/floating.js')}';`,
  },
  {
    name: 'floating form out of turnfork/devtools',
    target: 3,
    limit: 3,
    code: `export { SessionDevtools } from '${built('devtools.js')}';`,
  },
];

let over = 0;
console.log(`${'import'.padEnd(40)}${'gzip'.padStart(10)}${'target'.padStart(10)}${'limit'.padStart(10)}`);
for (const { name, target, limit, code } of imports) {
  const size = (await firstLoad(code)) / 1000;
  if (size > limit) over += 1;
  const verdict = size > limit ? '  OVER' : '';
  console.log(
    `${name.padEnd(40)}${`${size.toFixed(2)} kB`.padStart(10)}${`${target} kB`.padStart(10)}${`${limit} kB`.padStart(10)}${verdict}`,
  );
}
process.exit(over === 0 ? 0 : 1);

function built(file) {
  return resolve('dist/lib', file).replaceAll('\\', '/');
}

async function firstLoad(code) {
  const bundle = await rolldown({
    input: 'entry',
    external: /^react(-dom)?(\/|$)/,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry.js' : null),
        load: (id) => (id === '\0entry.js' ? code : null),
      },
    ],
  });
  const result = await bundle.generate({ format: 'es', minify: true });
  const chunks = new Map(result.output.map((chunk) => [chunk.fileName, chunk]));
  const entry = result.output.find((chunk) => chunk.isEntry);
  const files = new Set();
  const take = (chunk) => {
    if (chunk === undefined || files.has(chunk)) return;
    files.add(chunk);
    for (const name of chunk.imports) take(chunks.get(name));
  };
  take(entry);
  return [...files].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0);
}

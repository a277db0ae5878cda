import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { compare, printTable } from './result-table.mjs';

// Measures in real Chromium with a disk profile of its own for each IndexedDB backend, and prints medians and their
// ratios. Times depend on the machine; the ratios, measured in one run, are what counts.

const BACKENDS = {
  leveldb: [],
  sqlite: ['--enable-features=IdbSqliteOnDiskRollout,IdbSqliteBackingStore'],
};

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    backend: { type: 'string' },
  },
});
const repetitions = options.quick ? 2 : 5;
const backends = options.backend === undefined ? Object.keys(BACKENDS) : [options.backend];

const server = await createServer({
  configFile: false,
  root: process.cwd(),
  cacheDir: 'node_modules/.vite-bench',
  logLevel: 'error',
  server: { host: '127.0.0.1', port: 0, watch: null },
  optimizeDeps: {
    // Found in mid-run, a dependency would reload the page. sqlite-wasm looks for its .wasm beside its module.
    include: ['idb', 'dexie', 'rxdb/plugins/core', 'rxdb/plugins/storage-dexie'],
    exclude: ['@sqlite.org/sqlite-wasm'],
  },
});
await server.listen();
const running = [];
try {
  for (const backend of backends) running.push(await start(backend));
  const known = await running[0].page.evaluate('bench.names');
  const wanted = options.only === undefined ? known : options.only.split(',');
  for (const name of wanted) if (!known.includes(name)) throw new Error(`--only knows ${known.join(', ')}`);
  const rows = [];
  const failures = [];
  // The backends take turns, measurement by measurement, so that both see the same state of the machine.
  for (const name of wanted) {
    for (const { backend, page } of running) {
      try {
        const { samples, targets } = await page.evaluate(`bench.run('${name}', ${repetitions})`);
        const compared = compare({ name, backend, samples, targets });
        rows.push(...compared);
        printTable(compared, samples);
      } catch (error) {
        failures.push({ name, backend, message: error.message });
        console.log(`${name} (${backend}) failed: ${error.message}`);
      }
    }
  }
  const processor = cpus();
  const machine = {
    browser: `Chromium ${running[0].context.browser()?.version() ?? ''}`.trim(),
    processor: `${processor.length} x ${processor[0]?.model}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${process.platform} ${release()}`,
    repetitions,
  };
  console.log(Object.values(machine).slice(0, 4).join(', ') + `, medians of ${repetitions}`);
  console.log(`${rows.filter(({ met }) => met).length} of ${rows.length} targets met`);
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ machine, rows, failures }, null, 2)}\n`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  for (const { context, profile } of running) {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
  await server.close();
}

async function start(backend) {
  const flags = BACKENDS[backend];
  if (flags === undefined) throw new Error(`--backend knows ${Object.keys(BACKENDS).join(', ')}`);
  const profile = await mkdtemp(join(tmpdir(), 'turnfork-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
      ...flags,
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => console.error(`${backend}: ${error.message}`));
  await page.goto(`${server.resolvedUrls?.local[0]}test/bench/index.html`);
  await page.waitForFunction('typeof bench === "object"', undefined, { timeout: 60_000 });
  return { backend, profile, context, page };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

// Runs the measurements in real Chromium with a disk profile and prints medians and their ratios. Times depend on the
// machine; the ratios, measured in one run, are what counts.

const REPETITIONS = Number(process.env['BENCH_REPETITIONS'] ?? 5);

const server = await createServer({
  configFile: false,
  root: process.cwd(),
  logLevel: 'error',
  server: { port: 0 },
});
await server.listen();
const profile = await mkdtemp(join(tmpdir(), 'turnfork-bench-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ],
});
try {
  const page = await context.newPage();
  const address = server.resolvedUrls?.local[0];
  await page.goto(`${address}test/bench/index.html`);
  await page.waitForFunction('typeof measure === "function"');
  const measured = await page.evaluate(`measure(${REPETITIONS})`);
  const medians = Object.fromEntries(Object.entries(measured).map(([what, times]) => [what, median(times)]));
  const processor = cpus();
  console.log(
    `${context.browser()?.version() ?? 'Chromium'}, ${processor.length} x ${processor[0]?.model}, medians of ${REPETITIONS}`,
  );
  for (const [what, time] of Object.entries(medians))
    console.log(`${what.padEnd(40)} ${time.toFixed(2).padStart(10)} ms`);
  ratio('append: Dexie / turnfork', 'append 20,000 events: Dexie bulkAdd', 'append 20,000 events: turnfork');
  ratio('fork: 100,000 events / 100 events', 'fork of 100,000 events', 'fork of 100 events');

  function ratio(what, over, under) {
    console.log(`${what.padEnd(40)} ${(medians[over] / medians[under]).toFixed(2).padStart(10)} x`);
  }
} finally {
  await context.close();
  await server.close();
  await rm(profile, { recursive: true, force: true });
}

function median(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

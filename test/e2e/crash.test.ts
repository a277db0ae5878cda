import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../runner/killable-chromium.ts';
import type { Acknowledged } from './crash/crash-page.ts';

const kills = Number(process.env['CRASH_KILLS'] ?? 5);

let server: ViteDevServer;
let profile: string;

beforeAll(async () => {
  server = await createServer({
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  profile = await mkdtemp(join(tmpdir(), 'turnfork-crash-'));
});

afterAll(async () => {
  await server.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

test(`nothing acknowledged is lost over ${kills} kills of the browser at random moments`, async () => {
  const address = `${server.resolvedUrls?.local[0]}test/e2e/crash/index.html`;
  const acknowledged = new Map<string, number>();
  let commits = 0;
  for (let round = 0; round <= kills; round += 1) {
    const chromium = await startChromium(profile);
    const { page } = chromium;
    await page.exposeFunction('acknowledge', ({ sessionId, seq }: Acknowledged) => {
      acknowledged.set(sessionId, Math.max(seq, acknowledged.get(sessionId) ?? 0));
      commits += 1;
    });
    await page.goto(address);
    await page.waitForFunction(() => typeof window.verify === 'function');
    const before = [...acknowledged].map(([sessionId, seq]) => ({ sessionId, seq }));
    expect(await page.evaluate((list) => window.verify(list), before)).toEqual([]);
    if (round < kills) {
      const working = page.evaluate(() => window.work()).catch((error: unknown) => String(error));
      const end = await Promise.race([working, sleep(200 + Math.random() * 1_500)]);
      // Only the kill may end the work.
      expect(end).toBeUndefined();
    }
    await chromium.kill();
  }
  expect(commits).toBeGreaterThan(kills);
  console.log(`${kills} kills, ${commits} acknowledged commits, ${acknowledged.size} sessions`);
}, 1_200_000);

import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';
import { serveLab, type LabServer } from '../runner/lab-server.ts';

const lines = Number(process.env['LONG_LINES'] ?? 100_000);

let server: LabServer;

beforeAll(async () => {
  server = await serveLab();
});

afterAll(async () => {
  await server.close();
});

test(`a log of ${lines} lines is imported as it is read, and the page stays alive`, async () => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  const page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForFunction(() => 'lab' in window);
  const report = await page.evaluate(async (count) => {
    window.store = await window.lab.openSessionStore({ name: 'long' });
    return window.lab.importLongLog(window.store, count);
  }, lines);
  console.log(JSON.stringify(report));
  expect(report.events).toBe(lines);
  expect(report.exportedLines).toBe(lines + 1);
  expect(report.turnsOfThePage).toBeGreaterThan(lines / 10_000);
  const state = await page.evaluate(async () => ({
    points: (await window.store.forkPoints('long')).length,
    child: await window.store.fork('long').then(({ seq }) => seq),
  }));
  expect(state).toEqual({ points: lines / 1_000, child: lines });
  await browser.close();
}, 600_000);

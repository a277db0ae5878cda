import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';
import { serveLab, type LabServer } from '../runner/lab-server.ts';

let server: LabServer;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  server = await serveLab('test/e2e/guest', {
    'Content-Security-Policy': "default-src 'self'; style-src 'self'",
  });
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser asks for an icon by itself.
    if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
      problems.push(message.text());
  });
  await page.goto(server.address);
  await page.locator('turnfork-devtools').waitFor({ state: 'attached' });
});

afterEach(async () => {
  await page.context().close();
  expect(problems).toEqual([]);
});

const launcher = () => page.getByRole('button', { name: 'Open session devtools' });
const dock = () => page.getByRole('region', { name: 'Session devtools' });

async function open(): Promise<void> {
  await launcher().click();
  await page.getByRole('treeitem', { name: /A session of the guest/ }).waitFor();
}

test('opens above a hostile page, once, and lets no style in or out', async () => {
  const heading = () => page.locator('#own').evaluate((own) => getComputedStyle(own).color);
  expect(await launcher().count()).toBe(1);
  const round = await launcher().boundingBox();
  expect(round?.width).toBeGreaterThan(40);
  // A click goes to what is on top: the page's cover would take it.
  await open();
  expect(await heading()).toBe('rgb(1, 2, 3)');
  expect(
    await dock()
      .locator('.title')
      .evaluate((title) => getComputedStyle(title).color),
  ).toBe('rgb(24, 33, 48)');
  expect(
    await dock()
      .locator('.panel')
      .evaluate((panel) => getComputedStyle(panel).color),
  ).toBe('rgb(24, 33, 48)');
  const box = await dock().boundingBox();
  expect(box).toMatchObject({ x: 0, width: 1200, height: 360, y: 440 });
  await page.screenshot({ path: 'test-results/guest.png' });
});

test('works by keyboard alone, and remembers', async () => {
  await launcher().focus();
  await page.keyboard.press('Enter');
  const separator = page.getByRole('separator', { name: 'Size of the devtools' });
  await separator.focus();
  await page.keyboard.press('End');
  expect(await separator.getAttribute('aria-valuenow')).toBe('90');
  await page.keyboard.press('Home');
  expect(await separator.getAttribute('aria-valuenow')).toBe('20');
  await page.getByRole('button', { name: 'Dock at the right' }).press('Enter');
  await page.getByRole('button', { name: 'Close devtools' }).press('Escape');
  await dock().waitFor({ state: 'hidden' });
  expect(await launcher().evaluate((own) => own.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  await dock().waitFor();
  await page.reload();
  await dock().waitFor();
  const box = await dock().boundingBox();
  expect(box).toMatchObject({ y: 0, height: 800, width: 320, x: 880 });
});

test('is resized by the pointer', async () => {
  await open();
  await page.mouse.move(600, 442);
  await page.mouse.down();
  await page.mouse.move(600, 240, { steps: 4 });
  await page.mouse.up();
  expect((await dock().boundingBox())?.height).toBe(560);
});

test('goes into a window of its own with its styles, and comes back with the page', async () => {
  await open();
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open in a window' }).click(),
  ]);
  await popup.getByRole('treeitem', { name: /A session of the guest/ }).waitFor();
  expect(await popup.locator('.panel').evaluate((panel) => getComputedStyle(panel).display)).toBe('flex');
  await dock().waitFor({ state: 'hidden' });
  const closed = popup.waitForEvent('close');
  await page.reload();
  await closed;
  await launcher().waitFor();
});

test('axe finds nothing serious in the open panel', async () => {
  await open();
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = window;
    const { violations } = await axe.run('turnfork-devtools');
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(found).toEqual([]);
});

declare global {
  interface Window {
    readonly axe: typeof import('axe-core');
  }
}

import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';

let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(inject('pageUrl'));
});

afterAll(async () => {
  await browser.close();
});

test('finds in a whole session, walks from match to match, and gives the focus back', async () => {
  await page
    .getByRole('treeitem', { name: /Can you create or edit/ })
    .first()
    .click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('heading', { level: 2, name: /Can you create or edit/ }).waitFor();
  await timeline.locator('[role="row"][tabindex="0"]').focus();
  await page.keyboard.press('Control+f');
  const field = timeline.getByRole('searchbox', { name: 'Find in the session' });
  await field.fill('CAN YOU CREATE');
  const count = timeline.getByRole('search').getByRole('status');
  await expect.poll(() => count.textContent()).toMatch(/^0 of [1-9]\d*$/);
  await field.press('Enter');
  await expect.poll(() => count.textContent()).toMatch(/^1 of /);
  await timeline.locator('[data-found="current"]').first().waitFor();
  await field.press('Escape');
  await expect.poll(() => timeline.getByRole('searchbox').count()).toBe(0);
  await expect.poll(() => timeline.locator('[role="row"]:focus').count()).toBe(1);
  expect(problems).toEqual([]);
});

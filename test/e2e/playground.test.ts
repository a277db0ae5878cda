import { readFile } from 'node:fs/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';

const samples = new URL('../fixtures/dsh-logs/', import.meta.url);
const FOUR_TURNS = 'Can you create or edit';

let browser: Browser;
let context: BrowserContext | undefined;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
});

afterAll(async () => {
  await browser.close();
});

beforeEach(async ({ onTestFailed, task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: `test-results/${task.name.replace(/\W+/g, '-').slice(0, 60)}.png` });
  });
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // The page is served under a strict Content-Security-Policy; a breach of it is a console error.
  await page.goto(inject('pageUrl'));
  await session(FOUR_TURNS).waitFor();
  await page.getByRole('treeitem').nth(11).waitFor();
  await choose(/^Can you create or edit/);
});

afterEach(() => {
  expect(problems).toEqual([]);
});

function session(name: string | RegExp) {
  return page.getByRole('treeitem', { name });
}

async function choose(name: string | RegExp): Promise<void> {
  await session(name).first().click();
  await page.getByRole('region', { name: 'Timeline' }).getByRole('heading', { level: 2, name }).waitFor();
}

/** Not by the page's keyboard: after a fork the focus goes to the child, perhaps in between. */
async function ask(question: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message to the agent' });
  await composer.fill(question);
  await composer.press('Enter');
}

async function importFile(name: string): Promise<void> {
  const content = await readFile(new URL(name, samples));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
}

async function exportSession(name: string | RegExp): Promise<string> {
  const row = session(name).first();
  await row.hover();
  await row.getByRole('button', { name: 'Actions', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export log file' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('the first start shows real sessions, a fork among them below its parent', async () => {
  expect(await session(/^Remember this fact/).count()).toBe(2);
  const child = session(/left at turn 1/);
  expect(await child.getAttribute('aria-level')).toBe('2');
});

test('a fork at a turn makes one child, is selected, told, and there after a reload', async () => {
  await choose(FOUR_TURNS);
  await page.getByRole('button', { name: 'Fork at turn 4' }).dblclick();
  const child = session(/Can you create or edit \(2\)/);
  await child.waitFor();
  expect(await child.count()).toBe(1);
  await page.getByText('Forked at turn 4').first().waitFor({ state: 'attached' });
  expect(await child.getAttribute('aria-selected')).toBe('true');
  const address = page.url();
  expect(address).toContain('#session=');
  await page.reload();
  await child.waitFor();
  expect(page.url()).toBe(address);
  expect(await child.getAttribute('aria-selected')).toBe('true');
  expect(await page.getByRole('treeitem').count()).toBe(13);
});

test('elsewhere the fork control is there, off, and says where a fork is possible', async () => {
  await choose(FOUR_TURNS);
  const control = page.getByRole('button', { name: 'No fork here' }).first();
  expect(await control.getAttribute('aria-disabled')).toBe('true');
  // A row that is drawn anew says its reason in an element of its own.
  await expect
    .poll(
      async () =>
        (await control.evaluate((element) => {
          const root = element.getRootNode();
          const id = element.getAttribute('aria-describedby') ?? '';
          return root instanceof ShadowRoot ? root.getElementById(id)?.textContent : null;
        })) ?? '',
    )
    .toMatch(/A fork is possible only where a turn ends.*Nearest/);
  await control.click({ force: true });
  expect(await page.getByRole('treeitem').count()).toBe(12);
});

test('the stand-in answers, uses its tool, and the branch goes its own way', async () => {
  await choose(FOUR_TURNS);
  await page.getByRole('button', { name: 'Fork at turn 4' }).click();
  await session(/\(2\)/).waitFor();
  await ask('What is 12*7?');
  await page.getByRole('button', { name: 'Fork at turn 5' }).waitFor();
  expect(await page.getByText('84').count()).toBeGreaterThan(0);
  await session(/\(2\).*everything saved/).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Fork at turn 5' }).waitFor();
  await choose(/^Can you create or edit(?! \(2\))/);
  expect(await page.getByRole('button', { name: 'Fork at turn 5' }).count()).toBe(0);
});

test('a turn can be stopped, and a page that goes away in mid-turn leaves a log that goes on', async () => {
  await choose(FOUR_TURNS);
  await ask('What time is it?');
  await page.getByRole('button', { name: /stop/i }).click();
  await page.getByRole('button', { name: 'Fork at turn 5' }).waitFor();
  await ask('And now?');
  await page.getByRole('button', { name: /stop/i }).waitFor();
  // Long enough for the turn's beginning to be committed; it streams for longer.
  await page.waitForTimeout(300);
  await page.reload();
  await session(FOUR_TURNS).first().waitFor();
  await ask('Once more, what is 2+2?');
  await page.getByRole('button', { name: 'Fork at turn 7' }).waitFor();
});

test('a log is imported and exported as it was; a damaged one is refused with its line', async () => {
  await page.evaluate(() => indexedDB.databases());
  await importFile('25-fork-child-seed42.jsonl.zstd');
  await page
    .getByText(/already/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await importFile('19-refused-seq-mismatch.jsonl');
  await page
    .getByText(/line 8/)
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await page.getByRole('treeitem').count()).toBe(12);
  const text = await readFile(new URL('03-four-turns-permission-tool-error.jsonl', samples), 'utf8');
  expect(await exportSession(FOUR_TURNS)).toBe(text);
});

test('a parent in the trash leaves its child whole, and comes back', async () => {
  const child = session(/left at turn 1/);
  const parent = session(/^Remember this fact.*200 events/);
  await parent.click();
  await parent.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await parent.waitFor({ state: 'detached' });
  await page.getByText('parent in the trash').first().waitFor();
  await session(/^Remember this fact/)
    .first()
    .click();
  await page.getByRole('button', { name: 'Fork at turn 2' }).waitFor();
  expect((await child.count()) + (await session(/^Remember this fact/).count())).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: /^Restore Remember/ }).click();
  await parent.waitFor();
  await page.getByText('parent in the trash').waitFor({ state: 'detached' });
});

test('a session is renamed, pinned, labelled and found by the keyboard alone', async () => {
  await choose(FOUR_TURNS);
  const row = session(FOUR_TURNS).first();
  await row.focus();
  await page.keyboard.press('m');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => row.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).fill('The permission');
  await page.keyboard.press('Enter');
  const renamed = session(/^The permission/).first();
  await renamed.focus();
  await page.keyboard.press('p');
  await session(/^The permission Pinned/).waitFor();
  await page.keyboard.press('l');
  await page.getByRole('combobox', { name: 'New label' }).fill('best');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await session(/^The permission Pinned best/).waitFor();
  await page.getByRole('searchbox').first().fill('best');
  await page.getByText('1 match').waitFor();
  await page.getByRole('button', { name: 'Forks', exact: true }).click();
  await page.getByText('No session matches').waitFor();
});

test('two branches are compared from where they part', async () => {
  const child = session(/left at turn 1/).first();
  await child.focus();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: /^Compare/ });
  await dialog.getByText(/are common\./).waitFor();
  await dialog.getByRole('button', { name: 'Next difference (N)' }).click();
  expect(
    await dialog
      .locator('[data-difference]')
      .first()
      .evaluate((turn) => turn.matches(':focus')),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the address of an event opens the page at it', async () => {
  await page.goto(`${inject('pageUrl')}#session=session-03-four-turns-permission-tool-error&event=218`);
  await page.reload();
  await page.getByRole('region', { name: 'Timeline' }).getByText('#218').waitFor();
});

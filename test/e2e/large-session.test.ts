import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';
import { serveLab, type LabServer } from '../runner/lab-server.ts';
import type { FrameReport } from './lab/panel-lab.ts';

const EVENTS = Number(process.env['LARGE_EVENTS'] ?? 150_000);
const EVENTS_PER_TURN = Number(process.env['LARGE_EVENTS_PER_TURN'] ?? 100);
const STREAM_FOR = 4_000;

let server: LabServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveLab();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Measured {
  readonly imported: number;
  readonly opened: number;
  readonly readAtOpening: number;
  readonly phases: Readonly<Record<string, FrameReport>>;
}

async function openSession(events: number): Promise<{ page: Page; imported: number; opened: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(server.address);
  await page.waitForFunction(() => 'lab' in window);
  const imported = await page.evaluate(
    async ([count, eventsPerTurn]) => {
      window.store = await window.lab.openSessionStore({ name: `large-${count}` });
      const start = performance.now();
      await window.lab.importLargeLog(window.store, { id: 'large', events: count, eventsPerTurn });
      return performance.now() - start;
    },
    [events, EVENTS_PER_TURN] as const,
  );
  const start = performance.now();
  await page.evaluate(() => window.lab.panel.mountPanel(window.store, 'large'));
  await page.getByRole('button', { name: `Fork at turn ${events / EVENTS_PER_TURN}`, exact: true }).waitFor();
  return { page, imported, opened: performance.now() - start };
}

async function measured(page: Page, work: () => Promise<unknown>): Promise<FrameReport> {
  await page.waitForTimeout(300);
  await page.evaluate(() => window.lab.panel.recordFrames());
  await work();
  await page.waitForTimeout(300);
  return page.evaluate(() => window.lab.panel.framesSoFar());
}

async function wheel(page: Page, times: number, distance: number): Promise<void> {
  await page.mouse.move(600, 500);
  for (let time = 0; time < times; time += 1) {
    await page.mouse.wheel(0, distance);
    await page.waitForTimeout(16);
  }
}

const stream = (page: Page, duration: number): Promise<number> =>
  page.evaluate((ms) => window.lab.panel.streamTurn(window.store, 'large', ms), duration);

/** Scrolls by every means and streams, at the end and while somebody reads in the middle. */
async function work(events: number): Promise<Measured> {
  const { page, imported, opened } = await openSession(events);
  const phases: Record<string, FrameReport> = {};
  const readAtOpening = await page.evaluate(() => window.lab.panel.reads.events);
  const distanceToEnd = (): Promise<number> =>
    page.evaluate(() => {
      const element = window.lab.panel.scroller();
      return element.scrollHeight - element.scrollTop - element.clientHeight;
    });

  expect(await distanceToEnd()).toBeLessThan(30);
  phases['wheel'] = await measured(page, () => wheel(page, 80, -400));
  phases['drag'] = await measured(page, () => page.evaluate(() => window.lab.panel.dragScrollbar(1, 0, 90)));
  const last = page.getByRole('row').last();
  await last.focus();
  phases['keys'] = await measured(page, async () => {
    for (const key of ['Home', 'End', 'Home', 'End']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
    }
  });
  await page.evaluate(() => window.lab.panel.dragScrollbar(0.5, 1, 2));
  phases['stream at the end'] = await measured(page, () => stream(page, STREAM_FOR));
  expect(await distanceToEnd()).toBeLessThan(30);

  await page.evaluate(() => window.lab.panel.dragScrollbar(1, 0.5, 10));
  await page.waitForTimeout(300);
  const place = await readingPlace(page);
  phases['stream while reading'] = await measured(page, () => stream(page, STREAM_FOR));
  expect(await readingPlace(page)).toEqual(place);
  await page.getByRole('button', { name: /new events below/ }).click();
  await expect.poll(distanceToEnd).toBeLessThan(30);

  await page.getByRole('button', { name: 'Unfold all turns' }).click();
  phases['wheel unfolded'] = await measured(page, () => wheel(page, 80, -400));
  const readInAll = await page.evaluate(() => window.lab.panel.reads.events);
  expect(readAtOpening).toBeLessThan(2_000);
  expect(readInAll).toBeLessThan(Math.max(60_000, events * 0.5));
  await page.context().close();
  return { imported, opened, readAtOpening, phases };
}

/** The row at the top of the view and where it stands. */
function readingPlace(page: Page): Promise<readonly [string, number]> {
  return page.evaluate(() => {
    const element = window.lab.panel.scroller();
    const { top } = element.getBoundingClientRect();
    for (const row of element.querySelectorAll<HTMLElement>('.row')) {
      const box = row.getBoundingClientRect();
      if (box.top >= top) return [row.dataset['seq'] ?? '', Math.round(box.top - top)] as const;
    }
    return ['', 0] as const;
  });
}

function print(events: number, { imported, opened, readAtOpening, phases }: Measured): void {
  console.log(
    `${events} events: imported in ${Math.round(imported)} ms, opened in ${Math.round(opened)} ms, ${readAtOpening} events read`,
  );
  for (const [name, { worst, frames, longTasks, nodes }] of Object.entries(phases)) {
    console.log(
      `  ${name}: worst frame ${worst} ms of ${frames}, long tasks [${longTasks.join(', ')}], ${nodes} nodes`,
    );
  }
}

test(`a session of ${EVENTS} events is as fluid as one of 1,000`, async () => {
  const small = await work(1_000);
  print(1_000, small);
  const large = await work(EVENTS);
  print(EVENTS, large);
  for (const [name, report] of Object.entries(large.phases)) {
    expect(report.nodes, name).toBeLessThan(2_000);
    const before = small.phases[name]?.worst ?? 0;
    expect(report.worst, `${name}: worst frame beside ${before} ms`).toBeLessThan(Math.max(before, 50) * 8);
  }
}, 300_000);

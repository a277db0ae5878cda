import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';
import { serveLab, type LabServer } from '../runner/lab-server.ts';

const seconds = Number(process.env['TABS_SECONDS'] ?? 8);

let server: LabServer;
let context: BrowserContext;
let problems: string[];

beforeAll(async () => {
  server = await serveLab();
});

afterAll(async () => {
  await server.close();
});

beforeEach(async () => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  context = await browser.newContext();
  problems = [];
});

afterEach(async () => {
  await context.browser()?.close();
  expect(problems).toEqual([]);
});

async function openTab(): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(server.address);
  await page.waitForFunction(() => 'lab' in window);
  await page.evaluate(async () => {
    window.store = await window.lab.openSessionStore({ name: 'tabs' });
  });
  return page;
}

async function check(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.store.check())).toEqual([]);
}

const modeOf = (page: Page) => page.evaluate(() => window.store.get('shared')?.mode);

test(`eight tabs that append, fork, close and take over for ${seconds} s lose and double nothing`, async () => {
  const tabs = await Promise.all(Array.from({ length: 8 }, openTab));
  const [first] = tabs;
  if (first === undefined) throw new RangeError('no tab');
  await first.evaluate(async () => {
    for (let index = 0; index < 6; index += 1)
      window.lab.appendTurn(await window.store.create(`root-${index}`));
    await window.store.flush();
  });
  const reports = await Promise.all(
    tabs.map((tab, index) =>
      tab.evaluate(([name, duration]) => window.lab.workForAWhile(window.store, name, duration), [
        `tab${index}`,
        seconds * 1_000,
      ] as const),
    ),
  );
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.store.flush())));
  await check(first);
  const marks = reports.flatMap((report) => report.marks);
  const wrong = await first.evaluate(async (acknowledged) => {
    const faults: string[] = [];
    for (const id of new Set(acknowledged.map((mark) => mark.sessionId))) {
      const events = await window.store.events(id);
      const found = events
        .filter((event) => event.type === 'acme/mark')
        .map((event) => JSON.stringify(event.data));
      if (new Set(found).size !== found.length) faults.push(`${id} has a mark twice`);
      for (const { seq, mark } of acknowledged.filter((entry) => entry.sessionId === id)) {
        if (JSON.stringify(events[seq]?.data) !== JSON.stringify({ mark }))
          faults.push(`${id} lost ${mark} at ${seq}`);
      }
    }
    return [...faults, ...(await window.lab.compareWithParents(window.store))];
  }, marks);
  expect(wrong).toEqual([]);
  expect(marks.length).toBeGreaterThan(8);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  console.log(
    `8 tabs, ${seconds} s: ${marks.length} acknowledged marks, ${sum(reports.map(({ forks }) => forks))} forks, ` +
      `${sum(reports.map(({ takeovers }) => takeovers))} takeovers, refusals ${JSON.stringify(reports.map(({ refusals }) => refusals))}`,
  );
}, 300_000);

test("the role passes on when the writer's tab is closed in mid-turn, and the turn is repaired", async () => {
  const [writer, follower] = [await openTab(), await openTab()];
  await writer.evaluate(async () => {
    const session = await window.store.create('shared');
    window.lab.appendTurn(session);
    window.lab.appendOpenTurn(session);
    await session.flush();
  });
  await follower.evaluate(() => window.store.open('shared'));
  expect(await modeOf(follower)).toBe('read');
  await writer.close();
  await follower.waitForFunction(() => window.store.get('shared')?.mode === 'write');
  const last = await follower.evaluate(
    async () => (await window.store.events('shared', { limit: 1, reverse: true }))[0],
  );
  expect(last).toMatchObject({ type: 'turn/end', data: { reason: { kind: 'interrupted' } } });
  await check(follower);
});

test('a tab that is about to be frozen lets go of its sessions, and follows when it is back', async () => {
  const [writer, follower] = [await openTab(), await openTab()];
  await writer.evaluate(async () => {
    window.lab.appendTurn(await window.store.create('shared'));
  });
  await follower.waitForFunction(async () => (await window.store.list()).sessions[0]?.turns === 1);
  await follower.evaluate(() => window.store.open('shared'));
  // Headless Chromium keeps every page visible, and freezes only hidden ones: the event is what a page gets to see.
  await writer.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await follower.waitForFunction(() => window.store.get('shared')?.mode === 'write');
  const seq = await follower.evaluate(async () => {
    const session = await window.store.open('shared');
    window.lab.appendTurn(session);
    await session.flush();
    return session.seq;
  });
  await writer.evaluate(() => document.dispatchEvent(new Event('resume')));
  await writer.waitForFunction((expected) => window.store.get('shared')?.seq === expected, seq);
  expect(await modeOf(writer)).toBe('read');
  await follower.close();
  await writer.waitForFunction(() => window.store.get('shared')?.mode === 'write');
  await check(writer);
});

test('a tab that hangs is robbed, and what it had not committed is refused when it wakes', async () => {
  const [writer, follower] = [await openTab(), await openTab()];
  const committed = await writer.evaluate(async () => {
    const session = await window.store.create('shared');
    window.lab.appendTurn(session);
    await session.flush();
    return session.seq;
  });
  await follower.evaluate(() => window.store.open('shared'));
  const hanging = writer.evaluate(() => {
    const session = window.store.get('shared');
    if (session !== undefined) window.lab.appendOpenTurn(session);
    const end = performance.now() + 4_000;
    while (performance.now() < end);
  });
  await follower.waitForTimeout(300);
  const taken = await follower.evaluate(async () => {
    const session = await window.store.open('shared');
    await session.takeOver({ timeout: 500 });
    window.lab.appendTurn(session);
    await session.flush();
    return session.seq;
  });
  expect(taken).toBeGreaterThan(committed);
  await hanging;
  await writer.waitForFunction(() => window.store.get('shared')?.status === 'conflict');
  expect(await follower.evaluate(async () => (await window.store.events('shared')).length)).toBe(taken);
  const again = await writer.evaluate(async () => {
    await window.store.get('shared')?.close();
    return (await window.store.open('shared')).seq;
  });
  expect(again).toBe(taken);
  await check(follower);
});

test('a page that comes back from the back-forward cache goes on with what happened meanwhile', async ({
  skip,
}) => {
  // The browser may throw a cached page away for reasons of its own: memory, load.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const [first, other] = [await openTab(), await openTab()];
    await first.evaluate(async () => {
      const session = await window.store.create('shared');
      window.lab.appendTurn(session);
      // A commit under way when the page goes keeps it out of the cache.
      await session.flush();
    });
    await leave(first);
    const seq = await other.evaluate(async () => {
      const session = await window.store.open('shared');
      window.lab.appendTurn(session);
      await session.flush();
      await window.store.fork(session, undefined, 'forked-meanwhile');
      const { seq: reached } = session;
      await session.close();
      return reached;
    });
    if (await isRestored(first)) {
      await goesOn(first, seq);
      return;
    }
    await other.evaluate(async () => {
      await window.store.delete('shared');
      await window.store.delete('forked-meanwhile');
    });
    await first.close();
    await other.close();
  }
  const plain = await context.newPage();
  await plain.goto(server.address);
  await leave(plain);
  skip(
    !(await isRestored(plain)),
    'this browser keeps no page in its back-forward cache, with or without a store',
  );
  throw new Error('the browser keeps a page, but none with an open store');
});

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) =>
      document.body.setAttribute('data-shown', String(persisted)),
    );
    document.body.setAttribute('data-shown', 'once');
  });
  await page.goto(`${server.address}?elsewhere`);
}

/** Goes back; false when the browser had to load the page anew. By polling: the driver's own waiting does not outlive a stay in the cache. */
async function isRestored(page: Page): Promise<boolean> {
  // No load event comes when a page is restored from the cache.
  await page.goBack({ waitUntil: 'commit' });
  const state = () =>
    page
      .evaluate(() => {
        if (location.search !== '' || document.readyState !== 'complete') return 'on the way';
        const shown = document.body.getAttribute('data-shown');
        return shown === 'once' ? 'on the way' : (shown ?? 'anew');
      })
      .catch(() => 'on the way');
  await expect.poll(state, { timeout: 10_000 }).not.toBe('on the way');
  return (await state()) === 'true';
}

async function goesOn(page: Page, seq: number): Promise<void> {
  const poll = { timeout: 10_000 };
  await expect.poll(() => page.evaluate(() => window.store.get('shared')?.seq), poll).toBe(seq);
  await expect.poll(() => modeOf(page), poll).toBe('write');
  await page.evaluate(async () => {
    const session = await window.store.open('shared');
    window.lab.appendTurn(session);
    await session.flush();
  });
  expect(await page.evaluate(async () => (await window.store.list()).sessions.length)).toBe(2);
  await check(page);
}

test('cleared site data is told, and the store goes on without a reload', async () => {
  const page = await openTab();
  await page.evaluate(async () => {
    window.lab.appendTurn(await window.store.create('shared'));
    await window.store.flush();
    window.store.on('error', ({ error }) => document.body.setAttribute('data-error', error.message));
  });
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(server.address);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await page.waitForFunction(() => document.body.hasAttribute('data-error'));
  const state = await page.evaluate(async () => {
    const before = (await window.store.list()).sessions.length;
    const lost = await window.store
      .get('shared')
      ?.flush()
      .then(
        () => 'flushed',
        (error: unknown) => String(error),
      );
    window.lab.appendTurn(await window.store.create('again'));
    await window.store.flush();
    return { before, lost, after: (await window.store.list()).sessions.map(({ id }) => id) };
  });
  expect(state.before).toBe(0);
  expect(state.after).toEqual(['again']);
  await check(page);
});

test('a full disk is told, loses nothing, lets one export, and is made up for when there is space', async () => {
  const page = await context.newPage();
  await page.goto(server.address);
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(server.address);
  // Before the origin's first use of IndexedDB: later it has no effect.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_500_000 });
  const full = await page.evaluate(async () => {
    window.store = await window.lab.openSessionStore({ name: 'tabs' });
    const session = await window.store.create('shared');
    window.lab.appendTurn(session);
    await session.flush();
    const durable = session.durableSeq;
    for (let index = 0; index < 40; index += 1) {
      // Random text, which no compression makes small.
      const bytes = crypto.getRandomValues(new Uint8Array(60_000));
      session.append('acme/blob', {
        text: Array.from(bytes, (byte) => String.fromCharCode(33 + (byte % 90))).join(''),
      });
    }
    const refusal = await session.flush().then(
      () => 'flushed',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
    const text = await new Response(await window.store.exportLog('shared')).text();
    return {
      refusal,
      status: session.status,
      durable: [durable, session.durableSeq],
      seq: session.seq,
      exported: text.trim().split('\n').length - 1,
    };
  });
  expect(full).toMatchObject({ refusal: 'STORAGE_FULL', status: 'failing' });
  expect(full.durable[1]).toBe(full.durable[0]);
  expect(full.exported).toBe(full.seq);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await page.waitForFunction(() => window.store.get('shared')?.status === 'clean', null, { timeout: 40_000 });
  expect(await page.evaluate(() => window.store.get('shared')?.durableSeq)).toBe(full.seq);
  await check(page);
});

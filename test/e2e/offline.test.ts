import { expect, test } from 'vitest';
import { newConversation, useAgentPage } from './agent-page.ts';

const agent = useAgentPage();

test('the page starts, and its agent answers, without a network', async () => {
  const { page, context, ask, chat } = agent();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await newConversation(agent());
  await ask('What is 12*7?');
  await chat().getByText('12*7 = 84.').waitFor();
  await page.getByRole('button', { name: 'Fork at turn 1' }).waitFor();
});

test('what is no file of the page is never taken from the worker, nor kept by it', async () => {
  const { page } = agent();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const cache = await caches.open(names[0] ?? '');
    const before = (await cache.keys()).length;
    await fetch('/not-a-file?of=this').catch(() => undefined);
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return { names: names.length, grown: paths.length - before, start: paths.includes('/index.html'), paths };
  });
  expect(kept).toMatchObject({ names: 1, grown: 0, start: true });
  expect(kept.paths.some((path) => path.endsWith('.jsonl') || path === '/service-worker.js')).toBe(false);
});

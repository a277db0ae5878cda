import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveOpenAi, type OpenAiServer } from '../fixtures/openai-server.ts';
import { newConversation, useAgentPage } from './agent-page.ts';

const agent = useAgentPage();
let server: OpenAiServer;

beforeEach(async () => {
  server = await serveOpenAi();
});

afterEach(async () => {
  await server.close();
});

test('code runs in the sandbox of a worker, under the page’s policy, and can reach nothing', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('Run: console.log(typeof fetch, typeof indexedDB); [1, 2, 3].map((n) => n ** 2).join("-")');
  await chat()
    .getByText(/"value":"1-4-9","console":\["undefined undefined"\]/)
    .first()
    .waitFor();
  await settled();
  await ask('Run: for (;;) {}');
  await chat()
    .getByText(/it took too long/)
    .first()
    .waitFor();
  await settled();
  expect(page.workers()).toHaveLength(0);
});

test('a note is kept only when it is allowed, and is there in another conversation', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('Remember that I like trees');
  await page.getByText('May the agent keep this note in the browser?').waitFor();
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await chat().getByText('I keep nothing: it was not allowed.').waitFor();
  await settled();
  await ask('Remember that I like trees');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await chat().getByText('I keep it as “I like trees”.').waitFor();
  await settled();
  await newConversation(agent());
  await ask('Which notes do you have?');
  await chat()
    .getByText(/These are my notes: \["I like trees"\]/)
    .waitFor();
});

test('an address is opened only when it is allowed', async () => {
  const { page, ask, chat, settled } = agent();
  await newConversation(agent());
  const address = `${server.url}/page`;
  await ask(`Read ${address}`);
  await page
    .getByRole('region', { name: /fetch_url/ })
    .getByText(address)
    .waitFor();
  expect(server.pages).toBe(0);
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await settled();
  expect(server.pages).toBe(0);
  await ask(`Read ${address}`);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await chat()
    .getByText(/A page for agents/)
    .first()
    .waitFor();
  expect(server.pages).toBe(1);
});

test('a turn that is stopped takes its question back', async () => {
  const { page, ask, chat } = agent();
  await newConversation(agent());
  await ask('Remember that I like trees');
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await chat().getByText('Stopped.').waitFor();
  expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0);
});

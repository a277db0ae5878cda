import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveOpenAi, type OpenAiServer } from '../fixtures/openai-server.ts';
import { chooseEndpoint, newConversation, useAgentPage } from './agent-page.ts';

const agent = useAgentPage();
const KEY = 'key-that-nobody-may-see';
let server: OpenAiServer;

beforeEach(async () => {
  server = await serveOpenAi();
});

afterEach(async () => {
  await server.close();
});

test('a conversation with a tool is read in the chat, grows in the panel, and is there after a reload', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('What is 12*7?');
  await chat().getByText('12*7 = 84.').waitFor();
  await settled();
  await page.getByRole('button', { name: 'Fork at turn 1' }).waitFor();
  await chat().getByText('calculator', { exact: true }).click();
  await chat().getByText('{"expression":"12*7"}').waitFor();
  await page.reload();
  await chat().getByText('12*7 = 84.').waitFor();
  await ask('Hello again');
  await chat()
    .getByText(/You said: “Hello again”/)
    .waitFor();
});

test('a turn is stopped in mid-stream and the next one runs', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('Tell me something');
  await chat()
    .getByText(/You said/)
    .waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await chat().getByText('Stopped.').waitFor();
  await ask('What is 2+2?');
  await chat().getByText('2+2 = 4.').waitFor();
  await settled();
});

test('a page that goes away in mid-stream leaves a turn that was interrupted, and a session that goes on', async () => {
  const { page, ask, chat } = agent();
  await newConversation(agent());
  await ask('What time is it?');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.waitForTimeout(400);
  await page.reload();
  await chat().getByText('What time is it?').waitFor();
  await ask('What is 2+2?');
  await chat().getByText('2+2 = 4.').waitFor();
  await chat()
    .getByText(/Interrupted/)
    .waitFor();
});

test('a failed turn says so and is tried again', async () => {
  const { ask, chat } = agent();
  await newConversation(agent());
  await ask('please fail');
  await chat().getByText('the model service is not available').waitFor();
  await chat().getByRole('button', { name: 'Try again' }).click();
  await chat().getByText('the model service is not available').nth(1).waitFor();
  expect(await chat().getByRole('button', { name: 'Try again' }).count()).toBe(1);
});

test('an endpoint answers, is given the conversation, and its key is nowhere in the page or the log', async () => {
  const { page, ask, chat } = agent();
  await newConversation(agent());
  await chooseEndpoint(agent(), { url: server.url, model: 'calls-tool', key: KEY });
  await ask('Hello');
  await chat()
    .getByText(/Grüße from 模型 🚀 calls-tool after 4 messages/)
    .waitFor();
  expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: '42' });
  expect(server.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
  const row = page.getByRole('treeitem', { selected: true });
  await row.hover();
  await row.getByRole('button', { name: 'Actions', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export log file' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).not.toContain(KEY);
  expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toContain(KEY);
  await page.reload();
  await page.getByRole('button', { name: 'Model: calls-tool' }).click();
  expect(await page.getByRole('dialog').getByLabel('API key').inputValue()).toBe('');
});

test.each([
  ['status-401', 'The endpoint refused the key'],
  ['status-429', 'The endpoint asks to wait 3 s.'],
  ['status-500', 'The endpoint is in trouble'],
  ['drops', 'Grüße'],
  ['malformed', 'The turn failed'],
])('an endpoint that does %s is told, and another one then answers', async (model, told) => {
  const { ask, chat, problems, page } = agent();
  await newConversation(agent());
  await chooseEndpoint(agent(), { url: server.url, model, key: KEY });
  await ask('Hello');
  await chat().getByText(told).first().waitFor();
  await chat().getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.content()).not.toContain(KEY);
  await chooseEndpoint(agent(), { url: server.url, model: 'answers', key: KEY });
  await chat().getByRole('button', { name: 'Try again' }).click();
  await chat()
    .getByText(/answers after/)
    .waitFor();
  // The browser itself writes failed requests to the console.
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !/Failed to load resource/.test(problem)),
  );
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveOpenAi, type OpenAiServer } from '../fixtures/openai-server.ts';
import { chooseEndpoint, newConversation, useAgentPage } from './agent-page.ts';

const agent = useAgentPage();
let server: OpenAiServer;

beforeEach(async () => {
  server = await serveOpenAi();
});

afterEach(async () => {
  await server.close();
});

test('a branch from a finished turn goes its own way while a turn of its parent still runs', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('What is 1+1?');
  await chat().getByText('1+1 = 2.').waitFor();
  await settled();
  await ask('Tell me a lot about everything');
  await chat().getByRole('button', { name: 'Branch from turn 1' }).click();
  await page.getByRole('heading', { level: 2, name: 'What is 1+1? (2)' }).first().waitFor();
  await chat()
    .getByText(/Branched here from/)
    .waitFor();
  await ask('What is 2+2?');
  await chat().getByText('2+2 = 4.').waitFor();
  await settled();
  // Back to where it left its parent, and from there to the branch again.
  await chat()
    .getByText(/Branched here from/)
    .click();
  await chat()
    .getByText(/You said: “Tell me a lot/)
    .waitFor();
  expect(page.url()).toMatch(/#session=.*&event=\d+/);
  expect(await chat().getByText('2+2 = 4.').count()).toBe(0);
  await chat().getByRole('link', { name: 'What is 1+1? (2)' }).click();
  await chat().getByText('2+2 = 4.').waitFor();
});

test('a question is asked another way on a new branch, the first question too', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('What is 1+1?');
  await settled();
  await ask('What is 5+5?');
  await chat().getByText('5+5 = 10.').waitFor();
  await settled();
  await chat()
    .getByRole('button', { name: /^Edit and ask again/ })
    .nth(1)
    .click();
  const composer = page.getByRole('textbox', { name: 'Message to the agent' });
  await expect.poll(() => composer.inputValue()).toBe('What is 5+5?');
  await ask('What is 5+6?');
  await chat().getByText('5+6 = 11.').waitFor();
  expect(await chat().getByText('5+5 = 10.').count()).toBe(0);
  expect(await chat().getByText('1+1 = 2.').count()).toBe(1);
  await settled();
  await chat()
    .getByRole('button', { name: /^Edit and ask again/ })
    .first()
    .click();
  await expect.poll(() => composer.inputValue()).toBe('What is 1+1?');
  expect(await chat().getByText('1+1 = 2.').count()).toBe(0);
});

test('one question is asked of two models side by side, each on its own branch', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('What is 1+1?');
  await settled();
  await page
    .getByRole('combobox', { name: 'Side by side' })
    .selectOption({ label: 'With a new branch from here' });
  await expect.poll(() => chat().count()).toBe(2);
  await page
    .getByRole('button', { name: /^Model:/ })
    .first()
    .waitFor();
  await chooseEndpoint(agent(), { url: server.url, model: 'answers', key: 'k' }, 'beside');
  await ask('Hello both');
  await chat()
    .first()
    .getByText(/You said: “Hello both”/)
    .waitFor();
  await chat().last().getByText(/Grüße/).waitFor();
  await settled();
  expect(await chat().first().getByText(/Grüße/).count()).toBe(0);
  expect(server.requests[0]?.body.messages).toHaveLength(6);
  await page.reload();
  await chat().last().getByText(/Grüße/).waitFor();
  await page.getByRole('button', { name: 'Close this column' }).click();
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
});

test('what a branch came to is brought back to its parent, marked, and the model knows it', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('What is 1+1?');
  await settled();
  await chat().getByRole('button', { name: 'Branch from turn 1' }).click();
  await chat()
    .getByText(/Branched here from/)
    .waitFor();
  await ask('What is 3*3?');
  await chat().getByText('3*3 = 9.').waitFor();
  await settled();
  await page.getByRole('button', { name: 'Bring back to the parent' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('3*3 = 9.');
  await dialog.getByRole('button', { name: 'Bring back to the parent' }).click();
  await chat().getByText('Brought back from “What is 1+1? (2)”').waitFor();
  await chooseEndpoint(agent(), { url: server.url, model: 'answers', key: 'k' });
  await ask('And now?');
  await chat().getByText(/Grüße/).waitFor();
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('3*3 = 9.');
});

test('two new branches answer at once; one is stopped alone, both are compared, and one goes on', async () => {
  const { page, ask, settled, chat } = agent();
  await newConversation(agent());
  await ask('What is 1+1?');
  await settled();
  await page
    .getByRole('combobox', { name: 'Side by side' })
    .selectOption({ label: 'Two new branches from here' });
  await expect.poll(() => chat().count()).toBe(2);
  await ask('Tell me something');
  const stops = page.getByRole('button', { name: 'Stop this one' });
  await chat()
    .last()
    .getByText(/You said/)
    .waitFor();
  expect(await stops.count()).toBe(2);
  await stops.last().click();
  await chat().last().getByText('Stopped.').waitFor();
  await chat()
    .first()
    .getByText(/below the message box/)
    .waitFor();
  await settled();
  expect(await chat().first().getByText('Stopped.').count()).toBe(0);
  await page.getByRole('button', { name: 'Compare the answers' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('del').first().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Go on with this one' }).first().click();
  await expect.poll(() => chat().count()).toBe(1);
  await chat()
    .getByText(/below the message box/)
    .waitFor();
});

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { chromiumArguments, chromiumPath } from '../runner/chromium.ts';

/** The playground in a browser of its own, new for each test, and what people do in it. */
export interface AgentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page that the test expects, and takes out. */
  readonly problems: string[];
  ask(question: string, on?: Page): Promise<void>;
  /** Waits until no turn runs. */
  settled(on?: Page): Promise<void>;
  chat(on?: Page): ReturnType<Page['getByRole']>;
}

/** Registers the hooks of a test file; the returned function gives the page of the running test. */
export function useAgentPage(): () => AgentPage {
  let browser: Browser;
  let current: AgentPage | undefined;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  });
  afterAll(async () => {
    await browser.close();
  });
  beforeEach(async ({ onTestFailed, task }) => {
    await current?.context.close();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
    });
    const page = await context.newPage();
    onTestFailed(async () => {
      await page.screenshot({ path: `test-results/${task.name.replace(/\W+/g, '-').slice(0, 60)}.png` });
    });
    const problems: string[] = [];
    context.on('weberror', (error) => problems.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    current = agentPage(page, context, problems);
    await page.goto(inject('pageUrl'));
    await page.getByRole('textbox', { name: 'Message to the agent' }).waitFor();
  });
  afterEach(() => {
    // A breach of the Content-Security-Policy is among them.
    expect(current?.problems).toEqual([]);
  });

  return () => {
    if (current === undefined) throw new TypeError('no test is running');
    return current;
  };
}

function agentPage(page: Page, context: BrowserContext, problems: string[]): AgentPage {
  return {
    page,
    context,
    problems,
    async ask(question, on = page) {
      const composer = on.getByRole('textbox', { name: 'Message to the agent' });
      await composer.fill(question);
      await composer.press('Enter');
    },
    async settled(on = page) {
      await on.getByRole('button', { name: 'Send' }).waitFor();
    },
    chat: (on = page) => on.getByRole('log', { name: 'Conversation' }),
  };
}

/** Begins a conversation of its own, so that a test's turns are counted from 1. */
export async function newConversation({ page }: AgentPage): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByText('Nothing is said yet').waitFor();
}

/** Chooses an endpoint of the OpenAI API in the page's dialog. */
export async function chooseEndpoint(
  { page }: AgentPage,
  endpoint: { readonly url: string; readonly model: string; readonly key: string; readonly keep?: boolean },
  column: 'main' | 'beside' = 'main',
): Promise<void> {
  const chips = page.getByRole('button', { name: /^Model:/ });
  await (column === 'main' ? chips.first() : chips.last()).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /OpenAI-compatible/ }).check();
  await dialog.getByLabel('Base URL').fill(endpoint.url);
  await dialog.getByLabel('Model', { exact: true }).fill(endpoint.model);
  await dialog.getByLabel('API key').fill(endpoint.key);
  if (endpoint.keep === true) await dialog.getByLabel('Keep the key in this browser').check();
  await dialog.getByRole('button', { name: 'Use it' }).click();
}

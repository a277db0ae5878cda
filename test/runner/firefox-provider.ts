import { defineBrowserProvider } from '@vitest/browser';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { BrowserProvider, TestProject } from 'vitest/node';

/** Drives Firefox over WebDriver BiDi: Debian's Firefox, no driver program. */
class FirefoxProvider implements BrowserProvider {
  readonly name = 'firefox-bidi';
  readonly supportsParallelism = false;
  readonly #pages = new Map<string, Page>();
  #browser: Promise<Browser> | undefined;

  constructor(readonly project: TestProject) {}

  getCommandsContext(sessionId: string): { page: Page | undefined } {
    return { page: this.#pages.get(sessionId) };
  }

  async openPage(sessionId: string, url: string): Promise<void> {
    this.#browser ??= puppeteer.launch({
      browser: 'firefox',
      headless: true,
      executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    });
    const page = await (await this.#browser).newPage();
    this.#pages.set(sessionId, page);
    await page.goto(url);
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close();
    this.#browser = undefined;
  }
}

export function firefox() {
  return defineBrowserProvider({
    name: 'firefox-bidi',
    supportedBrowser: ['firefox'],
    options: {},
    providerFactory: (project) => new FirefoxProvider(project),
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserProvider, TestProject } from 'vitest/node';

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Drives WebKitGTK's MiniBrowser over WebDriver, on a virtual display. */
class WebKitProvider implements BrowserProvider {
  readonly name = 'webkit-webdriver';
  readonly supportsParallelism = false;
  readonly #address = `http://127.0.0.1:${20_000 + (process.pid % 20_000)}`;
  #driver: ChildProcess | undefined;
  #session: string | undefined;

  constructor(readonly project: TestProject) {}

  getCommandsContext(): Record<string, unknown> {
    return {};
  }

  async openPage(_sessionId: string, url: string): Promise<void> {
    this.#session ??= await this.#start();
    await this.#request('POST', `/session/${this.#session}/url`, { url });
  }

  async #start(): Promise<string> {
    // Detached and without its output: the driver's children would otherwise keep the runner from ending.
    const port = new URL(this.#address).port;
    this.#driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
      stdio: 'ignore',
      detached: true,
    });
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#request('GET', '/status');
        break;
      } catch (error) {
        if (attempt > 100) throw error;
        await sleep(100);
      }
    }
    const value = await this.#request('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary: process.env['MINI_BROWSER_PATH'] ?? MINI_BROWSER,
            args: ['--automation', '--features=+StorageAPI,+FileSystem,+AccessHandle'],
          },
        },
      },
    });
    if (typeof value === 'object' && value !== null && 'sessionId' in value) return String(value.sessionId);
    throw new TypeError('WebKitWebDriver gave no session');
  }

  async close(): Promise<void> {
    if (this.#session !== undefined) {
      await this.#request('DELETE', `/session/${this.#session}`).catch(() => undefined);
      this.#session = undefined;
    }
    if (this.#driver?.pid === undefined) return;
    try {
      process.kill(-this.#driver.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#address + path, {
      method,
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    const value =
      typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : undefined;
    if (!response.ok) throw new TypeError(`WebKitWebDriver: ${JSON.stringify(value)}`);
    return value;
  }
}

export function webkit() {
  return defineBrowserProvider({
    name: 'webkit-webdriver',
    supportedBrowser: ['webkit'],
    options: {},
    providerFactory: (project) => new WebKitProvider(project),
  });
}

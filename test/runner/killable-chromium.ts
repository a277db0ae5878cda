import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumArguments, chromiumPath } from './chromium.ts';

/** A Chromium that this process started, with a profile on the disk, and that can be killed like a crash. */
export interface KillableChromium {
  readonly page: Page;
  /** SIGKILL to the browser and all its processes. */
  kill(): Promise<void>;
}

export async function startChromium(profile: string): Promise<KillableChromium> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const process = spawn(
    chromiumPath(),
    [
      '--headless',
      ...chromiumArguments,
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      '--disable-session-crashed-bubble',
      'about:blank',
    ],
    { stdio: 'ignore', detached: true },
  );
  const browser = await connect(process, portFile);
  const [context] = browser.contexts();
  if (context === undefined) throw new TypeError('Chromium has no default context');
  const page = await context.newPage();
  return {
    page,
    kill: async () => {
      const ended = new Promise((resolve) => process.once('exit', resolve));
      killGroup(process);
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

async function connect(process: ChildProcess, portFile: string): Promise<Browser> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const port = await readFile(portFile, 'utf8').then(
      (text) => text.split('\n')[0],
      () => undefined,
    );
    if (port !== undefined && port !== '') return chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    await sleep(50);
  }
  killGroup(process);
  throw new TypeError('Chromium did not start in 15 s');
}

function killGroup(process: ChildProcess): void {
  if (process.pid === undefined) return;
  try {
    globalThis.process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the library can be imported where there is no browser, and starts nothing', async () => {
  const before = process.getActiveResourcesInfo().length;
  const library = await import('../../lib/index.ts');
  expect(typeof library.openSessionStore).toBe('function');
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
});

test('no registry host and no private path stands in what is published', () => {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(text).not.toMatch(/"resolved"|registry\s*=/);
  }
});

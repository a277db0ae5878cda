import { preview } from 'vite';
import type { TestProject } from 'vitest/node';
import { productionBuild } from './production-build.ts';

/** Builds the page as it is published, and serves it on a free port of this machine while the tests run. */
export default async function servePage(project: TestProject): Promise<() => Promise<void>> {
  await productionBuild({ logLevel: 'warn' });
  // Under the strict Content-Security-Policy of vite.config.ts.
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new TypeError('the preview server has no address');
  project.provide('pageUrl', address);
  return () => server.close();
}

import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, chromiumPath } from './test/runner/chromium.ts';
import { firefox } from './test/runner/firefox-provider.ts';
import { webkit } from './test/runner/webkit-provider.ts';

// Pre-bundled at the start: a dependency found in mid-run reloads the page and breaks React.
const optimizeDeps = {
  include: [
    'idb',
    'fast-check',
    'fzstd',
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
  ],
};

const assetsInclude = ['**/*.zstd'];

const inBrowser = {
  include: ['test/browser/**/*.test.{ts,tsx}'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  provide: { modelRuns: 40 },
};

export default defineConfig({
  test: {
    projects: [
      {
        assetsInclude,
        plugins: [react()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.{ts,tsx}', 'test/browser/store/**/*.test.ts'],
          setupFiles: ['test/runner/fake-indexeddb.ts'],
          testTimeout: 30_000,
          provide: { modelRuns: 1_000 },
        },
      },
      {
        assetsInclude,
        optimizeDeps,
        test: {
          ...inBrowser,
          name: 'chromium',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        assetsInclude,
        optimizeDeps,
        test: {
          ...inBrowser,
          name: 'firefox',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: firefox(),
            instances: [{ browser: 'firefox' }],
          },
        },
      },
      {
        assetsInclude,
        optimizeDeps,
        test: {
          ...inBrowser,
          name: 'webkit',
          browser: {
            enabled: true,
            headless: false,
            screenshotFailures: false,
            provider: webkit(),
            instances: [{ browser: 'webkit' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/runner/serve-page.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

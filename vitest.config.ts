import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Each wait for a state is long enough for a busy machine: `WAIT_MS` of scripts/waits.ts. */
const waits = { setupFiles: ['./scripts/waits.ts'], expect: { poll: { timeout: 15_000 } } };

// Workers and the decoder threads in them load packages from the cache that scripts/run.mjs uses.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'node');

/** One PostgreSQL per run. Two workers leave room for the server and the browser under test. */
export default defineConfig({
  test: {
    globalSetup: './server/testing/globalSetup.ts',
    maxWorkers: 2,
    // Requirement rows are tags of the tests that prove them; docs/requirements/ lists the rows.
    strictTags: false,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // Each file starts its own test server and modules hold no state, so that they are loaded once per worker.
          isolate: false,
          include: ['{contract,scripts,server,demo}/**/*.test.ts', 'faults/*.test.ts'],
          ...waits,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Its default is the one for Node, which cannot send the files of a browser.
        resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' } },
        test: {
          name: 'web',
          server: { deps: { inline: ['tus-js-client'] } },
          environment: 'jsdom',
          // Isolates each file without reloading jsdom; half the time of the other pools.
          pool: 'vmThreads',
          ...waits,
          setupFiles: [...waits.setupFiles, './scripts/streams.ts'],
          // Longer than two waits.
          testTimeout: 40_000,
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          // One browser per worker.
          isolate: false,
          include: ['e2e/*.test.ts', 'e2e/engines/*.test.ts'],
          globalSetup: './e2e/setup.ts',
          sequence: { groupOrder: 1 },
          // Beside other tests a journey can be too slow for itself. `npm test` names one that passed only when repeated.
          retry: 1,
          ...waits,
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'whole',
          environment: 'node',
          isolate: false,
          include: ['faults/whole/*.test.ts'],
          sequence: { groupOrder: 2 },
          ...waits,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'node',
          isolate: false,
          include: ['e2e/screens/*.test.ts'],
          globalSetup: './e2e/setup.ts',
          sequence: { groupOrder: 3 },
          ...waits,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      // Needs tools that npm does not install.
      { test: { name: 'scanners', environment: 'node', include: ['faults/scanners/*.test.ts'] } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** A state that is waited for: a busy machine may take its time, and only a test that fails waits to the end. */
const patient = { poll: { timeout: 15_000 } };

/** One PostgreSQL for the whole run; two workers, because the server and the browser need room beside them. */
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
          // Each file has a world of its own and nothing lives outside of it: modules need to be loaded once only.
          isolate: false,
          include: ['{contract,scripts,server,faults}/**/*.test.ts'],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          // A world of its own for each file, without loading jsdom anew: half the time of the other pools.
          pool: 'vmThreads',
          setupFiles: './scripts/streams.ts',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          // One browser for each worker.
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/setup.ts',
          sequence: { groupOrder: 1 },
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});

import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { getInstallationFact } from '../server/platform/process/installation.ts';
import type { Demo } from '../server/platform/process/planDemo.ts';
import { withDatabase } from './database.ts';
import { signIn } from './signIn.ts';

/** Test timeout that includes waiting for the full demo. */
export const FULL_DEMO_TIMEOUT_MS = 300_000;

/** Waits until all releases of the demo are imported and signs in; returns the number of available ones. */
export async function signInToFullDemo(page: Page, signInToIt = signIn): Promise<number> {
  await withDatabase((db) =>
    vi.waitUntil(async () => (await getInstallationFact(db, 'demo')) === ('made' satisfies Demo), {
      timeout: 240_000,
      interval: 500,
    }),
  );
  await signInToIt(page);
  return countReleases(page);
}

/** Reads the number of releases from the heading of the gallery. */
export async function countReleases(page: Page): Promise<number> {
  const total = page.getByRole('main').getByText(/^\d+ promos?$/);
  return Number.parseInt(await total.first().innerText(), 10);
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signIn } from './signIn.ts';

/** The demo has 40 releases; at least this many are available today. */
const AVAILABLE_RELEASES = 35;

/** Test timeout that includes waiting for the full demo. */
export const FULL_DEMO_TIMEOUT_MS = 300_000;

/** Signs in and waits until all available releases of the demo are imported; returns their number. */
export async function signInToFullDemo(page: Page): Promise<number> {
  await signIn(page);
  const reloadAndCount = async () => {
    const count = await countReleases(page);
    if (count < AVAILABLE_RELEASES) await page.reload();
    return count;
  };
  await expect.poll(reloadAndCount, { timeout: 240_000, interval: 3_000 }).toBeGreaterThanOrEqual(AVAILABLE_RELEASES);
  return countReleases(page);
}

/** Reads the number of releases from the heading of the gallery. */
export async function countReleases(page: Page): Promise<number> {
  const total = page.getByRole('main').getByText(/^\d+ promos?$/);
  return Number.parseInt(await total.first().innerText(), 10);
}

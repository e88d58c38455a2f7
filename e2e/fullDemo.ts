import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter } from './enter.ts';

/** Of the demo's 40 releases these are out already; the rest of them comes in the background. */
const OUT_AT_LEAST = 35;

/** For a journey that may have to wait for the whole demo. */
export const WITH_DEMO_MS = 300_000;

/** Signs in and waits for the whole demo, so that numbers stay what they are; answers how many releases there are. */
export async function enterWhole(page: Page): Promise<number> {
  await enter(page);
  const total = async () => {
    const now = await totalOf(page);
    if (now < OUT_AT_LEAST) await page.reload();
    return now;
  };
  await expect.poll(total, { timeout: 240_000, interval: 3_000 }).toBeGreaterThanOrEqual(OUT_AT_LEAST);
  return totalOf(page);
}

/** How many releases the head of the gallery tells of. */
export async function totalOf(page: Page): Promise<number> {
  const told = page.getByRole('main').getByText(/^\d+ promos?$/);
  return Number.parseInt(await told.first().innerText(), 10);
}

import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Layout, screens } from './openBrowser.ts';

/** No rule that is on looks into style sheets. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

const SETTLES_WITHIN = { timeout: 5_000 };

/** Nothing on the page is an accessibility fault, in either theme; the page is left in the other one. Sandboxed frames, which run no scripts, cannot be asked. */
export async function expectClean(page: Page, where: string): Promise<void> {
  await expect.poll(() => faultsOf(page), { message: where, ...SETTLES_WITHIN }).toEqual([]);
  const shown = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const other = shown === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  // Themes differ in colours only.
  const paler = () => faultsOf(page, ['color-contrast']);
  await expect.poll(paler, { message: `${where}, ${other}`, ...SETTLES_WITHIN }).toEqual([]);
}

/** The same in each of these layouts, all three unless said; the page keeps the last one. */
export async function expectCleanEverywhere(
  page: Page,
  where: string,
  layouts: Layout[] = ['mobile', 'tablet', 'desktop'],
): Promise<void> {
  for (const layout of layouts) {
    await page.setViewportSize(screens[layout]);
    await expectClean(page, `${where}: ${layout}`);
  }
}

/** What is wrong with the page by these rules, all unless said, once nothing moves: what is half faded in has less contrast than it will have. */
export async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    // Another theme begins to show with the next frame.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, options),
    rules ? { ...OPTIONS, runOnly: rules } : OPTIONS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => [id, 'at', ...target, any[0]?.message].join(' ')),
  );
}

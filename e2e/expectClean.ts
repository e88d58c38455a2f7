import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Nothing on the page is an accessibility fault, in either theme; sandboxed frames, which run no scripts, cannot be asked. */
export async function expectClean(page: Page, where: string): Promise<void> {
  const shown = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const other = shown === 'dark' ? 'light' : 'dark';
  const faults = [...(await faultsOf(page, ask(page))), ...(await inTheme(page, other))];
  await page.emulateMedia({ colorScheme: shown });
  expect(faults.map((fault) => `${where}: ${fault}`)).toEqual([]);
}

const ask = (page: Page): AxeBuilder => new AxeBuilder({ page }).exclude('iframe');

/** Themes differ in colours only. */
async function inTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  return (await faultsOf(page, ask(page).withRules('color-contrast'))).map((fault) => `${fault} (${colorScheme})`);
}

async function faultsOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  await calm(page);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What is half faded in has less contrast than it will have. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

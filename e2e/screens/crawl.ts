import { MOBILE_BELOW_PX, TABLET_BELOW_PX } from '@promenade/contract/limits';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ALL_SIZES, findTextFaultsAtSizes, type Size } from '../textFaults.ts';

/** No dialog, menu or list grows in wider windows. */
const LAYERS_UP_TO_PX = 1440;

// Sizes of the layouts: a control that only one layout has is visited at the sizes of that layout. The last size of
// `phones` is a phone on its side.
export const phones: readonly Size[] = [
  ...ALL_SIZES.filter(({ width }) => width < MOBILE_BELOW_PX),
  { width: 667, height: 375 },
];
export const wide: readonly Size[] = ALL_SIZES.filter(({ width }) => width >= MOBILE_BELOW_PX);
export const tablets: readonly Size[] = wide.filter(({ width }) => width < TABLET_BELOW_PX);
export const desktops: readonly Size[] = wide.filter(({ width }) => width >= TABLET_BELOW_PX);

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

/** Visits screens: each is measured at every size, and its faults fail the test at its end. */
export function createCrawl(page: Page) {
  const layers = page.locator('[role=dialog], [role=alertdialog], dialog[open], [role=menu], [role=listbox]');

  /** Measures what is open; `shown` tells that it is complete. */
  async function visit(name: string, shown: Locator, sizes: readonly Size[] = ALL_SIZES): Promise<void> {
    await shown.first().waitFor();
    expect.soft(await findTextFaultsAtSizes(page, name, shown.first(), sizes), name).toEqual([]);
  }

  async function visitPath(name: string, path: string, shown: Locator, sizes?: readonly Size[]): Promise<void> {
    await page.goto(path);
    await visit(name, shown, sizes);
  }

  /** Opens a dialog, menu or list and measures it; `visitMore` visits what it leads to. Escape closes it. */
  async function visitLayer(
    name: string,
    opener: Locator,
    sizes: readonly Size[] = [...phones, ...wide],
    visitMore?: (layer: Locator) => Promise<void>,
  ): Promise<void> {
    const before = await layers.count();
    await opener.first().click();
    await expect.poll(() => layers.count(), { message: name }).toBeGreaterThan(before);
    await visit(
      name,
      layers.last(),
      sizes.filter(({ width }) => width <= LAYERS_UP_TO_PX),
    );
    await visitMore?.(layers.last());
    await page.keyboard.press('Escape');
    await expect.poll(() => layers.count(), { message: `${name} closes` }).toBe(before);
  }

  return { visit, visitPath, visitLayer };
}

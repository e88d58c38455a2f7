import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { findTextFaults } from './textFaults.ts';
import { releaseLinks } from './webApp.ts';

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

/** Measures the page at each width; the size of the window stays. */
async function measureAtWidths(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    let faults: string[] = [];
    const isFaultless = async () => {
      faults = await findTextFaults(page);
      return faults.length === 0;
    };
    // The page may need a moment to follow the new width.
    await vi.waitUntil(isFaultless, { timeout: 2_000, interval: 100 }).catch(() => undefined);
    found.push(...faults.map((fault) => `${name}, ${size.width} px: ${fault}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

journey(
  'in a language that is written from right to left the layout is mirrored, and no text is cut without a tooltip',
  async ({ page }) => {
    await page.route('**/players/musicsite/he.json', async (route) =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace('he.json', 'en.json') }) }),
    );
    await page.route('**/players/musicsite/languages.json', (route) =>
      route.fulfill({
        json: {
          lang: [
            { code: 'en', name: 'English' },
            { code: 'he', name: 'עברית' },
          ],
        },
      }),
    );
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('he');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await signIn(page);
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect(navigation?.x).toBeGreaterThan(1_200);
    const faults = await measureAtWidths(page, 'gallery');
    await releaseLinks(page).first().click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    faults.push(...(await measureAtWidths(page, 'pop-up')));
    expect(faults).toEqual([]);
  },
);

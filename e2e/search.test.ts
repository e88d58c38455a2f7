import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { enter } from './enter.ts';
import { expectCleanEverywhere } from './expectClean.ts';
import { screens } from './openBrowser.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, table: string, name: string) =>
  main(page).getByRole('grid', { name: table }).getByRole('row').filter({ hasText: name });

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => box(page).evaluate((input) => input === document.activeElement)).toBe(true);
}

journey(
  'a release is found while it is typed, with a slip in it; Enter keeps the term for the next time',
  { tags: ['C-SHELL-05', 'C-SEARCH-03', 'C-SEARCH-14', 'C-SEARCH-16', 'C-ROUTE-12'] },
  async ({ page }) => {
    await enter(page);
    await search(page);
    await box(page).pressSequentially('harbuor sun');
    await row(page, 'Releases', 'Harbour Sun').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/search/top?q=harbuor+sun');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    expect(new URL(page.url()).pathname).toBe('/search');
    await main(page).getByRole('link', { name: 'harbuor sun' }).click();
    await row(page, 'Releases', 'Harbour Sun').waitFor();
    await page.reload();
    await row(page, 'Releases', 'Harbour Sun').waitFor();
    await row(page, 'Releases', 'Harbour Sun').getByRole('link').first().click();
    await page.getByRole('dialog').getByText('Harbour Sun').first().waitFor();
  },
);

journey(
  "an artist leads to the artist's releases, the back arrow to the gallery",
  { tags: ['C-ROUTE-10', 'C-ROUTE-13', 'C-SHELL-08', 'C-SHELL-09', 'C-SHELL-12'] },
  async ({ page }) => {
    await enter(page);
    await search(page);
    await box(page).pressSequentially('tides');
    await main(page).getByRole('grid', { name: 'Labels' }).getByRole('link').first().click();
    await page.waitForURL('**/search/releases/label?q=*');
    await main(page).getByRole('grid').getByRole('row').nth(1).waitFor();
    expect(await main(page).getByRole('group', { name: 'Filters' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to releases' }).click();
    await page.waitForURL(/\/releases(\?|$)/);
    await page.getByRole('button', { name: 'Back to releases' }).waitFor({ state: 'detached' });
  },
);

journey('an ISRC finds its track, which plays from the list', { tags: ['C-SEARCH-09'] }, async ({ page }) => {
  await enter(page);
  const answered = page.waitForResponse((response) => response.url().includes('section=tracks'));
  await page.goto('/search/tracks?q=harbour');
  const { tracks } = (await (await answered).json()) as { tracks: { isrc: string }[] };
  const isrc = tracks[0]?.isrc ?? '';
  expect(isrc).toMatch(/^[A-Z0-9]{12}$/);
  await box(page).fill(isrc.toLowerCase());
  await expect.poll(() => main(page).getByRole('grid', { name: 'Tracks' }).getByRole('row').count()).toBe(2);
  await main(page).getByRole('grid', { name: 'Tracks' }).getByRole('button', { name: /^Play/ }).first().click();
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).waitFor();
});

journey('the search is clean and nothing is cut off at any width', { tags: ['C-SEARCH-03'] }, async ({ page }) => {
  await enter(page);
  await search(page);
  await box(page).fill('night');
  await main(page).getByRole('heading', { name: 'Top results' }).waitFor();
  for (const [name, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    await expect.poll(isWide, { message: name }).toBe(false);
  }
  await expectCleanEverywhere(page, 'search');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await main(page).getByRole('heading', { name: 'Search' }).waitFor();
  await expectCleanEverywhere(page, 'before a search');
});

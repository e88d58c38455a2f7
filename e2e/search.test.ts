import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { closeDialog, hasHorizontalOverflow, pauseButton, playerBar, titleLinks } from './webApp.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, table: string, name: string) =>
  main(page).getByRole('grid', { name: table }).getByRole('row').filter({ hasText: name });

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => searchBox(page).evaluate((input) => input === document.activeElement)).toBe(true);
}

journey(
  'a release is found despite a typo, a track by its ISRC, a label leads to its releases; the back button leads to the gallery',
  {
    tags: [
      'C-SHELL-05',
      'C-SHELL-08',
      'C-SHELL-09',
      'C-SHELL-12',
      'C-SEARCH-03',
      'C-SEARCH-09',
      'C-SEARCH-14',
      'C-SEARCH-16',
      'C-ROUTE-10',
      'C-ROUTE-12',
      'C-ROUTE-13',
    ],
  },
  async ({ page }) => {
    await signIn(page);
    await openSearch(page);
    await searchBox(page).pressSequentially('harbuor sun');
    await row(page, 'Releases', 'Harbour Sun').waitFor();
    await page.waitForURL((url) => url.pathname + url.search === '/search/top?q=harbuor+sun');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/search');
    await main(page).getByRole('link', { name: 'harbuor sun' }).click();
    await row(page, 'Releases', 'Harbour Sun').waitFor();
    await page.reload();
    await row(page, 'Releases', 'Harbour Sun').waitFor();
    await titleLinks(row(page, 'Releases', 'Harbour Sun'))
      .first()
      .click();
    await page.getByRole('dialog').getByText('Harbour Sun').first().waitFor();
    await closeDialog(page);

    const tracksResponse = page.waitForResponse((response) => response.url().includes('section=tracks'));
    await page.goto('/search/tracks?q=harbour');
    const { tracks } = (await (await tracksResponse).json()) as { tracks: { isrc: string }[] };
    const isrc = tracks[0]?.isrc ?? '';
    expect(isrc).toMatch(/^[A-Z0-9]{12}$/);
    await searchBox(page).fill(isrc.toLowerCase());
    const found = main(page).getByRole('grid', { name: 'Tracks' });
    await expect.poll(() => found.getByRole('row').count()).toBe(2);
    await found.getByRole('button', { name: /^Play/ }).first().click();
    await pauseButton(playerBar(page)).waitFor();

    await page.goto('/search/top?q=tides');
    await main(page).getByRole('grid', { name: 'Labels' }).getByRole('link').first().click();
    await page.waitForURL('**/search/releases/label?q=*');
    await main(page).getByRole('grid').getByRole('row').nth(1).waitFor();
    expect(await main(page).getByRole('group', { name: 'Filters' }).count()).toBe(0);
    expect(
      await main(page)
        .getByRole('button', { name: /^Sort by/ })
        .count(),
    ).toBe(0);
    await page.getByRole('button', { name: 'Back to releases' }).click();
    await page.waitForURL(/\/releases(\?|$)/);
    await page.getByRole('button', { name: 'Back to releases' }).waitFor({ state: 'detached' });
  },
);

journey(
  'search has no accessibility violation and no horizontal overflow in any layout',
  { tags: ['C-SEARCH-03'] },
  async ({ page }) => {
    await signIn(page);
    await openSearch(page);
    await searchBox(page).fill('night');
    await main(page).getByRole('heading', { name: 'Top results' }).waitFor();
    for (const [name, size] of Object.entries(viewports)) {
      await page.setViewportSize(size);
      await expect.poll(() => hasHorizontalOverflow(page), { message: name }).toBe(false);
    }
    await expectAccessibleInLayouts(page, 'search');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await main(page).getByRole('heading', { name: 'Search' }).waitFor();
    await expectAccessibleInLayouts(page, 'recent searches');
  },
);

import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter } from './enter.ts';
import { enterWhole, totalOf, WITH_DEMO_MS } from './enterWhole.ts';
import { expectClean, expectCleanEverywhere } from './expectClean.ts';
import { screens } from './openBrowser.ts';

const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const sort = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Sort by/ });
const rows = (page: Page) => page.getByRole('main').getByRole('row');
const query = (page: Page) => new URL(page.url()).search;

/** DOM nodes in memory, those that have left the page included. */
async function nodesHeld(page: Page): Promise<number> {
  const line = await page.context().newCDPSession(page);
  await line.send('HeapProfiler.collectGarbage');
  const { nodes } = await line.send('Memory.getDOMCounters');
  await line.detach();
  return nodes;
}

/** Ticks the first choice of a type and tells its name. */
async function tickFirst(page: Page, type: string): Promise<string> {
  await filters(page).getByRole('button', { name: type }).click();
  const first = page.getByRole('dialog', { name: type }).getByRole('option').first();
  const name = await first.innerText();
  await first.click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return name.trim();
}

journey(
  'a genre narrows the gallery at once; a reload keeps it, going back and Clear all undo it',
  { timeout: WITH_DEMO_MS, tags: ['C-FILTER-16', 'C-FILTER-04', 'C-GALLERY-27'] },
  async ({ page }) => {
    const all = await enterWhole(page);
    const genre = await tickFirst(page, 'Genre');
    await expect.poll(() => totalOf(page)).toBeLessThan(all);
    const some = await totalOf(page);
    expect(query(page)).toMatch(/^\?genres=\w+&sort=-date$/);
    await page.reload();
    await chips(page).getByText(genre).waitFor();
    expect(await totalOf(page)).toBe(some);
    await page.goBack();
    await expect.poll(() => totalOf(page)).toBe(all);
    await page.goForward();
    await expect.poll(() => totalOf(page)).toBe(some);
    await tickFirst(page, 'Release type');
    await chips(page).getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => totalOf(page)).toBe(all);
    expect(query(page)).toBe('?sort=-date');
  },
);

journey(
  'an order of the charts is asked for by its window and kept for the next visit',
  { timeout: WITH_DEMO_MS, tags: ['C-GALLERY-29', 'C-GALLERY-31', 'C-PERSIST-04'] },
  async ({ page }) => {
    await enter(page);
    await sort(page).click();
    const answer = page.waitForResponse((response) => response.url().includes('sort=-popular&days=30'));
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    expect((await answer).status()).toBe(200);
    expect(query(page)).toBe('?sort=-popular&days=30');
    await page.goto('/releases');
    await cards(page).first().waitFor();
    expect(await sort(page).innerText()).toBe('Last 30 days');
  },
);

journey(
  'the list is kept after a reload, its headers sort, and coming back finds its place',
  { timeout: WITH_DEMO_MS, tags: ['C-SHELL-10', 'C-ROUTE-02', 'C-ROUTE-04', 'C-PERSIST-04'] },
  async ({ page }) => {
    await enterWhole(page);
    await page.getByRole('button', { name: 'Show as list' }).click();
    await page.getByRole('columnheader', { name: /Title/ }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: /Title/ }).getByRole('button').first().click();
    await expect.poll(() => query(page)).toMatch(/^\?sort=-?title$/);
    await rows(page).nth(3).waitFor();
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 900);
    // Waits until the scrolling came to rest.
    const row = rows(page).nth(12);
    const title = await row.getByRole('link').innerText();
    await row.hover();
    const place = async () => (await page.getByRole('link', { name: title, exact: true }).boundingBox())?.y;
    const before = await place();
    await row.getByRole('link').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /information/i })
      .click();
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await page.goBack();
    await expect.poll(place).toBeCloseTo(before ?? 0, -1);
  },
);

journey(
  'on a phone filters are chosen in a panel of their own and applied together',
  { timeout: WITH_DEMO_MS, tags: ['C-SHELL-13', 'C-FILTER-05', 'C-FILTER-06', 'C-FILTER-07', 'C-FILTER-08'] },
  async ({ page }) => {
    await page.setViewportSize(screens.mobile);
    const all = await enterWhole(page);
    const open = page.getByRole('button', { name: 'Filters' });
    await open.click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const box = await panel.boundingBox();
    expect([box?.width, box?.height]).toEqual([screens.mobile.width, screens.mobile.height]);
    const apply = panel.getByRole('button', { name: 'Apply' });
    expect(await apply.isEnabled()).toBe(false);
    await panel.getByText('Release type').click();
    await panel.getByRole('checkbox', { name: 'Album', exact: true }).check();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(query(page)).toBe('');
    await open.click();
    await panel.getByText('Release type').click();
    expect(await panel.getByRole('checkbox', { name: 'Album', exact: true }).isChecked()).toBe(false);
    await panel.getByRole('checkbox', { name: 'Album', exact: true }).check();
    await apply.click();
    await expect.poll(() => totalOf(page)).toBeLessThan(all);
    expect(query(page)).toBe('?release_types=Album&sort=-date');
    expect(await open.innerText()).toContain('1');
    await open.click();
    await panel.getByRole('button', { name: 'Clear' }).click();
    await apply.click();
    await expect.poll(() => totalOf(page)).toBe(all);
  },
);

journey(
  'covers are fetched a row ahead; what is left on its way is given up, and nothing of its cards stays',
  async ({ page }) => {
    await page.route('**/api/cover/**', () => undefined);
    const waiting = new Set<Request>();
    page.on('request', (request) => {
      if (request.url().includes('/api/cover/')) waiting.add(request);
    });
    page.on('requestfailed', (request) => waiting.delete(request));
    await page.setViewportSize(screens.mobile);
    await enterWhole(page);
    const ahead = async () => {
      const covers = page.getByRole('main').locator('img');
      const drawn = await covers.evaluateAll((all) => all.map((cover) => (cover as HTMLImageElement).src));
      return [...waiting].filter((request) => !drawn.includes(request.url())).length;
    };
    const columns = await page.getByRole('grid').getAttribute('aria-colcount');
    await expect.poll(ahead).toBe(Number(columns));
    await page.setViewportSize(screens.desktop);
    const visit = async () => {
      const left = [...waiting];
      await page.getByRole('link', { name: 'History' }).click();
      await expect.poll(() => left.filter((request) => waiting.has(request))).toHaveLength(0);
      await page.getByRole('link', { name: 'Releases', exact: true }).click();
      await cards(page).first().waitFor();
      await expect.poll(() => waiting.size).toBeGreaterThan(0);
      return nodesHeld(page);
    };
    const first = await visit();
    for (let again = 1; again <= 8; again++) await visit();
    expect(await visit()).toBeLessThan(first * 1.06);
  },
);

journey('search has no bar of filters', { tags: ['C-SHELL-12'] }, async ({ page }) => {
  await enter(page);
  await filters(page).waitFor();
  await page.goto('/search/top?q=a');
  await page.getByRole('main').getByRole('heading').first().waitFor();
  expect(await filters(page).count()).toBe(0);
  expect(await sort(page).count()).toBe(0);
});

journey('filters and list have no accessibility fault in any layout', async ({ page }) => {
  await enter(page);
  await page.setViewportSize(screens.mobile);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByText('Genre', { exact: true }).click();
  await page.getByText('Market', { exact: true }).click();
  await expectClean(page, 'filter panel');
  await page.keyboard.press('Escape');
  await page.setViewportSize(screens.desktop);
  await filters(page).getByRole('button', { name: 'Genre' }).click();
  await page.getByRole('option').first().click();
  await expectCleanEverywhere(page, 'open filter', ['tablet', 'desktop']);
  await page.keyboard.press('Escape');
  await chips(page).waitFor();
  await expectCleanEverywhere(page, 'filtered gallery', ['tablet', 'desktop']);
  await sort(page).click();
  await page.getByRole('option', { name: 'Trending songs' }).waitFor();
  await expectCleanEverywhere(page, 'open sort', ['tablet', 'desktop']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show as list' }).click();
  await page.getByRole('columnheader').first().waitFor();
  await expectCleanEverywhere(page, 'list');
});

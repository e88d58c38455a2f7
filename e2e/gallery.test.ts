import { spawnSync } from 'node:child_process';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectAccessibleInLayouts } from './accessibility.ts';
import { viewports } from './browser.ts';
import { countReleases, FULL_DEMO_TIMEOUT_MS, signInToFullDemo } from './fullDemo.ts';
import { journey } from './journey.ts';
import { signIn, signInByForm } from './signIn.ts';
import { closeDialog, getBox, releaseLinks, titleLinks } from './webApp.ts';

const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const sortButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Sort by/ });
const rows = (page: Page) => page.getByRole('main').getByRole('row');
const queryString = (page: Page) => new URL(page.url()).search;

/** Counts the DOM nodes in memory, detached ones included. */
async function countDomNodes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  await devtools.detach();
  return nodes;
}

/** Selects the first option of a filter; returns its name. */
async function selectFirstOption(page: Page, filter: string): Promise<string> {
  await filters(page).getByRole('button', { name: filter }).click();
  const option = page.getByRole('dialog', { name: filter }).getByRole('option').first();
  const name = await option.innerText();
  await option.click();
  await closeDialog(page);
  return name.trim();
}

journey(
  'a genre filters the gallery, survives a reload, is undone by Back and by Clear all; the order is kept for the next visit',
  {
    timeout: FULL_DEMO_TIMEOUT_MS,
    tags: ['C-FILTER-16', 'C-FILTER-04', 'C-GALLERY-27', 'C-GALLERY-29', 'C-GALLERY-31', 'C-PERSIST-04'],
  },
  async ({ page }) => {
    const all = await signInToFullDemo(page);
    const genre = await selectFirstOption(page, 'Genre');
    await expect.poll(() => countReleases(page)).toBeLessThan(all);
    const filtered = await countReleases(page);
    expect(queryString(page)).toMatch(/^\?genres=\w+&sort=-date$/);
    await page.reload();
    await chips(page).getByText(genre).waitFor();
    await expect.poll(() => countReleases(page)).toBe(filtered);
    await page.goBack();
    await expect.poll(() => countReleases(page)).toBe(all);
    await page.goForward();
    await expect.poll(() => countReleases(page)).toBe(filtered);
    await selectFirstOption(page, 'Release type');
    await chips(page).getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => countReleases(page)).toBe(all);
    expect(queryString(page)).toBe('?sort=-date');

    await sortButton(page).click();
    const answer = page.waitForResponse((response) => response.url().includes('sort=-popular&days=30'));
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    expect((await answer).status()).toBe(200);
    await expect.poll(() => queryString(page)).toBe('?sort=-popular&days=30');
    await page.goto('/releases');
    await expect.poll(() => sortButton(page).innerText()).toBe('Last 30 days');
  },
);

journey(
  'the list view survives a reload, sorts by its headers, and restores its scroll position',
  { timeout: FULL_DEMO_TIMEOUT_MS, tags: ['C-SHELL-10', 'C-ROUTE-02', 'C-ROUTE-04', 'C-PERSIST-04'] },
  async ({ page }) => {
    await signInToFullDemo(page);
    await page.getByRole('button', { name: 'Show as list' }).click();
    await page.getByRole('columnheader', { name: /Title/ }).waitFor();
    await page.reload();
    const getFirstTitle = () => titleLinks(rows(page)).first().innerText();
    const newest = await getFirstTitle();
    await page.getByRole('columnheader', { name: /Title/ }).getByRole('button').first().click();
    await expect.poll(() => queryString(page)).toMatch(/^\?sort=-?title$/);
    // The new order begins at the top.
    await expect.poll(getFirstTitle).not.toBe(newest);
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.getByRole('main').evaluate((scroller) => scroller.scrollTop)).toBe(900);
    const title = await titleLinks(rows(page).nth(12)).innerText();
    const link = page.getByRole('link', { name: title, exact: true });
    // Scrolls the row into view.
    await link.hover();
    const top = async () => (await link.boundingBox())?.y;
    const before = await top();
    await link.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /information/i })
      .click();
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await page.goBack();
    await expect.poll(top).toBeCloseTo(before ?? 0, -1);
  },
);

journey(
  'on a phone filters are selected in a full-screen panel and applied together',
  { timeout: FULL_DEMO_TIMEOUT_MS, tags: ['C-SHELL-13', 'C-FILTER-05', 'C-FILTER-06', 'C-FILTER-07', 'C-FILTER-08'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.mobile);
    const all = await signInToFullDemo(page);
    const filterButton = page.getByRole('button', { name: 'Filters' });
    await filterButton.click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const getSize = async () => {
      const { width, height } = await getBox(panel);
      return { width, height };
    };
    await expect.poll(getSize).toEqual(viewports.mobile);
    const apply = panel.getByRole('button', { name: 'Apply' });
    expect(await apply.isEnabled()).toBe(false);
    await panel.getByText('Release type').click();
    await panel.getByRole('checkbox', { name: 'Album', exact: true }).check();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await filterButton.click();
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect([new URL(page.url()).pathname, queryString(page)]).toEqual(['/releases', '']);
    await filterButton.click();
    await panel.getByText('Release type').click();
    expect(await panel.getByRole('checkbox', { name: 'Album', exact: true }).isChecked()).toBe(false);
    await panel.getByRole('checkbox', { name: 'Album', exact: true }).check();
    await apply.click();
    await expect.poll(() => countReleases(page)).toBeLessThan(all);
    expect(queryString(page)).toBe('?release_types=Album&sort=-date');
    await expect.poll(() => filterButton.innerText()).toContain('1');
    await filterButton.click();
    await panel.getByRole('button', { name: 'Clear' }).click();
    await apply.click();
    await expect.poll(() => countReleases(page)).toBe(all);
  },
);

journey(
  'leaving the gallery cancels the requests of its covers and frees the nodes of its cards',
  { timeout: FULL_DEMO_TIMEOUT_MS },
  async ({ page }) => {
    await page.route('**/api/cover/**', () => undefined);
    const pending = new Set<Request>();
    page.on('request', (request) => {
      if (request.url().includes('/api/cover/')) pending.add(request);
    });
    page.on('requestfailed', (request) => pending.delete(request));
    await signInToFullDemo(page, signInByForm);
    const leaveAndReturn = async () => {
      const cancelled = [...pending];
      await page.getByRole('link', { name: 'History' }).click();
      await expect.poll(() => cancelled.filter((request) => pending.has(request))).toHaveLength(0);
      await page.getByRole('link', { name: 'Releases', exact: true }).click();
      await releaseLinks(page).first().waitFor();
      await expect.poll(() => pending.size).toBeGreaterThan(0);
      return countDomNodes(page);
    };
    const nodes = await leaveAndReturn();
    for (let round = 1; round <= 8; round++) await leaveAndReturn();
    expect(await leaveAndReturn()).toBeLessThan(nodes * 1.06);
  },
);

journey('filters and list have no accessibility violation in any layout', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(viewports.mobile);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByText('Genre', { exact: true }).click();
  await page.getByText('Market', { exact: true }).click();
  await expectAccessible(page, 'filter panel');
  await page.keyboard.press('Escape');
  await page.setViewportSize(viewports.desktop);
  await filters(page).getByRole('button', { name: 'Genre' }).click();
  await page.getByRole('option').first().click();
  await expectAccessibleInLayouts(page, 'open filter', ['tablet', 'desktop']);
  await page.keyboard.press('Escape');
  await chips(page).waitFor();
  await expectAccessibleInLayouts(page, 'filtered gallery', ['tablet', 'desktop']);
  await sortButton(page).click();
  await page.getByRole('option', { name: 'Trending songs' }).waitFor();
  await expectAccessibleInLayouts(page, 'open sort', ['tablet', 'desktop']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show as list' }).click();
  await page.getByRole('columnheader').first().waitFor();
  await expectAccessibleInLayouts(page, 'list');
});

journey(
  'a browser without a session fetches nothing of the gallery; with one, its call leaves beside the scripts of the app',
  async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      // Without the call that asks how many releases are new, which comes later.
      if (!searchParams.has('since')) requested.push(pathname);
    });
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).waitFor();
    expect(requested.filter((path) => /^\/assets\/(Shell|Releases|gallery)-/.test(path))).toEqual([]);
    await signIn(page);
    requested.length = 0;
    await page.reload();
    await releaseLinks(page).first().waitFor();
    expect(requested.filter((path) => path === '/api/release')).toHaveLength(1);
    // The running app asks for the player.
    const dock = requested.findIndex((path) => path.startsWith('/assets/PlayerDock-'));
    expect(requested.indexOf('/api/release')).toBeLessThan(dock);
    expect(requested.slice(0, dock).filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(12);
  },
);

journey('on a phone the covers stay where they are when the later parts of the page come', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize(viewports.mobile);
  await signIn(page);
  await page.reload();
  await releaseLinks(page).first().waitFor();
  const top = (await getBox(page.getByRole('grid'))).y;
  await page.getByRole('button', { name: /^Listen through/ }).waitFor();
  await page.getByRole('link', { name: /new since Monday$/ }).waitFor();
  expect((await getBox(page.getByRole('grid'))).y).toBe(top);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
});

const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;

for (const view of ['cards', 'list'] as const)
  journey(
    `Ctrl+P prints all releases, as ${view}, without controls and empty pages`,
    { timeout: FULL_DEMO_TIMEOUT_MS },
    async ({ page, skip }) => {
      if (!hasPdftotext) skip('pdftotext is not installed');
      await page.setViewportSize({ width: 1440, height: 500 });
      // Not the call that asks how many are new.
      const isPage = (url: URL) => url.pathname === '/api/release' && !url.searchParams.has('since');
      await page.route(isPage, (route) => route.continue({ url: `${route.request().url()}&pagesize=25` }));
      const titles = new Set<string>();
      page.on('response', async (response) => {
        if (!isPage(new URL(response.url()))) return;
        const { items } = (await response.json()) as { items: { title: string }[] };
        for (const { title } of items) titles.add(title);
      });
      const printed = new Promise((resolve) => void page.exposeFunction('print', resolve));
      const all = await signInToFullDemo(page);
      if (view === 'list') await page.getByRole('button', { name: 'Show as list' }).click();
      await titleLinks(page.getByRole('main')).first().waitFor();
      await titleLinks(page.getByRole('main')).first().hover();
      await page.keyboard.press('Control+p');
      await printed;
      const input = await page.pdf({ format: 'A4' });
      const { stdout } = spawnSync('pdftotext', ['-', '-'], { input, encoding: 'utf8' });
      const squeeze = (text: string) => text.normalize('NFKC').replaceAll(/[\s\u202a-\u202e]/g, '');
      const pages = stdout.split('\f').slice(0, -1).map(squeeze);
      const text = pages.join('');
      expect(titles.size).toBe(all);
      // Titles of several lines are copied between those of other columns.
      expect([...titles].flatMap((title) => title.split(' ')).filter((word) => !text.includes(squeeze(word)))).toEqual(
        [],
      );
      expect(text).toContain(`${all}promos`);
      expect(pages.filter((text) => text === '')).toEqual([]);
      for (const control of ['Filter', 'Sort', 'Skip', 'Invite', 'Select']) expect(text).not.toContain(control);
    },
  );

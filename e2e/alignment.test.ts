import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { closeDialog, getBox, playerBar, releaseLinks } from './webApp.ts';

/** Changes the details of every release that the page loads. */
const changeReleases = (page: Page, change: (release: { songs: object[] }) => object) =>
  page.route('**/api/release/*-*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

async function getBottom(locator: Locator): Promise<number> {
  const { y, height } = await getBox(locator);
  return y + height;
}

/** Is the element inside of every box of its row that cuts off what is outside? */
const isWhole = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const box = element.getBoundingClientRect();
    for (let node = element.parentElement; node && !node.matches('li'); node = node.parentElement) {
      const edge = node.getBoundingClientRect();
      const isCut = box.right > edge.right + 1 || box.bottom > edge.bottom + 1;
      if (isCut && getComputedStyle(node).overflowX !== 'visible') return false;
    }
    return element.scrollWidth <= element.clientWidth;
  });

journey('a title that is too long is cut, its version stays readable at every width', async ({ page }) => {
  const title = 'Über die allmähliche Verfertigung der Gedanken beim Warten auf die Straßenbahn';
  await changeReleases(page, (release) => ({
    ...release,
    songs: release.songs.map((song) => ({ ...song, title, version: 'Radio edit' })),
  }));
  await signIn(page);
  const version = page
    .getByRole('list', { name: /^Tracks of/ })
    .getByText('(Radio edit)')
    .first();
  const expectReadable = async (place: string) => {
    await version.waitFor();
    for (const width of [320, 390, 768, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => isWhole(version), { message: `${place}, ${width} px` }).toBe(true);
    }
  };
  await releaseLinks(page).first().click();
  await expectReadable('pop-up');
  await page.getByRole('dialog').getByRole('button', { name: 'Release information' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectReadable('page');
});

journey('a press text wraps words, and a table that is too wide scrolls by itself', async ({ page }) => {
  const row = `<tr>${'<td>Wintergarten Straßenbahn</td>'.repeat(8)}</tr>`;
  const promoinfo = `<table>${row}</table><pre>${'a line without an end '.repeat(40)}</pre>`;
  await changeReleases(page, (release) => ({ ...release, promoinfo }));
  await signIn(page);
  await page.goto((await releaseLinks(page).first().getAttribute('href')) ?? '');
  await page.getByRole('main').getByRole('button', { name: 'Show press text' }).click();
  const text = page.frameLocator('section > iframe');
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const getOverflow = () =>
      text.locator('html').evaluate((element) => element.scrollWidth - element.getBoundingClientRect().width);
    await expect.poll(getOverflow, { message: `${width} px` }).toBeLessThanOrEqual(1);
    await expect.poll(async () => (await getBox(text.locator('td').first())).width).toBeGreaterThan(80);
  }
});

journey('a list lines up, and stays where it is while pictures load', async ({ page }) => {
  await page.route('**/api/release?*', async (route) => {
    const response = await route.fetch();
    const { items, ...rest } = await response.json();
    const badges = { release_type: 'Single', market_tags: ['cancon'], trending: true };
    const mixed = items.map((item: object, index: number) => ({
      ...item,
      ...badges,
      tohear: index % 2 ? 'none' : 'all',
    }));
    await route.fulfill({ response, json: { ...rest, items: mixed } });
  });
  const logos = Promise.withResolvers<void>();
  await page.route('**/api/logo/**', async (route) => {
    await logos.promise;
    await route.continue();
  });
  await signIn(page);
  await releaseLinks(page).first().click();
  const dialog = page.getByRole('dialog');
  const logo = dialog.locator('img[src*="/api/logo/"]').first();
  const label = dialog.locator('a[href^="/profile/label"], a[href^="/labels/"]').first();
  // Both boxes in one frame, because the dialog moves while it opens.
  const getPlace = () =>
    label.evaluate((link) => {
      const [inner, outer] = [link.getBoundingClientRect(), link.closest('[role=dialog]')?.getBoundingClientRect()];
      return outer && [Math.round(inner.x - outer.x), Math.round(inner.y - outer.y)];
    });
  await logo.waitFor({ state: 'attached' });
  const before = await getPlace();
  logos.resolve();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await getPlace()).toEqual(before);
  await closeDialog(page);

  await page.goto('/account/settings-preferences');
  await page.getByRole('button', { name: /Rows of lists/ }).click();
  await page.getByRole('option', { name: /compact/i }).click();
  await page.goto('/releases');
  await page.getByRole('main').getByRole('button', { name: 'Show as list' }).click();
  const rows = page.getByRole('grid').getByRole('row');
  await rows.nth(2).waitFor();
  const starts = await rows
    .getByRole('rowheader')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().left)));
  expect(new Set(starts).size).toBe(1);
  // Its background would cover the line below the row.
  const lastCell = rows.nth(1).getByRole('gridcell').last();
  expect(await getBottom(lastCell)).toBeLessThan(await getBottom(rows.nth(1)));

  await page.setViewportSize({ width: 1280, height: 800 });
  const trending = rows.nth(1).getByRole('img', { name: 'Trending' });
  const isInCell = () =>
    trending.evaluate((mark) => {
      const cell = mark.parentElement?.getBoundingClientRect();
      return cell && mark.getBoundingClientRect().right <= cell.right;
    });
  await expect.poll(isInCell).toBe(true);
  const releases = Promise.withResolvers<void>();
  await page.route('**/api/release?*', async (route) => {
    await releases.promise;
    await route.fallback();
  });
  await page.reload();
  const placeholder = page.getByRole('status', { name: 'Loading' }).locator(':scope > *').nth(1);
  const cover = rows.nth(2).getByRole('button', { name: /^Play / });
  const placeholders = [await getBox(placeholder), await getBox(placeholder.locator(':scope > *').first())];
  releases.resolve();
  await cover.waitFor();
  expect([await getBox(rows.nth(2)), await getBox(cover)]).toEqual(placeholders);

  await page.setViewportSize({ width: 1024, height: 768 });
  await playerBar(page).getByRole('button', { name: 'Play queue' }).click();
  const queue = page.getByRole('complementary', { name: 'Play queue' });
  await expect.poll(() => getBottom(queue)).toBe(768);
  // A call that is still answered would fail after the page is closed.
  await page.unrouteAll({ behavior: 'wait' });
});

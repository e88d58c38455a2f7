import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { closeDialog, getBox, notifications, playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

const countEntries = (page: Page) => page.evaluate(() => (history.state as { panels?: number } | null)?.panels ?? 0);
const scrollTop = (page: Page) => page.getByRole('main').evaluate((main) => Math.round(main.scrollTop));
/** How much the brightness of an element's pixels differs, from 0 for one colour to 255. */
const getContrast = async (element: Locator) => {
  const png = (await element.screenshot()).toString('base64');
  return element.page().evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    const pixels = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const greens = [...pixels].filter((_value, index) => index % 4 === 1);
    return Math.max(...greens) - Math.min(...greens);
  }, png);
};

journey(
  'Back closes the release before it leaves the gallery, also after a reload; a link from it counts once',
  async ({ page }) => {
    await signIn(page);
    await page.goto('/flagged');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click();
    const dialog = page.getByRole('dialog');
    await releaseLinks(page).first().click();
    await dialog.getByRole('listitem').first().waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/releases');

    await releaseLinks(page).first().click();
    await dialog.waitFor();
    await expect.poll(() => countEntries(page)).toBe(1);
    await page.reload();
    await releaseLinks(page).first().waitFor();
    await expect.poll(() => countEntries(page)).toBe(0);
    await releaseLinks(page).first().click();
    await dialog.getByRole('button', { name: 'Release information' }).click();
    await page.waitForURL('**/releaseInfo/*');
    await page.goBack();
    await page.waitForURL('**/releases*');
    await releaseLinks(page).first().waitFor();
    expect([await dialog.count(), await countEntries(page)]).toEqual([0, 0]);
    await page.goBack();
    await page.waitForURL('**/flagged');
  },
);

journey(
  'a reload keeps the place in the gallery; a modifier on a title opens a tab, beside it chooses',
  async ({ page }) => {
    await signIn(page);
    const main = page.getByRole('main');
    // Again, until the list is long enough.
    await expect
      .poll(async () => {
        // A page hears of a scroll in the next frame, and it may be reloaded before.
        await main.evaluate((element) => {
          element.scrollTo(0, 900);
          return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        });
        return scrollTop(page);
      })
      .toBe(900);
    await page.reload();
    await expect.poll(() => scrollTop(page)).toBe(900);
    const link = releaseLinks(page).nth(7);
    const path = await link.getAttribute('href');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
    await tab.waitForURL(`**${path}`);
    await tab.close();
    const chosen = page.getByRole('gridcell', { selected: true });
    expect(await chosen.count()).toBe(0);
    await link
      .locator('xpath=ancestor::*[@role="gridcell"]')
      .click({ modifiers: ['Control'], position: { x: 60, y: 60 } });
    await expect.poll(() => chosen.count()).toBe(1);
  },
);

journey('F6 reaches Undo from an open release, whose heading is read first', async ({ page }) => {
  await signIn(page);
  await releaseLinks(page).nth(1).click();
  const dialog = page.getByRole('dialog');
  const getFocus = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(getFocus).toBe('H2');
  const isFlagged = () =>
    dialog
      .getByRole('button', { name: /^Flag / })
      .first()
      .getAttribute('aria-pressed');
  if ((await isFlagged()) === 'false')
    await dialog
      .getByRole('button', { name: /^Flag / })
      .first()
      .click();
  await expect.poll(isFlagged).toBe('true');
  // Archiving takes the flag away, which a second press would not bring back.
  await dialog
    .getByRole('button', { name: /^Archive / })
    .first()
    .click();
  const undo = notifications(page).getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.keyboard.press('F6');
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(isFlagged).toBe('true');
  // Other journeys of this account count what is flagged.
  await dialog
    .getByRole('button', { name: /^Flag / })
    .first()
    .click();
  await expect.poll(isFlagged).toBe('false');
  await closeDialog(page);
});

journey('in forced colours nothing shows through the player, and volume and dots are seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page);
  const bar = playerBar(page);
  await bar.getByRole('slider', { name: 'Volume' }).waitFor();
  const before = await bar.screenshot();
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, 137));
  expect((await bar.screenshot()).equals(before)).toBe(true);
  expect(await getContrast(bar.getByRole('slider', { name: 'Volume' }))).toBeGreaterThan(100);
  expect(await getContrast(page.locator('[class*="unheard"]').first())).toBeGreaterThan(100);
});

journey('in forced colours the player bar is opaque, and each control of it can be pressed', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page);
  await playFirstRelease(page);
  const bar = playerBar(page);
  for (const name of ['desktop', 'tablet'] as const) {
    await page.setViewportSize(viewports[name]);
    const color = await bar.evaluate((element) => {
      const dock = element.matches('[class*="dock"]') ? element : element.querySelector('[class*="dock"]');
      return dock && getComputedStyle(dock).backgroundColor;
    });
    expect(color, name).toMatch(/^rgb\(/);
    const covered = await bar
      .getByRole('button')
      .or(bar.getByRole('slider'))
      .evaluateAll((controls) =>
        controls.flatMap((control) => {
          const { x, y, width, height } = control.getBoundingClientRect();
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          return width === 0 || control.contains(hit) || hit?.contains(control)
            ? []
            : [control.outerHTML.slice(0, 200)];
        }),
      );
    expect(covered, name).toEqual([]);
  }
});

journey('at a zoom of 400 % the header scrolls away and the player leaves 70 % of the height', async ({ page }) => {
  await signIn(page);
  await playFirstRelease(page);
  await page.setViewportSize({ width: 320, height: 225 });
  const main = page.getByRole('main');
  await playerBar(page)
    .getByRole('button', { name: /^Show the player:/ })
    .waitFor();
  const player = await getBox(playerBar(page));
  expect(player.y).toBeGreaterThan(0.7 * 225);
  const header = main.locator('header').first();
  await expect
    .poll(async () => {
      await main.evaluate((element) => element.scrollTo(0, 200));
      const { y, height } = await getBox(header);
      return y + height;
    })
    .toBeLessThanOrEqual(0);
});

journey('a release page on a phone has words for flag and archive, and one menu with the rest', async ({ page }) => {
  await signIn(page);
  const path = await releaseLinks(page).first().getAttribute('href');
  await page.setViewportSize(viewports.mobile);
  await page.goto(path ?? '');
  const main = page.getByRole('main');
  for (const word of ['Flag', 'Archive']) await main.getByText(word, { exact: true }).waitFor();
  await main
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual(expect.arrayContaining(['Play next', 'Play later', 'Add to playlist']));
});

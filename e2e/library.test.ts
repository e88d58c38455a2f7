import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, player, playFirst } from './enter.ts';
import { expectCleanEverywhere } from './expectClean.ts';
import { plays } from './hear.ts';
import { screens, visitor } from './openBrowser.ts';

/** Nothing of other journeys may stand in these lists. */
const COLLEAGUE = 'colleague@demo.test';

const link = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const go = async (page: Page, name: string): Promise<void> => {
  await link(page, name).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};
const rows = (page: Page, table: string): Locator => page.getByRole('grid', { name: table }).getByRole('link');
const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
/** The first of that name: a single and its song are called alike. */
const flagOf = (dialog: Locator, title: string): Locator =>
  dialog.getByRole('button', { name: `Flag ${title}`, exact: true }).first();
const isPressed = (button: Locator) => button.getAttribute('aria-pressed');

/** Opens the first release of the gallery; answers its title and its pop-up. */
async function openFirst(page: Page): Promise<{ title: string; dialog: Locator }> {
  const title = await cards(page).first().innerText();
  await cards(page).first().click();
  return { title, dialog: page.getByRole('dialog') };
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

journey(
  'a release is flagged, archived, restored and cleared, and every list follows',
  {
    tags: [
      'C-FLAG-01',
      'C-FLAG-06',
      'C-FLAG-14',
      'C-ARCHIVE-01',
      'C-ARCHIVE-02',
      'C-ARCHIVE-08',
      'C-ROUTE-20',
      'C-ROUTE-21',
      'C-TOAST-06',
    ],
  },
  async ({ page, context }) => {
    await enter(page, COLLEAGUE);
    const { title, dialog } = await openFirst(page);
    await flagOf(dialog, title).click();
    await toast(page)
      .getByText(`${title} flagged`)
      .or(toast(page).getByText(`${title} [E] flagged`))
      .waitFor();
    const place = async () => {
      const box = await toast(page).locator('> div').first().boundingBox();
      return box && { right: Math.round(box.x + box.width), isLow: box.y > 500 };
    };
    await expect.poll(place).toEqual({ right: screens.desktop.width - 20, isLow: true });
    await close(page);
    await go(page, 'Flagged');
    await expect.poll(() => rows(page, 'Flagged').allInnerTexts()).toEqual([title]);

    const other = await context.newPage();
    await other.goto('/releases');
    const again = await openFirst(other);
    expect(again.title).toBe(title);
    await expect.poll(() => isPressed(flagOf(again.dialog, title))).toBe('true');
    await other.close();

    await go(page, 'Releases');
    const { dialog: popup } = await openFirst(page);
    await popup.getByRole('button', { name: `Archive ${title}`, exact: true }).click();
    await popup.getByRole('button', { name: `Restore ${title}`, exact: true }).waitFor();
    const flag = flagOf(popup, title);
    expect([await flag.isDisabled(), await isPressed(flag)]).toEqual([true, 'false']);
    await close(page);
    await expect.poll(() => cards(page).first().innerText()).not.toBe(title);
    await go(page, 'Flagged');
    await page.getByRole('heading', { name: 'No flagged releases' }).waitFor();
    await go(page, 'Archived');
    await expect.poll(() => rows(page, 'Archived').allInnerTexts()).toEqual([title]);
    await page.reload();
    await expect.poll(() => rows(page, 'Archived').allInnerTexts()).toEqual([title]);

    await page.getByRole('button', { name: 'Restore all', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore all' }).click();
    await page.getByRole('heading', { name: 'No archived releases' }).waitFor();
    await go(page, 'Releases');
    await expect.poll(() => cards(page).first().innerText()).toBe(title);
  },
);

journey(
  'a flag that the server refuses is taken back without a word',
  { tags: ['C-FLAG-15', 'C-FLAG-16', 'C-FLAG-09'] },
  async ({ page }) => {
    await enter(page, COLLEAGUE);
    const { title, dialog } = await openFirst(page);
    const error = { code: 'RELEASE_ARCHIVED', message: 'An archived release cannot be flagged.' };
    await page.route('**/api/flag/**', (route) => route.fulfill({ status: 409, json: { error } }));
    const flag = flagOf(dialog, title);
    const refused = page.waitForResponse('**/api/flag/**');
    await flag.click();
    expect((await refused).status()).toBe(409);
    await expect.poll(() => isPressed(flag)).toBe('false');
    await expect.poll(() => toast(page).innerText()).toBe('');
    await close(page);
    await go(page, 'Flagged');
    await page.getByRole('heading', { name: 'No flagged releases' }).waitFor();
  },
);

journey(
  'what was played stands in the history, after a reload and on another computer',
  { tags: ['C-RECENT-01', 'C-RECENT-02', 'C-RECENT-04', 'C-ROUTE-22'] },
  async ({ browser, page, address }) => {
    await enter(page, COLLEAGUE);
    const title = await cards(page).first().innerText();
    await playFirst(page);
    await plays(page);
    const [song = ''] = (await player(page).innerText()).split('\n');
    await go(page, 'History');
    const played = async (where: Page) => {
      await expect.poll(() => rows(where, 'Recently played releases').allInnerTexts()).toContain(title);
      await expect
        .poll(async () => (await rows(where, 'Recently played songs').allInnerTexts()).join())
        .toContain(song);
    };
    await played(page);
    await page.reload();
    await played(page);
    const elsewhere = await browser.newPage(visitor(address));
    await enter(elsewhere, COLLEAGUE);
    await go(elsewhere, 'History');
    await played(elsewhere);
    await elsewhere.close();
  },
);

journey('flagged, archived and history have no accessibility fault in any layout', async ({ page }) => {
  await enter(page, COLLEAGUE);
  const { title, dialog } = await openFirst(page);
  await flagOf(dialog, title).click();
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await plays(page);
  await close(page);
  await go(page, 'Flagged');
  await rows(page, 'Flagged').first().waitFor();
  await expectCleanEverywhere(page, 'flagged');
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await expectCleanEverywhere(page, 'clear all');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('heading', { name: 'No flagged releases' }).waitFor();
  await go(page, 'Archived');
  await page.getByRole('heading', { name: 'No archived releases' }).waitFor();
  await expectCleanEverywhere(page, 'archived');
  await go(page, 'History');
  await rows(page, 'Recently played songs').first().waitFor();
  await expectCleanEverywhere(page, 'history');
});

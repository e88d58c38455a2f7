import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectAccessibleInLayouts, twoLayouts } from './accessibility.ts';
import { waitForPlayback } from './audioProbe.ts';
import { contextOptions, viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import {
  closeDialog,
  getBox,
  hasHorizontalOverflow,
  navigateTo,
  notifications,
  playerBar,
  playFirstRelease,
  releaseLinks,
  titleLinks,
} from './webApp.ts';

/** No other journey changes the lists of this account. */
const COLLEAGUE = 'colleague@demo.test';

const rowLinks = (page: Page, table: string): Locator => titleLinks(page.getByRole('grid', { name: table }));
/** The first match, because a single and its song have the same title. */
const flagButton = (dialog: Locator, title: string): Locator =>
  dialog.getByRole('button', { name: `Flag ${title}`, exact: true }).first();
const isFlagged = async (button: Locator) => (await button.getAttribute('aria-pressed')) === 'true';

/** Opens the first release of the gallery; returns its title and its dialog. */
async function openFirstRelease(page: Page): Promise<{ title: string; dialog: Locator }> {
  const title = await releaseLinks(page).first().innerText();
  await releaseLinks(page).first().click();
  return { title, dialog: page.getByRole('dialog') };
}

/** The script that lets releases be chosen is loaded after their list, and adds an empty status beside it. */
const waitForSelectionScript = (page: Page) =>
  page.getByRole('grid').locator('xpath=following::p[@role="status"]').waitFor({ state: 'attached' });

journey(
  'a release is flagged, archived and restored, and every list is updated',
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
    await signIn(page, COLLEAGUE);
    const { title, dialog } = await openFirstRelease(page);
    await flagButton(dialog, title).click();
    await notifications(page)
      .getByText(`${title} flagged`)
      .or(notifications(page).getByText(`${title} [E] flagged`))
      .waitFor();
    const getToastPosition = async () => {
      const box = await notifications(page).locator('> div').first().boundingBox();
      return box && { right: Math.round(box.x + box.width), isAtBottom: box.y > 500 };
    };
    await expect.poll(getToastPosition).toEqual({ right: viewports.desktop.width - 20, isAtBottom: true });
    await closeDialog(page);
    await navigateTo(page, 'Flagged');
    await expect.poll(() => rowLinks(page, 'Flagged').allInnerTexts()).toEqual([title]);

    const otherTab = await context.newPage();
    await otherTab.goto('/releases');
    const sameRelease = await openFirstRelease(otherTab);
    expect(sameRelease.title).toBe(title);
    await expect.poll(() => isFlagged(flagButton(sameRelease.dialog, title))).toBe(true);
    await otherTab.close();

    await navigateTo(page, 'Releases');
    const { dialog: archiveDialog } = await openFirstRelease(page);
    await archiveDialog.getByRole('button', { name: `Archive ${title}`, exact: true }).click();
    await archiveDialog.getByRole('button', { name: `Archive ${title}`, exact: true, pressed: true }).waitFor();
    const flag = flagButton(archiveDialog, title);
    await expect.poll(async () => [await flag.isDisabled(), await isFlagged(flag)]).toEqual([true, false]);
    await closeDialog(page);
    await expect.poll(() => releaseLinks(page).first().innerText()).not.toBe(title);
    await navigateTo(page, 'Flagged');
    await page.getByRole('heading', { name: 'No flagged releases' }).waitFor();
    await navigateTo(page, 'Archived');
    await expect.poll(() => rowLinks(page, 'Archived').allInnerTexts()).toEqual([title]);
    await page.reload();
    await expect.poll(() => rowLinks(page, 'Archived').allInnerTexts()).toEqual([title]);

    // Controls of a list come with its second item.
    await navigateTo(page, 'Releases');
    await expect.poll(() => releaseLinks(page).first().innerText()).not.toBe(title);
    const second = await openFirstRelease(page);
    const archive = second.dialog.getByRole('button', { name: `Archive ${second.title}`, exact: true });
    await archive.click();
    await expect.poll(() => archive.getAttribute('aria-pressed')).toBe('true');
    await closeDialog(page);
    await navigateTo(page, 'Archived');
    await expect.poll(() => rowLinks(page, 'Archived').count()).toBe(2);
    await page.getByRole('button', { name: 'Restore all', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore all' }).click();
    await page.getByRole('heading', { name: 'No archived releases' }).waitFor();
    await navigateTo(page, 'Releases');
    await expect.poll(() => releaseLinks(page).first().innerText()).toBe(title);
  },
);

journey(
  'several releases are archived at once and brought back by Ctrl+Z; on a phone links below the title lead to the lists',
  { tags: ['C-ARCHIVE-01', 'C-DETAIL-28', 'requirements decision 28', 'requirements decision 36'] },
  async ({ page }) => {
    await signIn(page, COLLEAGUE);
    const links = releaseLinks(page);
    const [first = '', , third = ''] = await links.allInnerTexts();
    const getFocusedText = () => page.evaluate(() => document.activeElement?.textContent);
    await links.first().focus();
    await waitForSelectionScript(page);
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('Shift+ArrowRight');
    const bar = page.getByRole('group', { name: 'Selected releases' });
    await bar.getByText('2 selected').waitFor();
    await expectAccessible(page, 'chosen releases');
    await page.setViewportSize(viewports.mobile);
    await bar.getByRole('button', { name: 'Flag', exact: true }).click();
    const flagged = notifications(page).getByText('2 releases flagged');
    const isAboveActions = async () => {
      const message = await getBox(flagged);
      return message.y + message.height < (await getBox(bar)).y;
    };
    await expect.poll(isAboveActions).toBe(true);
    await page.keyboard.press('Control+z');
    await notifications(page).getByText('2 releases unflagged').waitFor();
    await page.setViewportSize(viewports.desktop);
    await bar.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect.poll(() => links.first().innerText()).toBe(third);
    await expect.poll(getFocusedText).toBe(third);
    await notifications(page).getByText('2 releases archived').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => links.first().innerText()).toBe(first);
    await notifications(page).getByText('2 releases restored').waitFor();

    const { dialog } = await openFirstRelease(page);
    await dialog.getByRole('button', { name: `Archive ${first}`, exact: true }).press('Enter');
    await closeDialog(page);
    await expect.poll(getFocusedText).toBe(await links.first().innerText());
    await page.keyboard.press('Control+z');
    await expect.poll(() => links.first().innerText()).toBe(first);

    await page.setViewportSize(viewports.mobile);
    const lists = page.getByRole('navigation', { name: 'Lists' });
    const toHear = lists.getByRole('link', { name: 'To hear', exact: true });
    await expect.poll(async () => (await getBox(toHear)).height).toBeGreaterThanOrEqual(44);
    await toHear.click();
    await page.getByText(/^\d+ still to hear$/).waitFor();
    await expect.poll(() => toHear.getAttribute('aria-current')).toBe('page');
    await expectAccessible(page, 'links to the lists');
    for (const name of ['Flagged', 'Playlists', 'Archived', 'History']) {
      await lists.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    await expect.poll(() => hasHorizontalOverflow(page)).toBe(false);
    await lists.getByRole('link', { name: 'Releases', exact: true }).click();
    await links.first().click();
    await page
      .getByRole('main')
      .getByRole('button', { name: `Archive ${first}`, exact: true })
      .waitFor();
  },
);

journey(
  'on a touch screen a long press chooses a release, a tap chooses more, and neither opens one',
  { tags: ['requirements decision 28'] },
  async ({ browser, address }) => {
    const options = { ...contextOptions(address), viewport: viewports.mobile, isMobile: true, hasTouch: true };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await signIn(page, COLLEAGUE);
    const links = releaseLinks(page);
    const chosen = page.getByRole('gridcell', { selected: true });
    await waitForSelectionScript(page);
    const { x, y, width, height } = await getBox(links.first());
    const devtools = await context.newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect.poll(() => chosen.count()).toBe(1);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await links.nth(2).tap();
    await page.getByRole('group', { name: 'Selected releases' }).getByText('2 selected').waitFor();
    expect(await chosen.getByRole('link').allInnerTexts()).toContain(await links.first().innerText());
    expect([new URL(page.url()).pathname, await page.getByRole('dialog').count()]).toEqual(['/releases', 0]);
    await links.first().tap();
    await links.nth(2).tap();
    await expect.poll(() => chosen.count()).toBe(0);
    await links.first().tap();
    await page.waitForURL('**/releases/releaseInfo/*');
    await context.close();
  },
);

journey(
  'the history lists what was played, also after a reload and in another browser',
  { tags: ['C-RECENT-01', 'C-RECENT-02', 'C-RECENT-04', 'C-ROUTE-22'] },
  async ({ browser, page, address }) => {
    await signIn(page, COLLEAGUE);
    const title = await releaseLinks(page).first().innerText();
    await playFirstRelease(page);
    await waitForPlayback(page);
    const [song = ''] = (await playerBar(page).innerText()).split('\n');
    await navigateTo(page, 'History');
    const expectInHistory = async (historyPage: Page) => {
      await expect.poll(() => rowLinks(historyPage, 'Recently played releases').allInnerTexts()).toContain(title);
      await expect
        .poll(async () => (await rowLinks(historyPage, 'Recently played songs').allInnerTexts()).join())
        .toContain(song);
    };
    await expectInHistory(page);
    await page.reload();
    await expectInHistory(page);
    const otherPage = await browser.newPage(contextOptions(address));
    await signIn(otherPage, COLLEAGUE);
    await navigateTo(otherPage, 'History');
    await expectInHistory(otherPage);
    await otherPage.close();
  },
);

journey('flagged, archived and history have no accessibility violation in any layout', async ({ page }) => {
  await signIn(page, COLLEAGUE);
  const { title, dialog } = await openFirstRelease(page);
  await flagButton(dialog, title).click();
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await waitForPlayback(page);
  await closeDialog(page);
  // Controls of a list come with its second item.
  const secondTitle = await releaseLinks(page).nth(1).innerText();
  await releaseLinks(page).nth(1).click();
  await flagButton(dialog, secondTitle).click();
  await closeDialog(page);
  await navigateTo(page, 'Flagged');
  await expect.poll(() => rowLinks(page, 'Flagged').count()).toBe(2);
  await expectAccessibleInLayouts(page, 'flagged');
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await expectAccessibleInLayouts(page, 'clear all', twoLayouts);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('heading', { name: 'No flagged releases' }).waitFor();
  await navigateTo(page, 'Archived');
  await page.getByRole('heading', { name: 'No archived releases' }).waitFor();
  await expectAccessibleInLayouts(page, 'archived');
  await navigateTo(page, 'History');
  await rowLinks(page, 'Recently played songs').first().waitFor();
  await expectAccessibleInLayouts(page, 'history');
});

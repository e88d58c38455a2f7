import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts, twoLayouts } from './accessibility.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { closeDialog, getBox, navigateTo, notifications, playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

/** No other journey changes the playlists of this account. */
const OWNER = 'label@demo.test';

const main = (page: Page): Locator => page.getByRole('main');
const trackLinks = (page: Page): Locator =>
  page
    .getByRole('grid', { name: /^Tracks of/ })
    .getByRole('rowheader')
    .getByRole('link');
const dragHandle = (page: Page, title: string): Locator => page.getByRole('button', { name: `Move ${title},` });
const playlistCard = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name }) });

async function createPlaylist(page: Page, name: string): Promise<void> {
  await navigateTo(page, 'Playlists');
  await main(page).getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await playlistCard(page, name).waitFor();
}

/** Adds the first releases of the gallery by their dialogs. */
async function addReleases(page: Page, name: string, count: number): Promise<void> {
  await navigateTo(page, 'Releases');
  for (let index = 0; index < count; index += 1) {
    const title = await releaseLinks(page).nth(index).innerText();
    await releaseLinks(page).nth(index).click();
    const dialog = page.getByRole('dialog').first();
    await dialog
      .getByRole('button', { name: `Add ${title} to a playlist` })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Find a playlist' }).fill(name);
    // Skips the option that creates a playlist with this name.
    await page.getByRole('option', { name }).filter({ hasText: 'track' }).click();
    await notifications(page).getByText(`${title} added to ${name}`).waitFor();
    await closeDialog(page);
  }
}

async function deletePlaylist(page: Page, name: string): Promise<void> {
  await navigateTo(page, 'Playlists');
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await playlistCard(page, name).waitFor({ state: 'detached' });
}

journey(
  'a playlist is created, filled, renamed, reordered by mouse and keys, and deleted; its pages are accessible in every layout',
  {
    tags: [
      'C-PLAYLIST-11',
      'C-PLAYLIST-13',
      'C-PLAYLIST-16',
      'C-PLAYLIST-17',
      'C-PLAYLIST-19',
      'C-PLAYLIST-20',
      'C-PLAYLIST-26',
      'C-ROUTE-17',
      'C-ROUTE-18',
      'C-TOAST-04',
    ],
  },
  async ({ page, context }) => {
    await signIn(page, OWNER);
    await createPlaylist(page, 'Friday');
    await addReleases(page, 'Friday', 3);
    await navigateTo(page, 'Playlists');
    await playlistCard(page, 'Friday').waitFor();
    await expectAccessibleInLayouts(page, 'list');
    await main(page).getByRole('button', { name: 'New playlist' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByText('Please add a playlist name to create a playlist').waitFor();
    await expectAccessibleInLayouts(page, 'form', twoLayouts);
    await closeDialog(page);
    await page.getByRole('button', { name: 'Star Friday' }).click();
    await page.getByRole('link', { name: 'Friday' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Saturday');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Saturday', level: 1 }).waitFor();

    const order = () => trackLinks(page).allInnerTexts();
    await trackLinks(page).nth(2).waitFor();
    await expectAccessibleInLayouts(page, 'playlist');
    const [first = '', second = '', third = '', ...rest] = await order();
    const waitForPut = () => page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    const dragSaved = waitForPut();
    await drag(page, dragHandle(page, first), dragHandle(page, third));
    await expect.poll(order).toEqual([second, third, first, ...rest]);
    await dragSaved;
    const keyMoveSaved = waitForPut();
    await dragHandle(page, third).focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(order).toEqual([third, second, first, ...rest]);
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toContain(`Move ${third}, 1 of`);
    await keyMoveSaved;
    await page.reload();
    await expect.poll(order).toEqual([third, second, first, ...rest]);

    await page.getByRole('button', { name: `More actions for ${second}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove from this playlist' }).click();
    await expect.poll(order).toEqual([third, first, ...rest]);
    await notifications(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(order).toEqual([third, second, first, ...rest]);

    // Not every browser can display a PDF, but every browser requests it in a new tab.
    const [pdfTab, pdfRequest] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (request) => /\/api\/playlist\/[^/]+\/report\.pdf$/.test(request.url())),
      page.getByRole('link', { name: 'Open as PDF' }).click(),
    ]);
    const response = await context.request.get(pdfRequest.url());
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await pdfTab.close();

    await navigateTo(page, 'Playlists');
    await expect
      .poll(() => page.getByRole('button', { name: 'Star Saturday' }).getAttribute('aria-pressed'))
      .toBe('true');
    await deletePlaylist(page, 'Saturday');
    await page.getByRole('heading', { name: 'No playlists yet' }).waitFor();
  },
);

journey(
  'a playlist replaces the queue after confirmation and plays',
  { tags: ['C-QUEUE-18', 'C-QUEUE-19', 'C-PLAYLIST-02'] },
  async ({ page }) => {
    await signIn(page, OWNER);
    await createPlaylist(page, 'To play');
    await addReleases(page, 'To play', 2);
    await playFirstRelease(page);
    const before = await playerBar(page).innerText();
    await navigateTo(page, 'Playlists');
    await page.getByRole('button', { name: 'Play To play' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await playerBar(page).innerText()).split('\n')[0]).toBe(before.split('\n')[0]);
    await page.getByRole('button', { name: 'Play To play' }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Play To play', pressed: true }).waitFor();
    await page.getByRole('link', { name: 'To play' }).click();
    const first = await trackLinks(page).first().innerText();
    await expect.poll(() => playerBar(page).innerText()).toContain(first);
    await deletePlaylist(page, 'To play');
  },
);

/** Drags one handle onto another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await getBox(from), await getBox(to)];
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height, { steps: 4 });
  await page.mouse.move(x, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, player, playFirst } from './enter.ts';
import { expectCleanEverywhere } from './expectClean.ts';

/** Whose playlists no other journey touches. */
const OWNER = 'label@demo.test';

const main = (page: Page): Locator => page.getByRole('main');
const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
const titles = (page: Page): Locator =>
  page
    .getByRole('grid', { name: /^Tracks of/ })
    .getByRole('rowheader')
    .getByRole('link');
const handle = (page: Page, title: string): Locator => page.getByRole('button', { name: `Move ${title},` });
const cardOf = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name }) });

async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Makes a playlist in the list. */
async function create(page: Page, name: string): Promise<void> {
  await go(page, 'Playlists');
  await main(page).getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await cardOf(page, name).waitFor();
}

/** Adds the first releases of the gallery from their pop-ups. */
async function fill(page: Page, name: string, releases: number): Promise<void> {
  await go(page, 'Releases');
  for (let at = 0; at < releases; at += 1) {
    const title = await cards(page).nth(at).innerText();
    await cards(page).nth(at).click();
    const dialog = page.getByRole('dialog').first();
    await dialog
      .getByRole('button', { name: `Add ${title} to a playlist` })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Find a playlist' }).fill(name);
    // Not the one that would make another of that name.
    await page.getByRole('option', { name }).filter({ hasText: 'track' }).click();
    await toast(page).getByText(`${title} added to ${name}`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

async function remove(page: Page, name: string): Promise<void> {
  await go(page, 'Playlists');
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await cardOf(page, name).waitFor({ state: 'detached' });
}

journey(
  'a playlist is made, filled, named anew, rearranged by hand and by keys, emptied of a track and deleted',
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
    await enter(page, OWNER);
    await create(page, 'Friday');
    await fill(page, 'Friday', 3);
    await go(page, 'Playlists');
    await page.getByRole('button', { name: 'Star Friday' }).click();
    await page.getByRole('link', { name: 'Friday' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Saturday');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saturday', level: 1 }).waitFor();

    const order = () => titles(page).allInnerTexts();
    const [first = '', second = '', third = '', ...rest] = await order();
    const told = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    const dragged = told();
    await drag(page, handle(page, first), handle(page, third));
    await expect.poll(order).toEqual([second, third, first, ...rest]);
    await dragged;
    const pressed = told();
    await handle(page, third).focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(order).toEqual([third, second, first, ...rest]);
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toContain(`Move ${third}, 1 of`);
    await pressed;
    await page.reload();
    await titles(page).first().waitFor();
    expect(await order()).toEqual([third, second, first, ...rest]);

    await page.getByRole('button', { name: `More actions for ${second}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove from this playlist' }).click();
    await expect.poll(order).toEqual([third, first, ...rest]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(order).toEqual([third, second, first, ...rest]);

    // Not every browser shows such a sheet, but each asks for it in another tab.
    const [sheet, asked] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (one) => /\/api\/playlist\/[^/]+\/report\.pdf$/.test(one.url())),
      page.getByRole('link', { name: 'Open as PDF' }).click(),
    ]);
    const answer = await context.request.get(asked.url());
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await sheet.close();

    await go(page, 'Playlists');
    await expect
      .poll(() => page.getByRole('button', { name: 'Star Saturday' }).getAttribute('aria-pressed'))
      .toBe('true');
    await remove(page, 'Saturday');
    await page.getByRole('heading', { name: 'No playlists yet' }).waitFor();
  },
);

journey(
  'a playlist replaces the queue after a question, and plays',
  { tags: ['C-QUEUE-18', 'C-QUEUE-19', 'C-PLAYLIST-02'] },
  async ({ page }) => {
    await enter(page, OWNER);
    await create(page, 'To play');
    await fill(page, 'To play', 2);
    await playFirst(page);
    const before = await player(page).innerText();
    await go(page, 'Playlists');
    await page.getByRole('button', { name: 'Play To play' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await player(page).innerText()).split('\n')[0]).toBe(before.split('\n')[0]);
    await page.getByRole('button', { name: 'Play To play' }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await page.getByRole('button', { name: 'Pause To play' }).waitFor();
    await page.getByRole('link', { name: 'To play' }).click();
    const first = await titles(page).first().innerText();
    await expect.poll(() => player(page).innerText()).toContain(first);
    await remove(page, 'To play');
  },
);

journey('playlists have no accessibility fault in any layout', async ({ page }) => {
  await enter(page, OWNER);
  await create(page, 'Every width');
  await fill(page, 'Every width', 3);
  await go(page, 'Playlists');
  await cardOf(page, 'Every width').waitFor();
  await expectCleanEverywhere(page, 'list');
  await main(page).getByRole('button', { name: 'New playlist' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByText('Please add a playlist name to create a playlist').waitFor();
  await expectCleanEverywhere(page, 'form');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Every width' }).press('Enter');
  await titles(page).first().waitFor();
  await expectCleanEverywhere(page, 'playlist');
  await remove(page, 'Every width');
});

/** Takes a row by its handle and puts it where another one is. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('A handle is not on the screen.');
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height, { steps: 4 });
  await page.mouse.move(x, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { createWavHeader } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { expectAccessible, expectAccessibleInLayouts } from './accessibility.ts';
import { waitForPlayback } from './audioProbe.ts';
import { contextOptions, viewports } from './browser.ts';
import { createAccount } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { findTextFaultsAtSizes } from './textFaults.ts';
import { releaseLinks } from './webApp.ts';

/** More than one part of an upload. */
const SONG_BYTES = 6 * 1024 * 1024;
/** Some ten seconds. */
const SHORT_BYTES = 2 * 1024 * 1024;
const TITLE = 'Ferry Songs';
const NAME = 'Über die allmähliche Verfertigung der Gedanken beim Warten auf die Straßenbahn';

/** Songs of these titles and a cover. */
async function writeRelease(folder: string, release: string, titles: string[], bytes: number): Promise<void> {
  await mkdir(folder);
  for (const [index, title] of titles.entries()) {
    const samples = Int16Array.from({ length: bytes / 2 }, (_, at) => 8_000 * Math.sin(at / (40 + index)));
    const pcm = Buffer.from(samples.buffer);
    const tags = { INAM: title, IART: 'The Couriers', IPRD: release };
    const wav = Buffer.concat([createWavHeader(pcm.length, tags), pcm]);
    await writeFile(join(folder, `${String(index + 1).padStart(2, '0')} ${title} ${NAME}.wav`), wav);
  }
  await copyFile(join(import.meta.dirname, '../server/ingest/fixtures/cover.jpg'), join(folder, 'cover.jpg'));
}

const chooseFolder = (page: Page, folder: string) => page.getByLabel('Choose a folder').first().setInputFiles(folder);

/** Opens the console as a new editor of a label. */
async function signInAsEditor(page: Page, address: string): Promise<void> {
  const staff = await createAccount(address, 'deliverer');
  const { name } = await withDatabase((db) => db.selectFrom('labels').select('name').executeTakeFirstOrThrow());
  await operate(['staff', name, staff, '--role', 'editor']);
  await signIn(page, staff);
  await page.goto('/label');
  await page.getByRole('button', { name: 'New release' }).waitFor();
}

/** Drops a folder of the disk on the page, as a mouse does. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
  await session.detach();
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach the control.');
}
const TABS_MAX = 300;

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }).last());
  await page.keyboard.press('Enter');
}

/** Creates a recipient of this last name; returns the address. */
async function createRecipient(address: string, lastname: string): Promise<string> {
  const email = await createAccount(address, 'recipient');
  await withDatabase((db) =>
    db
      .updateTable('accounts')
      .set({ firstname: 'Ferry', lastname })
      .where('id', 'in', db.selectFrom('account_emails').where('email', '=', email).select('account_id'))
      .execute(),
  );
  return email;
}

journey(
  'a dropped folder is corrected, previewed and published by keyboard on a phone, heard by its people, and withdrawn',
  async ({ page, browser, address }) => {
    const parent = await temporaryFolder('promenade-delivery-');
    const folder = join(parent, NAME);
    const title = `Night Crossing ${randomUUID().slice(0, 8)}`;
    const people = ['Ahlgren', 'Berzins', 'Cavalli'].map((name) => `${name}${randomUUID().slice(0, 8)}`);
    const context = await browser.newContext(contextOptions(address));
    try {
      const songs = Array.from({ length: 10 }, (_, index) => `Crossing ${index + 1}`);
      await writeRelease(folder, title, songs, SHORT_BYTES);
      const emails: string[] = [];
      for (const name of people) emails.push(await createRecipient(address, name));
      await signInAsEditor(page, address);
      await dropFolder(page, folder);
      await page.getByRole('heading', { name: `Would create: ${title}` }).waitFor({ timeout: 60_000 });
      expect(await page.getByText(/^Crossing 10 · no ISRC · 10 Crossing 10 /).count()).toBe(1);
      await expectAccessible(page, 'checked delivery');
      await press(page, 'button', 'Make a draft release');
      await page.waitForURL(/\/label\/releases\/[\w-]{36}$/, { timeout: 60_000 });
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();

      const cell = (field: string) => page.getByRole('grid').locator(`td[data-field=${field}]`).first();
      await cell('title').click();
      await page.keyboard.type('Corrected Crossing');
      await page.keyboard.press('Enter');
      await expect.poll(() => cell('title').textContent()).toBe('Corrected Crossing');
      await cell('title').focus();
      const hook = page.getByRole('slider', { name: 'Hook start of Corrected Crossing' });
      await hook.focus();
      for (const key of ['PageUp', 'PageUp', 'ArrowRight', 'Tab']) await page.keyboard.press(key);
      await expect.poll(() => cell('hookstart').textContent()).toMatch(/^0:0[1-9]/);
      await expectAccessibleInLayouts(page, 'editor of a draft');

      await page.setViewportSize(viewports.mobile);
      for (const name of people) {
        await press(page, 'button', 'Add people');
        await page.getByRole('combobox', { name: 'Add people' }).waitFor();
        await page.keyboard.type(name);
        await page.getByRole('option', { name, selected: true }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: `Remove Ferry ${name}` }).waitFor();
      }
      await press(page, 'link', 'Preview');
      await page.getByRole('region', { name: 'Page' }).getByRole('heading', { name: title, level: 1 }).waitFor();
      await press(page, 'link', 'Edit the release');
      await page
        .getByRole('paragraph')
        .filter({ hasText: /^3 recipients$/ })
        .waitFor();
      await press(page, 'button', 'Publish');
      await page.getByRole('alertdialog').waitFor();
      await press(page, 'button', 'Publish');
      await page.getByText(/^It is available since/).waitFor();

      const recipient = await context.newPage();
      await signIn(recipient, emails[0]);
      await releaseLinks(recipient).filter({ hasText: title }).first().click();
      const dialog = recipient.getByRole('dialog');
      await dialog.getByText('Corrected Crossing').first().waitFor();
      await dialog.getByRole('button', { name: 'Play', exact: true }).click();
      await waitForPlayback(recipient);

      await press(page, 'button', 'Withdraw');
      await page.getByRole('alertdialog').waitFor();
      await press(page, 'button', 'Withdraw');
      await page.getByText(/^It is withdrawn/).waitFor();
      await recipient.waitForFunction(() => [...document.querySelectorAll('audio')].every(({ paused }) => paused));
      await recipient.reload();
      await releaseLinks(recipient).first().waitFor();
      expect(await releaseLinks(recipient).filter({ hasText: title }).count()).toBe(0);
    } finally {
      await context.close();
      await rm(parent, { recursive: true, force: true });
    }
  },
);

journey('a folder is uploaded, cut off, continued after a reload, and becomes a draft', async ({ page, address }) => {
  const parent = await temporaryFolder('promenade-delivery-');
  const folder = join(parent, NAME);
  try {
    await writeRelease(folder, TITLE, ['Ferry', 'Donaudampfschifffahrtsgesellschaft'], SONG_BYTES);
    await signInAsEditor(page, address);
    // The second part of each song is lost.
    const parts = '**/api/label/uploads/*';
    const cut = (route: Route) =>
      route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0'
        ? route.abort()
        : route.continue();
    await page.route(parts, cut);
    await page.getByRole('button', { name: 'New release' }).click();
    await chooseFolder(page, folder);
    const deliveries = page.getByRole('region', { name: 'Open deliveries' });
    await deliveries.getByText('No connection. The upload goes on by itself.').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await deliveries.getByText(/Choose the same files again to continue/).waitFor();
    await expectAccessibleInLayouts(page, 'open delivery');
    await deliveries.getByText('3 files', { exact: true }).click();
    await expectAccessible(page, 'files of a delivery');
    expect(await findTextFaultsAtSizes(page, 'open delivery', deliveries)).toEqual([]);
    await page.unroute(parts, cut);
    await chooseFolder(page, folder);
    await deliveries.getByRole('button', { name: 'Make a draft release' }).click();
    await page.waitForURL(/\/label\/releases\/[\w-]{36}$/);
    await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await page.goto('/label');
    await page.getByRole('grid').getByRole('link', { name: TITLE }).waitFor();
    expect(await deliveries.count()).toBe(0);
    await expectAccessibleInLayouts(page, 'releases of labels');
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});

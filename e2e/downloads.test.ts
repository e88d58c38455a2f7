import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, signOut } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { screens } from './openBrowser.ts';

const LISTENER = 'colleague@demo.test';
const run = promisify(execFile);
/** Takes home one track. */
const SONG = /^Download (?!all).* as MP3$/;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promenade-saved-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const named = (where: Page | Locator, name: RegExp | string) => where.getByRole('button', { name });
const opener = (page: Page) => named(page, /^Downloads/);
const panel = (page: Page) => page.getByRole('dialog', { name: 'Downloads' });
const lines = (page: Page) => panel(page).getByRole('listitem');
/** Names in the browser's own folder where bytes wait. */
const waitingFiles = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const root = await navigator.storage.getDirectory();
    const home = await root.getDirectoryHandle('downloads', { create: true });
    for await (const name of home.keys()) names.push(name);
    return names;
  });

/** Opens the pop-up of the first release that may be taken home. */
async function openFirst(page: Page): Promise<Locator> {
  const popup = page.getByRole('dialog');
  for (const card of await cards(page).all()) {
    await card.click();
    const offer = named(popup, 'Download all (MP3)');
    await offer.or(popup.getByText('Stream only')).first().waitFor();
    if (await offer.isVisible()) return popup;
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
  }
  throw new Error('Nothing may be taken home.');
}

/** What the browser saves after a press: its name, and where it lies. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }> {
  const coming = page.waitForEvent('download');
  await press();
  const download: Download = await coming;
  const name = download.suggestedFilename();
  const path = join(folder, `${Math.random()}-${name}`);
  await download.saveAs(path);
  return { name, path };
}

journey(
  'a track and a whole release are saved to disk under their names, and the manager tells of it',
  { tags: ['C-DOWNLOAD-05', 'C-DOWNLOAD-11', 'C-DOWNLOAD-26', 'C-SHELL-11'] },
  async ({ page }) => {
    await enter(page, LISTENER);
    const popup = await openFirst(page);
    const song = await saved(page, () => named(popup, SONG).first().click());
    expect(song.name).toMatch(/^.+ - \d{2} - .+\.mp3$/);
    const bytes = await readFile(song.path);
    expect([bytes.subarray(0, 3).toString(), bytes.length > 300_000]).toEqual(['ID3', true]);
    const zip = await saved(page, () => named(popup, 'Download all (WAV)').click());
    expect(zip.name).toMatch(/^.+ - .+\.zip$/);
    expect((await run('unzip', ['-t', zip.path])).stdout).toContain('No errors detected');
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await opener(page).click();
    await lines(page).nth(1).getByText('finished', { exact: true }).waitFor();
    await lines(page).nth(0).getByText('finished', { exact: true }).waitFor();
    expect(await lines(page).count()).toBe(2);
    await named(panel(page), 'Clear finished').click();
    await lines(page).first().waitFor({ state: 'detached' });
  },
);

journey(
  'a download that a reload broke off is failed, and goes on with the bytes that are on the disk',
  { tags: ['C-DOWNLOAD-18', 'C-DOWNLOAD-08', 'C-PERSIST-02'] },
  async ({ page, context }) => {
    await enter(page, LISTENER);
    const line = await context.newCDPSession(page);
    const speed = (bytesPerSecond: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        uploadThroughput: -1,
        downloadThroughput: bytesPerSecond,
      });
    const popup = await openFirst(page);
    await line.send('Network.enable');
    await speed(300_000);
    await named(popup, 'Download all (WAV)').click();
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await opener(page).click();
    await panel(page)
      .getByText(/^[1-9]\d? %$/)
      .waitFor();
    // Quick again only once the page is gone: what is left would be there at once.
    await page.reload({ waitUntil: 'commit' });
    await speed(-1);
    await cards(page).first().waitFor();
    await opener(page).click();
    const again = named(panel(page), /^failed/);
    await again.waitFor();
    const asked = page.waitForRequest('**/api/audio/zip/**');
    const zip = await saved(page, () => again.click());
    const { range = '' } = await (await asked).allHeaders();
    expect(Number(/^bytes=(\d+)-$/.exec(range)?.[1])).toBeGreaterThan(100_000);
    expect((await run('unzip', ['-t', zip.path])).stdout).toContain('No errors detected');
  },
);

journey('nothing of a download stays for the next person at this browser', async ({ page }) => {
  await enter(page, LISTENER);
  const popup = await openFirst(page);
  await saved(page, () => named(popup, 'Download all (MP3)').click());
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  expect(await waitingFiles(page)).toHaveLength(1);
  await signOut(page);
  await expect.poll(() => waitingFiles(page), { timeout: 10_000 }).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('promenade'))).not.toContain('mediaID');
});

journey(
  'the download manager has no accessibility fault on any screen; a phone gives it a panel',
  { tags: ['C-SHELL-15'] },
  async ({ page }) => {
    await enter(page, LISTENER);
    const popup = await openFirst(page);
    await page.route('**/api/audio/download/**', (route) => route.fulfill({ status: 403, json: {} }));
    await named(popup, SONG).first().click();
    await saved(page, () => named(popup, 'Download all (MP3)').click());
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    for (const [name, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await opener(page).click();
      await panel(page).getByText('finished', { exact: true }).waitFor();
      await panel(page).getByText('failed', { exact: true }).waitFor();
      await expectClean(page, `downloads, ${name}`);
      const box = await panel(page).boundingBox();
      expect(Math.round(box?.width ?? 0)).toBe(name === 'mobile' ? size.width : 398);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
    }
  },
);

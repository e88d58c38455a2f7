import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasUnzip } from '../server/testing/downloads.ts';
import { expectAccessible } from './accessibility.ts';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn, signOut } from './signIn.ts';
import { closeDialog, getBox, releaseLinks, saveDownload } from './webApp.ts';

const LISTENER = 'colleague@demo.test';
const run = promisify(execFile);
/** Name of a button that downloads one track. */
const DOWNLOAD_TRACK = /^Download (?!all).* as MP3, [\d.]+ MB$/;

const getButton = (parent: Page | Locator, name: RegExp | string) => parent.getByRole('button', { name });
const panelButton = (page: Page) => getButton(page, /^Downloads/);
const panel = (page: Page) => page.getByRole('dialog', { name: 'Downloads' });
const listItems = (page: Page) => panel(page).getByRole('listitem');
/** Lists the files of the origin private file system in which downloads are buffered. */
const listBufferedFiles = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle('downloads', { create: true });
    for await (const name of directory.keys()) names.push(name);
    return names;
  });

/** Expects a zip that `unzip`, where it is installed, finds no fault in. */
async function expectWhole(path: string): Promise<void> {
  if (hasUnzip) expect((await run('unzip', ['-t', path])).stdout).toContain('No errors detected');
}

/** Opens the first release that can be downloaded; returns its dialog. */
async function openDownloadableRelease(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  for (const link of await releaseLinks(page).all()) {
    await link.click();
    const button = getButton(dialog, 'Download all (MP3)');
    await button.or(dialog.getByText('Stream only')).first().waitFor();
    if (await button.isVisible()) return dialog;
    await closeDialog(page);
  }
  throw new Error('No release on the first screen can be downloaded.');
}

journey(
  'a track and a release are saved under their names and listed in the download manager; signing out deletes their data',
  { tags: ['C-DOWNLOAD-05', 'C-DOWNLOAD-11', 'C-DOWNLOAD-26', 'C-SHELL-11'] },
  async ({ page }) => {
    await signIn(page, LISTENER);
    const dialog = await openDownloadableRelease(page);
    const track = await saveDownload(page, () => getButton(dialog, DOWNLOAD_TRACK).first().click());
    expect(track.name).toMatch(/^.+ - \d{2} - .+\.mp3$/);
    const bytes = await readFile(track.path);
    expect([bytes.subarray(0, 3).toString(), bytes.length > 300_000]).toEqual(['ID3', true]);
    const zip = await saveDownload(page, () => getButton(dialog, 'Download all (WAV)').click());
    expect(zip.name).toMatch(/^.+ - .+\.zip$/);
    await expectWhole(zip.path);
    await closeDialog(page);
    await panelButton(page).click();
    await listItems(page).nth(1).getByText('finished', { exact: true }).waitFor();
    await listItems(page).nth(0).getByText('finished', { exact: true }).waitFor();
    expect(await listItems(page).count()).toBe(2);
    expect(await listBufferedFiles(page)).not.toEqual([]);
    await page.keyboard.press('Escape');
    await signOut(page);
    await expect.poll(() => listBufferedFiles(page)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('mediaID');
  },
);

journey(
  'a download interrupted by a reload is marked as failed and resumes from the buffered bytes',
  { tags: ['C-DOWNLOAD-18', 'C-DOWNLOAD-08', 'C-PERSIST-02'] },
  async ({ page, context }) => {
    await signIn(page, LISTENER);
    const devtools = await context.newCDPSession(page);
    const setSpeed = (bytesPerSecond: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        uploadThroughput: -1,
        downloadThroughput: bytesPerSecond,
      });
    const dialog = await openDownloadableRelease(page);
    await devtools.send('Network.enable');
    await setSpeed(300_000);
    await getButton(dialog, 'Download all (WAV)').click();
    await closeDialog(page);
    await panelButton(page).click();
    await panel(page)
      .getByText(/^[1-9]\d?\s%$/)
      .waitFor();
    // Restores the speed only after the page is gone; otherwise the download would finish before the reload.
    await page.reload({ waitUntil: 'commit' });
    await setSpeed(-1);
    await releaseLinks(page).first().waitFor();
    await panelButton(page).click();
    const retryButton = getButton(panel(page), /^failed/);
    await retryButton.waitFor();
    const zipRequest = page.waitForRequest('**/api/audio/zip/**');
    const zip = await saveDownload(page, () => retryButton.click());
    const { range = '' } = await (await zipRequest).allHeaders();
    expect(Number(/^bytes=(\d+)-$/.exec(range)?.[1])).toBeGreaterThan(100_000);
    await expectWhole(zip.path);
    await getButton(panel(page), 'Clear finished').click();
    await listItems(page).first().waitFor({ state: 'detached' });
  },
);

journey(
  'a download that one tab runs shows in the other; when its tab is closed the other one offers to continue it',
  { tags: ['requirements decision 34'] },
  async ({ page, context }) => {
    await signIn(page, LISTENER);
    const other = await context.newPage();
    await other.goto('/releases');
    await releaseLinks(other).first().waitFor();
    const dialog = await openDownloadableRelease(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput: 200_000,
    });
    const requests: string[] = [];
    other.on('request', (request) => request.url().includes('/zip/') && requests.push(request.url()));
    await getButton(dialog, 'Download all (WAV)').click();
    await panelButton(other).click();
    const progress = /^[1-9]\d?\s%$/;
    await panel(other).getByText(progress).waitFor();
    expect(requests).toEqual([]);
    // A tab that is opened meanwhile shows the progress, too, and can cancel what another one runs.
    const late = await context.newPage();
    await late.goto('/releases');
    await panelButton(late).click();
    await panel(late).getByText(progress).waitFor();
    expect(await getButton(panel(late), /^failed/).count()).toBe(0);
    await getButton(panel(late), /^Remove /).click();
    for (const tab of [page, other]) await listItems(tab).first().waitFor({ state: 'detached' });
    await late.close();
    // The tab that was asked runs the download even when it is slower than the other one.
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    await getButton(dialog, 'Download all (WAV)').click();
    await panel(other).getByText(progress).waitFor();
    await page.close();
    const retryButton = getButton(panel(other), /^failed/);
    await retryButton.waitFor();
    const zip = await saveDownload(other, () => retryButton.click());
    await expectWhole(zip.path);
    await panel(other).getByText('finished', { exact: true }).waitFor();
  },
);

/** Rows and lists of them whose content is wider than they are. */
const listOverflowing = (list: Locator): Promise<string[]> =>
  list
    .locator('ul, li, li > *')
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollWidth > part.clientWidth).map(({ textContent }) => textContent),
    );

journey(
  'the download manager has no accessibility violation in any layout and fills the width of a phone',
  { tags: ['C-SHELL-15', 'C-DOWNLOAD-24'] },
  async ({ page }) => {
    // Long titles of songs and artists, and one long word.
    await page.route('**/api/release/*', async (route) => {
      const response = await route.fetch();
      const release = await response.json();
      for (const song of release.songs)
        Object.assign(song, { title: 'Ein Titel ohne Ende '.repeat(8), artist: 'Donaudampfschifffahrt'.repeat(6) });
      await route.fulfill({ response, json: release });
    });
    await signIn(page, LISTENER);
    const dialog = await openDownloadableRelease(page);
    await page.route('**/api/audio/download/**', (route) =>
      route.fulfill({ status: 429, json: { error: { code: 'DOWNLOAD_LIMIT', message: '' } } }),
    );
    await getButton(dialog, DOWNLOAD_TRACK).first().click();
    await saveDownload(page, () => getButton(dialog, 'Download all (MP3)').click());
    await closeDialog(page);
    for (const [name, size] of Object.entries(viewports)) {
      await page.setViewportSize(size);
      await panelButton(page).click();
      await panel(page).getByText('finished', { exact: true }).waitFor();
      await panel(page).getByText('failed', { exact: true }).waitFor();
      await panel(page).getByText('The download limit of this account is reached. Try again later.').waitFor();
      await expect.poll(() => listOverflowing(panel(page)), { message: name }).toEqual([]);
      await expectAccessible(page, `downloads, ${name}`);
      const getWidth = async () => Math.round((await getBox(panel(page))).width);
      await expect.poll(getWidth).toBe(name === 'mobile' ? size.width : 398);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
    }
  },
);

import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { playbackPosition, waitForPlayback } from './audioProbe.ts';
import { createAccount } from './createAccount.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { PASSWORD, signIn, signInByForm, signOut, submitSignInForm } from './signIn.ts';
import { notifications, pauseButton, playAlbum, playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

const [FIRST, SECOND] = ['programmer@demo.test', 'colleague@demo.test'];
const playButton = (page: Page) => playerBar(page).getByRole('button', { name: 'Play', exact: true });
const expiredDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expired' });
const queue = (page: Page) => page.getByRole('complementary', { name: 'Play queue' });
const queueRows = (page: Page) => queue(page).getByRole('button', { name: /^Play / });

async function openQueue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play queue' }).first().click();
  await queue(page).waitFor();
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/releases');
  await releaseLinks(page).first().waitFor();
  return page;
}

/** Ends the session on the server, as another device of the account could. */
async function endSessionOnServer(page: Page, address: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const response = await fetch(`${address}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.ok).toBe(true);
}

const isSilent = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('audio')].every(({ paused }) => paused));

/** Title of the current song. */
const getTitle = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title ?? '');

/** Everything that this browser stores for the site, as one text. */
const dumpStorage = (
  page: Page,
): Promise<{ keys: string[]; text: string; files: string[]; databases: number; caches: number }> =>
  page.evaluate(async () => {
    const files: string[] = [];
    async function list(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
      try {
        for await (const [name, entry] of folder.entries()) {
          files.push(`${path}/${name}`);
          if (entry instanceof FileSystemDirectoryHandle) await list(entry, `${path}/${name}`);
        }
      } catch (cause) {
        // The sign-out deletes folders while they are read.
        if (!(cause instanceof DOMException && cause.name === 'NotFoundError')) throw cause;
      }
    }
    await list(await navigator.storage.getDirectory(), '');
    return {
      keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
      text: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      files,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
    };
  });

journey(
  'after an expiry another account starts empty, and the first one finds queue, song and history again',
  { tags: ['requirements decision 29', 'C-PERSIST-01', 'C-PERSIST-02', 'A-SESSION-11'] },
  async ({ page, address }) => {
    await signIn(page, FIRST);
    await playFirstRelease(page);
    await waitForPlayback(page);
    const title = await getTitle(page);
    await endSessionOnServer(page, address);
    await expiredDialog(page).waitFor();
    await expiredDialog(page).getByRole('button', { name: 'OK' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expect.poll(() => isSilent(page)).toBe(true);

    await submitSignInForm(page, SECOND);
    await releaseLinks(page).first().waitFor();
    await playerBar(page).getByText('Choose something to play').or(playButton(page)).first().waitFor();
    expect(await playerBar(page).innerText()).not.toContain(title);
    await openQueue(page);
    await queue(page).getByText('Your play queue is empty').waitFor();
    await signOut(page);

    await signInByForm(page, FIRST);
    await playerBar(page).getByText(title).first().waitFor();
    await openQueue(page);
    await queueRows(page).first().waitFor();
    await playButton(page).click();
    await waitForPlayback(page);
  },
);

journey(
  'two tabs of one account share the queue, and only one of them plays',
  { tags: ['requirements decision 34'] },
  async ({ page, context }) => {
    await signIn(page, FIRST);
    await playAlbum(page);
    await waitForPlayback(page);
    const other = await openTab(context);
    await expect.poll(() => getTitle(other)).toBe(await getTitle(page));
    await openQueue(other);
    await playButton(other).click();
    await waitForPlayback(other);
    await playButton(page).waitFor();
    await expect.poll(() => isSilent(page)).toBe(true);
    await pauseButton(playerBar(page)).waitFor({ state: 'detached' });

    const added = await releaseLinks(page).nth(2).innerText();
    expect(await queue(other).innerText()).not.toContain(added);
    await releaseLinks(page).nth(2).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await waitForPlayback(page);
    await expect.poll(() => queue(other).innerText()).toContain(added);
    await playButton(other).waitFor();
    await expect.poll(() => getTitle(other)).toBe(await getTitle(page));
    await pauseButton(playerBar(page)).waitFor();
  },
);

journey(
  'a browser that slept past the end of its access token goes on without a dialog, and plays on from its second',
  { tags: ['requirements decision 29', 'A-SESSION-08'] },
  async ({ page }) => {
    await signIn(page, FIRST);
    await playFirstRelease(page);
    await waitForPlayback(page);
    await pauseButton(playerBar(page)).click();
    const position = await playbackPosition(page);
    const exchanges: string[] = [];
    page.on('request', (request) => request.url().endsWith('/auth/refresh') && exchanges.push(request.url()));
    // An access token that the server refuses and that has expired here.
    await page.evaluate(() => {
      const [header, payload = '', signature] = (localStorage.getItem('accessToken') ?? '').split('.');
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
      const expired = [header, btoa(JSON.stringify({ ...claims, exp: claims.exp - 3_600 })), signature].join('.');
      const saved = JSON.parse(localStorage.getItem('promenade') ?? '{}');
      saved.state.authentication.accessToken = expired;
      localStorage.setItem('promenade', JSON.stringify(saved));
      localStorage.setItem('accessToken', expired);
      window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }));
      // What a laptop sends when it wakes.
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
      window.dispatchEvent(new Event('online'));
    });
    await page.getByRole('link', { name: 'Playlists' }).first().click();
    await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
    await playButton(page).click();
    await waitForPlayback(page);
    expect(await playbackPosition(page)).toBeGreaterThanOrEqual(position);
    expect([await expiredDialog(page).count(), exchanges.length]).toEqual([0, 1]);
    const expiry = await page.evaluate(
      () => JSON.parse(atob(localStorage.getItem('accessToken')?.split('.')[1] ?? '')).exp,
    );
    expect(expiry).toBeGreaterThan(Date.now() / 1000 + 1_000);
  },
);

journey(
  'a release that is withdrawn while it plays falls silent, and leaves the queue',
  { tags: ['requirements decision 41'] },
  async ({ page, context, address }) => {
    const [title, email] = ['Withdrawn Song', await createAccount(address, 'withdrawn')];
    const { releases } = await deliverRelease({ title, seconds: 40, packageName: 'Withdrawn', email });
    const releaseid = releases[0]?.releaseid ?? '';
    await signIn(page, email);
    await page.goto(`/releases/releaseInfo/${releaseid}`);
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click();
    await waitForPlayback(page);
    const other = await openTab(context);
    await playerBar(other).getByText(title).first().waitFor();

    await operate(['withdraw', releaseid, '--yes']);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('audio')].every((audio) => audio.paused && !audio.getAttribute('src')),
    );
    await notifications(page).getByText(`${title} was withdrawn`).waitFor();
    for (const tab of [page, other]) await expect.poll(() => playerBar(tab).innerText()).not.toContain(title);
    await openQueue(page);
    await expect.poll(() => queue(page).innerText()).not.toContain(title);
  },
);

journey(
  'a sign-out by hand, and a public computer, leave no key and no title in any storage',
  { tags: ['requirements decision 29', 'A-SIGNIN-02', 'A-SIGNIN-03', 'C-PERSIST-01'] },
  async ({ page, context }) => {
    await signIn(page, SECOND);
    await playFirstRelease(page);
    await waitForPlayback(page);
    const title = await getTitle(page);
    const other = await openTab(context);
    await expect.poll(async () => (await dumpStorage(page)).text).toContain(title);
    // The screen does not wait for the server.
    await page.route('**/api/auth/logout', () => undefined);
    await signOut(page);
    await other.getByLabel('Password', { exact: true }).waitFor();
    await expect
      .poll(() => dumpStorage(page))
      .toMatchObject({ keys: [], files: ['/downloads'], databases: 0, caches: 0 });
    await other.close();

    await page.getByLabel('This is a public computer').check();
    await page.getByLabel('Email', { exact: true }).fill(SECOND);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await releaseLinks(page).first().waitFor();
    await playFirstRelease(page);
    await waitForPlayback(page);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    // Another page of the browser knows nothing of it, as after the browser was closed.
    const later = await context.newPage();
    await later.goto('/releases');
    await later.getByLabel('Password', { exact: true }).waitFor();
    expect((await dumpStorage(later)).keys).toEqual([]);
    await signOut(page);
    await expect.poll(async () => (await dumpStorage(page)).keys).toEqual([]);
  },
);

journey('stored state of a wrong shape never shows a crash page', { tags: ['C-PERSIST-03'] }, async ({ page }) => {
  await signIn(page, FIRST);
  await playFirstRelease(page);
  await page.goto('/players/musicsite/en.json');
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('promenade:')) ?? '';
    const saved = JSON.parse(localStorage.getItem(key) ?? '');
    const { player, playQueue } = saved.state;
    Object.assign(player.song, { title: { en: 'x' }, duration: null, coverart: 7 });
    playQueue.items[0].songs[0].artist = ['x'];
    playQueue.items.push(playQueue.items[0], { type: 'song' });
    Object.assign(saved.state, {
      downloads: { items: [{ downloadID: 1 }] },
      playHistory: { releases: [1], songs: [{}] },
    });
    Object.assign(saved.state, { setting: 'x', table: [[]], search: { recent: [{}] }, global: 7 });
    localStorage.setItem(key, JSON.stringify(saved));
  });
  for (const path of ['/releases', '/recently_played', '/search']) {
    await page.goto(path);
    await page.getByRole('region', { name: 'Player' }).waitFor();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  }
  await page.goto('/releases');
  await playFirstRelease(page);
  await waitForPlayback(page);
});

import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { currentSongTitle, measureAudio, playbackPosition, waitForPlayback } from './audioProbe.ts';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { getBox, pauseButton, playAlbum, playerBar, playFirstMatch, releaseLinks, seekBeforeEnd } from './webApp.ts';

const smallPlayer = (page: Page) => playerBar(page).getByRole('button', { name: /^Show the player:/ });
const fullPlayer = (page: Page) => page.getByRole('dialog', { name: 'Player' });

/** Size of about ten seconds of a song. */
const FIRST_BYTES = 400_000;

/** State of each audio element; `song` is its URL without the token. */
const getAudioElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('audio')].map(({ currentSrc, paused, readyState, ended }) => ({
      song: currentSrc.split('?')[0],
      isPlaying: !paused && !ended,
      isReady: readyState === HTMLMediaElement.HAVE_ENOUGH_DATA,
    })),
  );

/** Waits until one song plays while another one is buffered; returns both audio elements. */
const waitForBufferedNextSong = (page: Page) =>
  vi.waitUntil(async () => {
    const elements = await getAudioElements(page);
    const [playing, next] = elements;
    return playing?.isPlaying && next && !next.isPlaying && elements.every(({ isReady }) => isReady) && elements;
  });

/** Plays the first song of at least two minutes, which the browser does not buffer completely. */
const playLongSong = (page: Page) =>
  playFirstMatch(page, async (dialog) => {
    const longSongs = dialog.getByRole('listitem').filter({ hasText: /[2-9]:\d\d/ });
    return (await longSongs.count()) > 0 ? longSongs.first().getByRole('button', { name: /^Play / }) : undefined;
  });

journey(
  'the next song is buffered before the end of the current one and plays in the other audio element',
  { tags: ['C-PLAYER-21', 'C-PLAYER-18'] },
  async ({ page }) => {
    await signIn(page);
    await playAlbum(page);
    await waitForPlayback(page);
    const first = await currentSongTitle(page);
    await seekBeforeEnd(page, 4);
    const [playing, ready] = await waitForBufferedNextSong(page);
    expect(ready?.song).not.toBe(playing?.song);
    await expect.poll(() => currentSongTitle(page), { timeout: 30_000 }).not.toBe(first);
    const { peak } = await measureAudio(page);
    expect(peak).toBeGreaterThan(0.01);
    const [previous, current] = await getAudioElements(page);
    expect([previous?.isPlaying, current?.isPlaying, current?.song]).toEqual([false, true, ready?.song]);
    await playerBar(page).getByRole('button', { name: 'Skip back' }).click();
    await expect.poll(() => currentSongTitle(page)).toBe(first);
    await waitForPlayback(page);
  },
);

journey(
  'a song that loses the network waits and resumes at the same position',
  { tags: ['C-PLAYER-27'] },
  async ({ page }) => {
    await signIn(page);
    // The network breaks after the first seconds of a song.
    let isBroken = true;
    await page.route('**/api/audio/stream/**', async (route) => {
      const headers = await route.request().allHeaders();
      const offset = Number(/bytes=(\d+)-/.exec(headers['range'] ?? '')?.[1] ?? 0);
      if (!isBroken) return route.continue();
      if (offset >= FIRST_BYTES) return route.abort('internetdisconnected');
      return route.continue({ headers: { ...headers, range: `bytes=${offset}-${FIRST_BYTES - 1}` } });
    });
    await playLongSong(page);
    await waitForPlayback(page);
    const song = await currentSongTitle(page);
    await page.context().setOffline(true);
    const busyButton = playerBar(page)
      .locator('[aria-busy=true]')
      .and(pauseButton(playerBar(page)));
    await busyButton.waitFor({ timeout: 60_000 });
    const stoppedAt = await playbackPosition(page);
    const resumedAt = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const onPlaying = ({ target }: Event) => target instanceof HTMLAudioElement && resolve(target.currentTime);
          document.addEventListener('playing', onPlaying, { capture: true, once: true });
        }),
    );
    isBroken = false;
    await page.context().setOffline(false);
    expect(await resumedAt).toBeCloseTo(stoppedAt, 0);
    await waitForPlayback(page);
    await busyButton.waitFor({ state: 'detached' });
    expect(await currentSongTitle(page)).toBe(song);
  },
);

journey(
  'a song that can not be played says so, the next one starts, and it plays again when its file is back',
  { tags: ['requirements decision 37'] },
  async ({ page }) => {
    await signIn(page);
    let brokenPath: string | undefined;
    let isBroken = true;
    await page.route('**/api/audio/stream/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      brokenPath ??= pathname;
      return isBroken && pathname === brokenPath ? route.fulfill({ status: 404 }) : route.continue();
    });
    await playAlbum(page);
    const text = "Can't be played now";
    const note = playerBar(page).getByText(text);
    // The next song starts after a moment.
    const noted = await page.waitForFunction(
      (words) => document.body.innerText.includes(words) && navigator.mediaSession.metadata?.title,
      text,
    );
    const broken = await noted.jsonValue();
    await expect.poll(() => currentSongTitle(page)).not.toBe(broken);
    await waitForPlayback(page);
    await note.waitFor({ state: 'detached' });
    isBroken = false;
    await playerBar(page).getByRole('button', { name: 'Skip back' }).click();
    await expect.poll(() => currentSongTitle(page)).toBe(broken);
    await waitForPlayback(page);
    await expect.poll(() => page.title()).toContain(broken ?? '');
    await page.getByText(`Now playing: ${broken}`).waitFor({ state: 'attached' });
    expect(await note.count()).toBe(0);
  },
);

journey(
  'on a phone the small player opens full screen and closes by its button, Escape and Back',
  { tags: ['C-PLAYER-01', 'C-PLAYER-02', 'C-PLAYER-03', 'C-PLAYER-04'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.mobile);
    await signIn(page);
    const idle = await getBox(playerBar(page));
    await releaseLinks(page).first().click();
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await smallPlayer(page).waitFor();
    const bar = await getBox(playerBar(page));
    expect(bar.y + bar.height).toBe(idle.y + idle.height);
    const url = page.url();
    // Clicks the bar outside of its text.
    await page.mouse.click(bar.x + bar.width * 0.3, bar.y + 6);
    await fullPlayer(page).waitFor();
    await expect.poll(() => getBox(fullPlayer(page))).toEqual({ x: 0, y: 0, ...viewports.mobile });
    await expectAccessible(page, 'the full-screen player');
    await pauseButton(fullPlayer(page)).click();
    await fullPlayer(page).getByRole('button', { name: 'Play', exact: true }).click();
    const seekBar = await getBox(fullPlayer(page).getByRole('slider', { name: 'Seek' }));
    await page.mouse.click(seekBar.x + seekBar.width / 2, seekBar.y + seekBar.height / 2);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(4);
    await fullPlayer(page).getByRole('button', { name: 'Close the player' }).click();
    await fullPlayer(page).waitFor({ state: 'detached' });
    await expect.poll(() => smallPlayer(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await fullPlayer(page).waitFor();
    await page.goBack();
    await fullPlayer(page).waitFor({ state: 'detached' });
    await smallPlayer(page).click();
    await fullPlayer(page).waitFor();
    await page.keyboard.press('Escape');
    await fullPlayer(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(url);
    await smallPlayer(page).click();
    await fullPlayer(page).getByRole('button', { name: 'Play queue' }).click();
    const queue = page.getByRole('dialog', { name: 'Play queue' });
    await queue.waitFor();
    await page.goBack();
    await queue.waitFor({ state: 'detached' });
    expect(page.url()).toBe(url);
    await smallPlayer(page).click();
    await fullPlayer(page).getByRole('button', { name: 'Play queue' }).click();
    await queue.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => smallPlayer(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await smallPlayer(page).click();
    await fullPlayer(page).getByRole('link', { name: 'Release information' }).click();
    await fullPlayer(page).waitFor({ state: 'detached' });
    await waitForPlayback(page);
  },
);

journey(
  'keys seek, mute and skip outside of lists; the shortcuts dialog turns single-key shortcuts off',
  { tags: ['C-PLAYER-07', 'C-PLAYER-08', 'C-PLAYER-09', 'C-PERSIST-04'] },
  async ({ page }) => {
    await signIn(page);
    await playAlbum(page);
    await waitForPlayback(page);
    await page.getByRole('heading', { name: 'Releases', level: 1 }).click();
    const first = await currentSongTitle(page);
    const before = await playbackPosition(page);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(before + 9);
    await page.keyboard.press('m');
    await playerBar(page).getByRole('button', { name: 'Unmute' }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await expect.poll(() => currentSongTitle(page)).not.toBe(first);
    await page.keyboard.press('j');
    await expect.poll(() => currentSongTitle(page)).toBe(first);
    await waitForPlayback(page);
    await pauseButton(playerBar(page)).click();
    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).waitFor();
    await releaseLinks(page).first().focus();
    const position = await playbackPosition(page);
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() =>
        releaseLinks(page)
          .nth(1)
          .evaluate((card) => card === document.activeElement),
      )
      .toBe(true);
    expect(await playbackPosition(page)).toBe(position);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await expectAccessible(page, 'keyboard shortcuts');
    await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.reload();
    await playerBar(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByRole('checkbox', { name: 'Single-key shortcuts', checked: false }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await playerBar(page).getByRole('button', { name: 'Mute' }).waitFor();
  },
);

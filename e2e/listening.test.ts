import { expect } from 'vitest';
import { currentSongTitle, measureAudio, playbackPosition, waitForPlayback } from './audioProbe.ts';
import { viewports } from './browser.ts';
import { FULL_DEMO_TIMEOUT_MS, signInToFullDemo } from './fullDemo.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { getBox, playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

journey(
  'a programmer plays a release, silences it, skips, seeks, pauses by the space bar and finds its song after a reload',
  {
    tags: [
      'C-GEN-01',
      'C-GALLERY-09',
      'C-PLAYER-05',
      'C-PLAYER-06',
      'C-PLAYER-07',
      'C-PLAYER-08',
      'C-PLAYER-09',
      'C-PLAYER-10',
      'C-PLAYER-14',
      'C-PLAYER-17',
      'C-PLAYER-19',
      'C-PLAYER-23',
      'C-PLAYER-32',
      'C-PERSIST-02',
      'C-QUEUE-10',
    ],
  },
  async ({ page }) => {
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/audio/stream/')) statuses.push(response.status());
    });
    await signIn(page);
    const release = await releaseLinks(page).first().innerText();
    await playFirstRelease(page);
    const { advanced, peak } = await measureAudio(page);
    expect(advanced).toBeGreaterThanOrEqual(0.5);
    expect(peak).toBeGreaterThan(0.01);
    expect(statuses).toContain(206);
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe(release);

    const volume = () => page.evaluate(() => document.querySelector('audio')?.volume);
    await expect.poll(volume).toBe(0.5);
    await playerBar(page).getByRole('button', { name: 'Mute' }).click();
    await expect.poll(volume).toBe(0);
    await playerBar(page).getByRole('button', { name: 'Unmute' }).click();
    await expect.poll(volume).toBe(0.5);

    const first = await currentSongTitle(page);
    await playerBar(page).getByRole('button', { name: 'Skip forward' }).click();
    await expect.poll(() => currentSongTitle(page)).not.toBe(first);
    await waitForPlayback(page);
    await playerBar(page).getByRole('button', { name: 'Skip back' }).click();
    await expect.poll(() => currentSongTitle(page)).toBe(first);
    await waitForPlayback(page);
    const seekBar = playerBar(page).getByRole('slider', { name: 'Seek' });
    const box = await getBox(seekBar);
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
    const duration = Number(await seekBar.getAttribute('aria-valuemax'));
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(duration * 0.4);
    await waitForPlayback(page);

    await page.getByRole('heading', { name: 'Releases', level: 1 }).click();
    const isPaused = () => page.evaluate(() => [...document.querySelectorAll('audio')].every(({ paused }) => paused));
    await page.keyboard.press('Space');
    await expect.poll(isPaused).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(isPaused).toBe(false);

    const [title = ''] = (await playerBar(page).innerText()).split('\n');
    await page.reload();
    await playerBar(page).getByText(title).first().waitFor();
    await expect.poll(isPaused).toBe(true);
    expect(await playbackPosition(page)).toBe(0);
    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await waitForPlayback(page);
  },
);

journey(
  'scrolling loads every release, and going back restores the scroll position',
  { timeout: FULL_DEMO_TIMEOUT_MS, tags: ['C-GALLERY-23', 'C-ROUTE-03', 'C-ROUTE-04'] },
  async ({ page }) => {
    const total = await signInToFullDemo(page);
    const seen = new Set<string>();
    const scrollAndCount = async () => {
      for (const title of await releaseLinks(page).allInnerTexts()) seen.add(title);
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 400);
      return seen.size;
    };
    await expect.poll(scrollAndCount, { timeout: 60_000, interval: 100 }).toBe(total);
    // Turns of the wheel may still be under way; none leads beyond the end.
    await page.getByRole('main').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    const title = await releaseLinks(page).last().innerText();
    const card = page.getByRole('main').getByRole('link', { name: title, exact: true });
    await card.hover();
    const top = async () => (await card.boundingBox())?.y;
    const before = await top();
    await page.getByRole('button', { name: `Information about ${title}`, exact: true }).click();
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await page.goBack();
    await expect.poll(top).toBeCloseTo(before ?? 0, -1);
  },
);

journey(
  'on a phone a tap opens the release page, which plays its songs',
  { tags: ['C-GALLERY-08', 'C-ROUTE-06', 'C-TRACK-05'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.mobile);
    await signIn(page);
    await releaseLinks(page).first().click();
    await page.waitForURL('**/releases/releaseInfo/*');
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    const { peak } = await measureAudio(page);
    expect(peak).toBeGreaterThan(0.01);
  },
);

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, player, playFirst } from './enter.ts';
import { enterWhole, WITH_DEMO_MS } from './enterWhole.ts';
import { hear, plays, second } from './hear.ts';
import { screens } from './openBrowser.ts';

journey(
  'a programmer signs in, sees the releases, opens one and hears it',
  { tags: ['C-GEN-01', 'C-GALLERY-09', 'C-PLAYER-32'] },
  async ({ page }) => {
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/audio/stream/')) statuses.push(response.status());
    });
    await enter(page);
    const title = await cards(page).first().innerText();
    await playFirst(page);
    const { advanced, loudest } = await hear(page);
    expect(advanced).toBeGreaterThanOrEqual(0.5);
    expect(loudest).toBeGreaterThan(0.01);
    expect(statuses).toContain(206);
    expect(await player(page).innerText()).not.toContain('Pick a release');
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe(title);
  },
);

journey(
  'playing goes on to the next song, back, and to any second of it',
  { tags: ['C-PLAYER-06', 'C-PLAYER-07', 'C-PLAYER-08', 'C-PLAYER-14', 'C-QUEUE-10'] },
  async ({ page }) => {
    await enter(page);
    await openWithSeveralSongs(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await plays(page);
    await page.keyboard.press('Escape');
    const first = await songOf(page);
    await player(page).getByRole('button', { name: 'Skip forward' }).click();
    await expect.poll(() => songOf(page)).not.toBe(first);
    await plays(page);
    await player(page).getByRole('button', { name: 'Skip back' }).click();
    await expect.poll(() => songOf(page)).toBe(first);
    await plays(page);
    const bar = player(page).getByRole('slider', { name: 'Seek' });
    const box = await bar.boundingBox();
    if (!box) throw new Error('The seek bar is not shown.');
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
    const duration = Number(await bar.getAttribute('aria-valuemax'));
    await expect.poll(() => second(page)).toBeGreaterThan(duration * 0.4);
    await plays(page);
  },
);

async function openWithSeveralSongs(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const card of await cards(page).all()) {
    await card.click();
    await dialog.getByText(/^(1 song|\d+ songs : .+)$/).waitFor();
    if ((await dialog.getByText(/^\d+ songs : /).count()) > 0) return;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  throw new Error('No release on the first screen has several songs.');
}

const songOf = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);

journey(
  'the volume is heard by the element and the icon mutes and restores it',
  { tags: ['C-PLAYER-09', 'C-PLAYER-10', 'C-PLAYER-17'] },
  async ({ page }) => {
    await enter(page);
    await playFirst(page);
    const volume = () => page.evaluate(() => document.querySelector('audio')?.volume);
    await expect.poll(volume).toBe(0.5);
    await player(page).getByRole('button', { name: 'Mute' }).click();
    await expect.poll(volume).toBe(0);
    await player(page).getByRole('button', { name: 'Unmute' }).click();
    await expect.poll(volume).toBe(0.5);
  },
);

journey(
  'the space bar pauses and goes on wherever nothing is written',
  { tags: ['C-PLAYER-05', 'C-PLAYER-19'] },
  async ({ page }) => {
    await enter(page);
    await playFirst(page);
    await plays(page);
    await page.getByRole('heading', { name: 'Releases', level: 1 }).click();
    const paused = () => page.evaluate(() => document.querySelector('audio')?.paused);
    await page.keyboard.press('Space');
    await expect.poll(paused).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(paused).toBe(false);
  },
);

journey(
  'scrolling loads every release, and coming back finds the place',
  { timeout: WITH_DEMO_MS, tags: ['C-GALLERY-23', 'C-ROUTE-03', 'C-ROUTE-04'] },
  async ({ page }) => {
    const all = await enterWhole(page);
    const seen = new Set<string>();
    const look = async () => {
      for (const title of await cards(page).allInnerTexts()) seen.add(title);
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 400);
      return seen.size;
    };
    await expect.poll(look, { timeout: 60_000, interval: 100 }).toBe(all);
    const title = await cards(page).last().innerText();
    const card = page.getByRole('main').getByRole('link', { name: title, exact: true });
    // Waits until the scrolling came to rest.
    await card.hover();
    const place = async () => (await card.boundingBox())?.y;
    const before = await place();
    await page.getByRole('button', { name: `Information about ${title}`, exact: true }).click();
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await page.goBack();
    await expect.poll(place).toBeCloseTo(before ?? 0, -1);
  },
);

journey(
  'on a phone a tap opens the page of the release, and its songs play there',
  { tags: ['C-GALLERY-08', 'C-ROUTE-06', 'C-TRACK-05'] },
  async ({ page }) => {
    await page.setViewportSize(screens.mobile);
    await enter(page);
    await cards(page).first().click();
    await page.waitForURL('**/releases/releaseInfo/*');
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    const { loudest } = await hear(page);
    expect(loudest).toBeGreaterThan(0.01);
  },
);

journey(
  'after a reload the song is still there, at its start and silent',
  { tags: ['C-PLAYER-23', 'C-PERSIST-02'] },
  async ({ page }) => {
    await enter(page);
    await playFirst(page);
    await plays(page);
    const shown = await player(page).innerText();
    const [title = ''] = shown.split('\n');
    await page.reload();
    await player(page).getByText(title).first().waitFor();
    expect(await page.evaluate(() => document.querySelector('audio')?.paused)).toBe(true);
    expect(await second(page)).toBe(0);
    await player(page).getByRole('button', { name: 'Play', exact: true }).click();
    await plays(page);
  },
);

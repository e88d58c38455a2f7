import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, screens } from './browser.ts';
import { cards, enter } from './enter.ts';
import { hear, second } from './hear.ts';

journey(
  'a programmer signs in, sees the releases, opens one and hears it (C-GEN-01, C-GALLERY-09, C-PLAYER-32)',
  async ({ page }) => {
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/audio/stream/')) statuses.push(response.status());
    });
    await enter(page);
    await cards(page).first().click();
    const dialog = page.getByRole('dialog');
    const title = await dialog.getByRole('heading').first().innerText();
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    const { advanced, loudest } = await hear(page);
    expect(advanced).toBeGreaterThanOrEqual(0.5);
    expect(loudest).toBeGreaterThan(0.01);
    expect(statuses).toContain(206);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('region', { name: 'Player' }).innerText()).not.toContain('Pick a release');
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe(title);
  },
);

journey(
  'playing goes on to the next song, back, and to any second of it (C-PLAYER-06..08, C-PLAYER-14, C-QUEUE-10)',
  async ({ page }) => {
    await enter(page);
    const multi = page.getByRole('main').getByRole('button', { name: / by / });
    const player = page.getByRole('region', { name: 'Player' });
    await openWithSeveralSongs(page, multi);
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await hear(page);
    await page.keyboard.press('Escape');
    const first = await songOf(page);
    await player.getByRole('button', { name: 'Skip forward' }).click();
    await expect.poll(() => songOf(page)).not.toBe(first);
    await hear(page);
    await player.getByRole('button', { name: 'Skip back' }).click();
    await expect.poll(() => songOf(page)).toBe(first);
    await hear(page);
    const bar = player.getByRole('slider', { name: 'Place in the song' });
    const box = await bar.boundingBox();
    if (!box) throw new Error('The seek bar is not shown.');
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
    const duration = Number(await bar.getAttribute('aria-valuemax'));
    await expect.poll(() => second(page)).toBeGreaterThan(duration * 0.4);
    await hear(page);
  },
);

async function openWithSeveralSongs(page: Page, list: ReturnType<typeof cards>): Promise<void> {
  const count = await list.count();
  for (let index = 0; index < count; index++) {
    await list.nth(index).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/\d+ songs? : |1 song/)
      .first()
      .waitFor();
    if ((await dialog.getByText(/\d+ songs : /).count()) > 0) return;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  throw new Error('No release of the demo has several songs.');
}

const songOf = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);

journey(
  'the volume is heard by the element and the icon mutes and restores it (C-PLAYER-09, C-PLAYER-10, C-PLAYER-17)',
  async ({ page }) => {
    await enter(page);
    await cards(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await hear(page);
    await page.keyboard.press('Escape');
    const volume = () => page.evaluate(() => document.querySelector('audio')?.volume);
    const player = page.getByRole('region', { name: 'Player' });
    await expect.poll(volume).toBe(0.5);
    await player.getByRole('button', { name: 'Mute' }).click();
    await expect.poll(volume).toBe(0);
    await player.getByRole('button', { name: 'Unmute' }).click();
    await expect.poll(volume).toBe(0.5);
  },
);

journey('the space bar pauses and goes on, but writes a space in a field (C-PLAYER-05)', async ({ page }) => {
  await enter(page);
  await cards(page).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await hear(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const paused = () => page.evaluate(() => document.querySelector('audio')?.paused);
  await page.keyboard.press('Space');
  await expect.poll(paused).toBe(true);
  await page.keyboard.press('Space');
  await expect.poll(paused).toBe(false);
});

journey(
  'scrolling loads every release, and coming back finds the place (C-GALLERY-23, C-ROUTE-03, C-ROUTE-04)',
  async ({ page }) => {
    await enter(page);
    const total = Number(/([\d,]+) promos/.exec(await page.getByRole('main').innerText())?.[1]?.replace(',', ''));
    expect(total).toBeGreaterThan(30);
    const seen = new Set<string>();
    await expect
      .poll(
        async () => {
          for (const name of await cards(page).evaluateAll((found) =>
            found.map((card) => card.getAttribute('aria-label') ?? card.textContent),
          ))
            seen.add(name);
          await page.mouse.move(700, 500);
          await page.mouse.wheel(0, 500);
          return seen.size;
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(total);
  },
);

journey(
  'on a phone a tap opens the page of the release, and its songs play there (C-GALLERY-08, C-ROUTE-06, C-TRACK-05)',
  async ({ page }) => {
    await page.setViewportSize(screens.mobile);
    await enter(page);
    await cards(page).first().click();
    await page.waitForURL('**/releases/releaseInfo/*');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Play / })
      .last()
      .click();
    const { loudest } = await hear(page);
    expect(loudest).toBeGreaterThan(0.01);
  },
);

import { parseFile } from 'music-metadata';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForPlayback } from './audioProbe.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { playerBar, playFirstRelease, saveDownload } from './webApp.ts';

/** Saves a download; returns its name and metadata. */
async function saveAndParse(page: Page, click: () => Promise<void>) {
  const { name, path } = await saveDownload(page, click);
  return { name, format: (await parseFile(path)).format };
}

journey(
  'a video pauses the song, which continues afterwards, and is saved as MP4 or as WAV of its audio',
  { tags: ['C-GEN-02', 'C-API-36', 'C-FORMAT-10'] },
  async ({ page }) => {
    await signIn(page);
    await playFirstRelease(page);
    await waitForPlayback(page);
    await page.getByRole('main').getByRole('link', { name: 'August Water', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release information' }).click();
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await page.getByRole('button', { name: /^Play video/ }).click();
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0.5);
    await playerBar(page).getByRole('button', { name: 'Play', exact: true, includeHidden: true }).waitFor();
    // The volume of the player.
    expect(await video.evaluate((element) => (element as HTMLVideoElement).volume)).toBe(0.5);
    await page.keyboard.press('Escape');
    await video.waitFor({ state: 'detached' });
    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await waitForPlayback(page);
    const original = await saveAndParse(page, () =>
      page.getByRole('button', { name: /^Download .* as MP4, / }).click(),
    );
    expect(original.name).toMatch(/\.mp4$/);
    expect(original.format.trackInfo.map(({ codecId }) => codecId)).toContain('avc1');
    // Uses the keyboard, because the toast of the first download covers the row.
    await page.getByRole('button', { name: /^More actions .*visualiser/ }).press('Enter');
    const audio = await saveAndParse(page, () => page.getByRole('menuitem', { name: 'Download WAV' }).press('Enter'));
    expect(audio.name).toMatch(/\.wav$/);
    expect(audio.format.codec).toBe('PCM');
  },
);

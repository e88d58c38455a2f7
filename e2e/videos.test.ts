import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { journey } from './browser.ts';
import { enter, player, playFirst } from './enter.ts';
import { plays } from './hear.ts';

const run = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promenade-videos-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Saves what a press brings, and tells its name and the kinds of streams in it. */
async function taken(page: Page, press: () => Promise<void>): Promise<{ name: string; kinds: string[] }> {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  const name = download.suggestedFilename();
  const path = join(folder, name);
  await download.saveAs(path);
  const asked = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path];
  const { stdout } = await run('ffprobe', asked);
  return { name, kinds: stdout.trim().split('\n') };
}

journey(
  'a video plays over the page and silences the player; it is saved as it came, and its sound alone',
  { tags: ['C-GEN-02', 'C-API-36', 'C-FORMAT-10'] },
  async ({ page }) => {
    await enter(page);
    await playFirst(page);
    await plays(page);
    await page.getByRole('main').getByRole('link', { name: 'August Water', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release information' }).click();
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await page.getByRole('button', { name: /^Play video/ }).click();
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0.5);
    await player(page).getByRole('button', { name: 'Play', exact: true, includeHidden: true }).waitFor();
    await page.keyboard.press('Escape');
    await video.waitFor({ state: 'detached' });
    const whole = await taken(page, () => page.getByRole('button', { name: /^Download .* as MP4$/ }).click());
    expect(whole.name).toMatch(/\.mp4$/);
    expect(whole.kinds).toContain('h264');
    // The toast of the first one lies over the row.
    await page.getByRole('button', { name: /^More actions/ }).press('Enter');
    const sound = await taken(page, () => page.getByRole('menuitem', { name: 'Download WAV' }).press('Enter'));
    expect(sound.name).toMatch(/\.wav$/);
    expect(sound.kinds[0]).toMatch(/^pcm_/);
  },
);

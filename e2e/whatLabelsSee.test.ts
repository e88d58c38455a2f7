import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { currentSongTitle, playbackPosition, waitForPlayback } from './audioProbe.ts';
import { createAccount } from './createAccount.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

const press = (page: Page, name: string | RegExp) => playerBar(page).getByRole('button', { name }).click();

/** Opens the page again; returns its rows and the labels of their strips. */
async function readMirror(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Releases' }).first().click();
  await page.goBack();
  const list = page.getByRole('list', { name: 'What labels see, by release' });
  const strips = await list.getByRole('img').evaluateAll((images) => images.map((image) => image.ariaLabel));
  return [await list.innerText(), ...strips].join('\n');
}

journey(
  'who was told sees in the mirror the seconds that sounded, and what was before apart from them',
  { tags: ['requirements decision 35'] },
  async ({ page, address }) => {
    await signIn(page, await createAccount(address, 'mirror'));
    await releaseLinks(page).first().waitFor();
    await playFirstRelease(page);
    await waitForPlayback(page);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(2);
    await press(page, /^(Play|Pause)$/);
    await page.getByRole('link', { name: 'See what labels see' }).click();
    await expect.poll(() => readMirror(page)).toMatch(/because it was before you were told: .*0:0\d heard/);
    expect(await readMirror(page)).toContain('Nothing heard');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await page.getByRole('link', { name: 'See what labels see' }).waitFor({ state: 'detached' });

    await press(page, 'Skip forward');
    await waitForPlayback(page);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(3);
    await press(page, 'Mute');
    const muted = await playbackPosition(page);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(muted + 3);
    await press(page, /^(Play|Pause)$/);
    const title = await currentSongTitle(page);
    const heard = new RegExp(
      `Heard of ${title}: 0:00 to 0:0${Math.floor(muted)}|Heard of ${title}: 0:00 to 0:0${Math.ceil(muted)}`,
    );
    await expect.poll(() => readMirror(page)).toMatch(heard);
  },
);

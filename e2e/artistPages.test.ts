import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { currentSongTitle } from './audioProbe.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { pauseButton, playerBar, playFirstRelease } from './webApp.ts';

journey(
  'the artist of the playing song leads to a page whose songs play and whose labels have pages; Back returns to both',
  { tags: ['requirements decision 38'] },
  async ({ page }) => {
    await signIn(page);
    await playFirstRelease(page);
    const artist = playerBar(page).locator('a[href^="/artists/"]').first();
    const name = await artist.innerText();
    await artist.click();
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await main.getByRole('grid', { name, exact: true }).getByRole('row').nth(1).waitFor();
    await main.getByRole('tab', { name: 'Tracks' }).click();
    const plays = main.getByRole('grid', { name: 'Tracks' }).getByRole('button', { name: /^Play / });
    await plays.first().waitFor();
    await expectAccessibleInLayouts(page, 'artist');
    const played = await plays.last().getAttribute('aria-label');
    await plays.last().click();
    await expect.poll(async () => `Play ${await currentSongTitle(page)}`).toBe(played);

    await main.getByRole('tab', { name: 'Releases' }).click();
    const label = main.locator('a[href^="/labels/"]').first();
    const labelName = await label.innerText();
    await label.click();
    await main.getByRole('heading', { level: 1, name: labelName, exact: true }).waitFor();
    await main.getByRole('grid', { name: labelName, exact: true }).getByRole('row').nth(1).waitFor();
    await expectAccessibleInLayouts(page, 'label');
    await page.goBack();
    await main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await page.goBack();
    await page.waitForURL('**/releases');
    await pauseButton(playerBar(page)).waitFor();
  },
);

import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { currentSongTitle, playbackPosition, waitForPlayback } from './audioProbe.ts';
import { contextOptions } from './browser.ts';
import { createAccount } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { isDocumentScrollable, playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

const findOwner = (title: string) =>
  withDatabase((db) =>
    db
      .selectFrom('releases')
      .innerJoin('labels', 'labels.id', 'owner_label_id')
      .where('releases.title', '=', title)
      .select('labels.name')
      .executeTakeFirstOrThrow(),
  );

journey(
  'what a recipient hears shows in the report of the label that is open meanwhile, and in the mirror, second by second',
  { tags: ['requirements decision 35'] },
  async ({ page, browser, address }) => {
    await signIn(page, await createAccount(address, 'recipient'));
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    const release = (await releaseLinks(page).first().textContent()) ?? '';
    const { name } = await findOwner(release);
    const staff = await createAccount(address, 'staff');
    await operate(['staff', name, staff, '--role', 'viewer']);

    const context = await browser.newContext(contextOptions(address));
    const console = await context.newPage();
    await signIn(console, staff);
    await console.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Label' }).click();
    await console.getByRole('grid').getByRole('link', { name: release }).click();
    await console.getByRole('heading', { name: release, level: 1 }).waitFor();
    const recipients = console.getByRole('grid', { name: 'Recipients' });
    await recipients.waitFor();
    expect(await isDocumentScrollable(console)).toBe(false);
    // A viewer does not mail.
    expect(await console.getByRole('button', { name: 'Mail again' }).count()).toBe(0);

    await playFirstRelease(page);
    await waitForPlayback(page);
    await expect.poll(() => playbackPosition(page)).toBeGreaterThan(3);
    await playerBar(page)
      .getByRole('button', { name: /^(Play|Pause)$/ })
      .click();
    const heard = Math.floor(await playbackPosition(page));
    const title = (await currentSongTitle(page)) ?? '';
    const strip = new RegExp(`Heard of ${title}: 0:00 to 0:0[${heard}${heard + 1}]`);
    await expect
      .poll(() => recipients.getByRole('img').evaluateAll((images) => images.map((image) => image.ariaLabel)), {
        timeout: 20_000,
      })
      .toContainEqual(expect.stringMatching(strip));
    await page.getByRole('button', { name: /account menu/i }).click();
    await page.getByRole('menuitem', { name: 'What labels see' }).click();
    await page.getByRole('img', { name: strip }).waitFor();
    await expectAccessibleInLayouts(console, 'report of a release');
    await console.getByRole('link', { name: 'Edit', exact: true }).click();
    await console.getByText('You can read this. Editors of the label can change it.').waitFor();
    await operate(['staff', name, staff, '--role', 'editor']);
    await console.reload();
    await console.getByLabel('Catalogue number', { exact: true }).fill('CORRECTED 1');
    await console.getByLabel('Catalogue number', { exact: true }).press('Tab');
    await console.getByRole('button', { name: 'Set back' }).first().click();
    await expect
      .poll(() => console.getByLabel('Catalogue number', { exact: true }).inputValue())
      .not.toBe('CORRECTED 1');
    const tracks = console.getByRole('grid', { name: 'Tracks' });
    const composers = tracks.locator('td[data-field=composer]');
    const composer = (await composers.first().textContent()) ?? '';
    await composers.first().click();
    await console.keyboard.type('Corrected');
    await console.keyboard.press('Enter');
    await expect.poll(() => composers.first().textContent()).toBe('Corrected');
    await console.keyboard.press('Control+z');
    await expect.poll(() => composers.first().textContent()).toBe(composer);
    await expectAccessibleInLayouts(console, 'editor of a release');
    await console.getByRole('link', { name: 'Preview' }).click();
    await console.getByRole('region', { name: 'Page' }).getByRole('heading', { name: release, level: 1 }).waitFor();
    await expectAccessibleInLayouts(console, 'preview of a release');
    await console.getByRole('link', { name: 'Edit the release' }).click();
    await console.getByRole('link', { name: 'Label settings' }).click();
    await console.getByRole('heading', { name: `Settings of ${name}` }).waitFor();
    await expectAccessibleInLayouts(console, 'settings of a label');
    await console.getByRole('link', { name: 'Releases of your labels' }).click();
    await console.getByRole('grid').getByRole('link', { name: release }).waitFor();
    await expectAccessibleInLayouts(console, 'releases of labels');
    await console.getByRole('navigation', { name: 'Label' }).getByRole('link', { name: 'Report' }).click();
    await console.getByRole('heading', { name: `Report of ${name}` }).waitFor();
    await console.getByRole('table').first().waitFor();
    await expectAccessibleInLayouts(console, 'report of a label');
    await context.close();
  },
);

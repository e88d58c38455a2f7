import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { contextOptions } from './browser.ts';
import { createAccount, uniqueEmail } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { closeDialog, releaseLinks } from './webApp.ts';

/** The shelf of a company: ADR 0036. */
async function createColleague(address: string, firstname: string, company: string): Promise<string> {
  const email = await createAccount(address, firstname.toLowerCase());
  await operate(['profile', email, '--firstname', firstname, '--lastname', 'Lund', '--company', company]);
  return email;
}

async function openShelf(browser: Browser, address: string, email: string): Promise<Page> {
  const page = await (await browser.newContext(contextOptions(address))).newPage();
  await signIn(page, email);
  await page.goto('/shelf');
  await page.getByRole('button', { name: 'Share the shelf' }).click();
  await page.getByRole('heading', { name: 'Nothing on the shelf' }).waitFor();
  return page;
}

const rows = (page: Page) => page.getByRole('grid', { name: 'Shelf' });

journey(
  'two colleagues choose on one shelf, hear of each other at once, and one leaves it',
  async ({ page, browser, address }) => {
    const company = uniqueEmail('station');
    const ben = await openShelf(browser, address, await createColleague(address, 'Ben', company));
    await signIn(page, await createColleague(address, 'Ana', company));
    await page.goto('/settings-preferences');
    await page.getByRole('button', { name: 'Share the shelf' }).click();
    await page.getByText(`You share the shelf of ${company} with Ben Lund.`).waitFor();
    await page.goto('/releases');
    await releaseLinks(page).nth(1).waitFor();
    const titles = (await releaseLinks(page).allTextContents()).slice(0, 2);
    const [first = '', second = ''] = titles;
    for (const title of titles) {
      await releaseLinks(page).filter({ hasText: title }).first().click();
      const flag = page.getByRole('dialog').getByRole('button', { name: `Flag ${title}`, exact: true });
      await flag.first().click();
      await closeDialog(page);
    }
    // Without a reload.
    for (const title of titles) await rows(ben).getByRole('link', { name: title, exact: true }).waitFor();
    await rows(ben).getByText('Ana Lund').first().waitFor();
    await rows(ben).getByRole('link', { name: first, exact: true }).focus();
    await ben.keyboard.press('2');
    await rows(ben).getByText('Accepted').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shelf' }).click();
    await rows(page).getByText('Accepted').waitFor();
    await rows(page)
      .getByRole('button', { name: `Decide about ${second}` })
      .click();
    await page.getByRole('dialog').getByLabel('A note to colleagues (optional)').fill('Opens Sunday');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expectAccessibleInLayouts(page, 'shelf');
    await rows(ben)
      .getByRole('button', { name: `Decide about ${second}` })
      .click();
    await ben
      .getByRole('dialog')
      .getByText(/Ana Lund: flagged, “Opens Sunday”/)
      .waitFor();
    await ben.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ben.getByRole('button', { name: 'Listen through 2' }).click();
    await ben.waitForURL('**/desk/*');
    await ben.goBack();
    await page.goto('/settings-preferences');
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByText(/You do not share the shelf/).waitFor();
    await expect.poll(() => rows(ben).getByRole('link', { name: second, exact: true }).count()).toBe(0);
    await rows(ben).getByRole('link', { name: first, exact: true }).waitFor();
    await ben.context().close();
  },
);

/** A song of a release that every account has, and its label. */
const findSong = (title: string) =>
  withDatabase((db) =>
    db
      .selectFrom('releases')
      .innerJoin('labels', 'labels.id', 'owner_label_id')
      .innerJoin('tracks', 'tracks.release_id', 'releases.id')
      .where('releases.title', '=', title)
      .orderBy('tracks.ordinal')
      .select(['labels.name as label', 'tracks.title', 'tracks.artist', 'tracks.trackid'])
      .executeTakeFirstOrThrow(),
  );

journey(
  'a log that is dropped on the shelf shows in the report of the label and in the mirror, until it is taken back',
  async ({ page, browser, address }) => {
    const company = uniqueEmail('station');
    const ana = await openShelf(browser, address, await createColleague(address, 'Ana', company));
    await ana.goto('/releases');
    const release = (await releaseLinks(ana).first().textContent()) ?? '';
    const { label, title, artist, trackid } = await findSong(release);
    await ana.goto('/shelf');
    const log = `startDate,startTime,title,artist,comment\n2026-11-02,14:03:20,"${title}","${artist}",${trackid}\n2026-11-02,20:10:00,Jingle,Nobody,\n`;
    const data = await ana.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'log.csv', { type: 'text/csv' }));
      return transfer;
    }, log);
    await ana.getByRole('group', { name: 'Shelf' }).dispatchEvent('drop', { dataTransfer: data });
    const dialog = ana.getByRole('dialog');
    await dialog.getByText('1 matched, 0 ambiguous, 1 unknown.').waitFor();
    await dialog.getByLabel('Station', { exact: true }).fill('Ferry FM');
    await dialog.getByRole('button', { name: 'Tell the labels 1 play' }).click();
    await ana.getByText('1 play told.').waitFor();
    await ana.goto('/what-labels-see');
    await ana.getByText(new RegExp(`^Told: ${title} on air once at Ferry FM`)).waitFor();

    const staff = await createAccount(address, 'staff');
    await operate(['staff', label, staff, '--role', 'viewer']);
    await signIn(page, staff);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Label' }).click();
    await page.getByRole('grid').getByRole('link', { name: release, exact: true }).click();
    const plays = page.getByRole('region', { name: 'On air' });
    await plays.getByRole('rowheader', { name: 'Ferry FM' }).waitFor();
    await ana.goto('/shelf');
    await ana.getByRole('button', { name: 'Played songs' }).click();
    await ana.getByRole('button', { name: 'Take back' }).click();
    // The open report follows.
    await plays.waitFor({ state: 'detached' });
    await ana.context().close();
  },
);

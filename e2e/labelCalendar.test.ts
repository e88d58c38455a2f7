import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { createAccount } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';

/** Gives a release an impact date, and returns it with its owner. */
const plan = (impactdate: string) =>
  withDatabase(async (db) => {
    const release = await db
      .selectFrom('releases')
      .innerJoin('labels', 'labels.id', 'owner_label_id')
      .where('releases.state', '=', 'available')
      .orderBy('releases.id')
      .select(['releases.id', 'releases.title', 'labels.name'])
      .executeTakeFirstOrThrow();
    await db.updateTable('releases').set({ impact_date: impactdate }).where('id', '=', release.id).execute();
    await db
      .updateTable('release_documents')
      .set({ edits: JSON.stringify({ impactdate }) })
      .where('release_id', '=', release.id)
      .execute();
    return release;
  });

journey(
  'a day is dragged and moved by keys in the calendar, and a calendar program gets the moves',
  async ({ page, address }) => {
    const { title, name } = await plan('2031-05-13');
    const staff = await createAccount(address, 'staff');
    await operate(['staff', name, staff, '--role', 'editor']);
    await signIn(page, staff);
    await page.goto(new URL('/label/calendar?month=2031-05', address).href);
    const month = page.getByRole('table', { name: 'May 2031' });
    const entry = month.getByRole('link', { name: `Impact ${title}` });
    const dayOf = () => entry.evaluate((link) => link.closest('td')?.dataset['day']);
    expect(await dayOf()).toBe('2031-05-13');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('button', { name: 'Make an address' }).click();
    const url = await page.getByLabel('Address', { exact: true }).inputValue();
    await page.keyboard.press('Escape');
    const feed = async () => (await fetch(new URL(new URL(url).pathname, address))).text();
    expect(await feed()).toContain('DTSTART;VALUE=DATE:20310513');
    await entry.dragTo(month.locator('td[data-day="2031-05-21"]'));
    await expect.poll(dayOf).toBe('2031-05-21');
    await entry.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(dayOf).toBe('2031-05-14');
    await expect.poll(() => entry.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await feed()).toMatch(/SEQUENCE:[1-9]\r\nDTSTART;VALUE=DATE:20310514/);
    await expectAccessibleInLayouts(page, 'calendar of labels');
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('table', { name: 'June 2031' }).waitFor();
  },
);

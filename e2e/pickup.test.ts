import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { contextOptions } from './browser.ts';
import { createAccount, uniqueEmail } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';

async function createColleague(address: string, firstname: string, company: string): Promise<string> {
  const email = await createAccount(address, firstname.toLowerCase());
  await operate(['profile', email, '--firstname', firstname, '--lastname', 'Lund', '--company', company]);
  return email;
}

/** Accepts all releases that can be downloaded, as a colleague does. */
const acceptReleases = (company: string) =>
  withDatabase((_db, { pool }) =>
    pool.query(
      `insert into shelf_items (company, release_id, state, show, account_id, at)
        select m.company, r.id, 'accepted', 'Late Show', m.account_id, now()
        from releases r cross join (
          select s.* from shelf_members s join accounts a on a.id = s.account_id where a.company = $1 limit 1) m
        where r.candownload and r.state = 'available'`,
      [company],
    ),
  );

/** The files below the folder that stands for one of the person's disk: path and first four bytes. */
const listFiles = (page: Page) =>
  page.evaluate(async () => {
    const found: [string, string, number][] = [];
    async function walk(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind === 'directory') await walk(entry, `${path}${name}/`);
        else {
          const file = await entry.getFile();
          found.push([path + name, await file.slice(0, 4).text(), file.size]);
        }
      }
    }
    await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('music'), '');
    return found;
  });

journey(
  'the accepted songs of a shelf are files in a folder after six presses, and a colleague sees who picked them up',
  async ({ page, browser, address }) => {
    const company = uniqueEmail('station');
    await signIn(page, await createColleague(address, 'Ana', company));
    const ben = await (await browser.newContext(contextOptions(address))).newPage();
    await signIn(ben, await createColleague(address, 'Ben', company));
    for (const one of [page, ben]) {
      await one.goto('/shelf');
      await one.getByRole('button', { name: 'Share the shelf' }).click();
      await one.getByRole('heading', { name: 'Nothing on the shelf' }).waitFor();
    }
    await acceptReleases(company);
    // The window of the system that asks for a folder cannot be driven: the browser's own disk stands for it.
    await page.addInitScript(() => {
      const pick = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('music', { create: true });
      Object.assign(window, { showDirectoryPicker: pick });
    });
    await page.goto('/releases');
    await page.evaluate(() => {
      const counted = window as { presses?: number };
      counted.presses = 0;
      document.addEventListener(
        'click',
        ({ isTrusted }) => (counted.presses = (counted.presses ?? 0) + Number(isTrusted)),
        true,
      );
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shelf' }).click();
    await page.getByRole('combobox', { name: 'State' }).selectOption('accepted');
    await page.getByRole('button', { name: 'Pick up' }).click();
    const dialog = page.getByRole('dialog');
    const offered = (await dialog.getByText(/^\d+ songs, /).textContent()) ?? '';
    await expectAccessibleInLayouts(page, 'pick-up');
    const before = await page.evaluate(() => (window as { presses?: number }).presses ?? 0);
    await dialog.getByRole('button', { name: 'Into a folder' }).click();
    await dialog.getByText(/songs are in the folder music\.$/).waitFor({ timeout: 120_000 });
    // Choosing in the list of states takes two presses, and the window of the system two more.
    expect(before + 1).toBeLessThanOrEqual(6 - 3);
    const files = await listFiles(page);
    const songs = files.filter(([path]) => path.endsWith('.wav'));
    expect(`${songs.length} songs`).toBe(offered.split(',')[0]);
    expect(new Set(songs.map(([, head]) => head))).toEqual(new Set(['RIFF']));
    expect(songs.every(([, , size]) => size > 100_000)).toBe(true);
    expect(files.map(([path]) => path).filter((path) => path.endsWith('.m3u8'))).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await ben.goto('/shelf?state=accepted');
    await ben.getByRole('button', { name: 'Pick up' }).click();
    await ben
      .getByRole('dialog')
      .getByText(/^Ana Lund, \w+day: \d+ songs$/)
      .waitFor();
    await ben.getByRole('dialog').getByText('All of them were picked up already:').waitFor();
    await ben.context().close();
  },
);

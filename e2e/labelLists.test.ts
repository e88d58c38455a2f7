import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { createAccount } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';

const TABLE = [
  'Vorname;Nachname;E-Mail-Adresse;Firma;Telefon;Kategorien',
  'Ana;Pop;ana@radio.example;Radio Nord;+49 30 1;DJ, Techno',
  'Bo;Quay;bo@club.example;Club Quay;;DJ',
  'Bo;Twice;BO@club.example;;;',
  'Cy;Lost;no address;;;',
].join('\n');

journey(
  'an editor pastes a table of people, sees what is in it, takes it, changes a person and saves the list',
  async ({ page, address }) => {
    const { name } = await withDatabase((db) =>
      db.selectFrom('labels').select('name').orderBy('id').executeTakeFirstOrThrow(),
    );
    const staff = await createAccount(address, 'staff');
    await operate(['staff', name, staff, '--role', 'editor']);
    await signIn(page, staff);
    await page.goto(new URL('/label/lists', address).href);
    await page.getByRole('heading', { name: 'Lists of people', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Make a list' }).first().click();
    const made = `Selectors ${Date.now()}`;
    await page.getByRole('dialog').getByLabel('Name').fill(made);
    await page.getByRole('dialog').getByRole('button', { name: 'Make a list' }).click();
    await page.getByRole('grid').getByRole('link', { name: made }).click();
    await page.getByRole('heading', { name: made, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add people' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Or paste a table').fill(TABLE);
    await dialog.getByRole('button', { name: 'See what is in it' }).click();
    await dialog.getByText('2 new people, 1 row repeats an address, 1 row has no address. Nobody is mailed.').waitFor();
    expect(await dialog.getByLabel('Nachname').inputValue()).toBe('lastname');
    expect(await dialog.getByLabel('Telefon').inputValue()).toBe('');
    await expectAccessibleInLayouts(page, 'import of people');
    await dialog.getByRole('button', { name: 'Add or update 2 people' }).click();
    const grid = page.getByRole('grid', { name: made });
    await grid.getByText('Ana Pop').waitFor();
    await expectAccessibleInLayouts(page, 'list of people');
    await grid.getByRole('button', { name: 'Actions of Ana Pop' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await page.getByRole('dialog').getByLabel('Company').fill('Radio Süd');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await grid.getByText('Radio Süd').waitFor();
    await page.getByText('History', { exact: true }).click();
    await page.getByText('Import: 2 came, 0 changed').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    expect((await download).suggestedFilename()).toBe(`${made}.csv`);
  },
);

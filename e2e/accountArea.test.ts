import { expect } from 'vitest';
import { contextOptions, viewports } from './browser.ts';
import { createAccount, uniqueEmail } from './createAccount.ts';
import { journey } from './journey.ts';
import { waitForMail } from './mailbox.ts';
import { signIn, signOut, submitSignInForm } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

journey(
  'unsaved changes of a profile are guarded, saved ones survive a reload',
  {
    tags: [
      'A-PROFILE-05',
      'A-PROFILE-06',
      'A-PROFILE-07',
      'A-PROFILE-08',
      'A-PROFILE-09',
      'A-PROFILE-16',
      'A-PROFILE-17',
      'A-SHELL-08',
      'A-SHELL-10',
      'A-SHELL-12',
      'A-ROUTE-22',
      'A-ROUTE-24',
    ],
  },
  async ({ page, address }) => {
    await signIn(page, await createAccount(address, 'profile'));
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.waitForURL('**/account/profile');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.getByLabel('First name').fill('Marguerite');
    await page.getByRole('tab', { name: 'Account Management' }).click();
    await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Marguerite');
    await page.evaluate(() => history.back());
    await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click();
    await page.waitForURL('**/account/profile');
    expect(await page.getByLabel('First name').inputValue()).toBe('Marguerite');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This field is mandatory').first().waitFor();
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('Job title').fill('Editor');
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('State').selectOption('VT');
    await page.getByLabel('Website (optional)').fill('not a site');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be a valid URL').waitFor();
    await page.getByLabel('Website (optional)').fill('okafor.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile has been updated').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Marguerite Okafor' }).waitFor();
    await page.getByText('Vermont').waitFor();
    await page.getByRole('button', { name: 'MO Account menu' }).waitFor();
    await page.getByRole('tab', { name: 'Account Management' }).click();
    await page.waitForURL('**/account/management');
  },
);

journey(
  'a second email is linked by mail, signs in, and is unlinked by mail',
  {
    tags: [
      'A-GEN-06',
      'A-GEN-07',
      'A-EMAILS-01',
      'A-EMAILS-02',
      'A-EMAILS-08',
      'A-EMAILS-10',
      'A-EMAILS-15',
      'A-EMAILS-19',
      'A-EMAILS-20',
      'A-EMAILS-22',
      'A-EMAILS-23',
      'A-MAIL-05',
      'A-ROUTE-25',
      'A-ROUTE-26',
      'A-ROUTE-27',
    ],
  },
  async ({ page, address }) => {
    const email = await createAccount(address, 'linked');
    const secondEmail = uniqueEmail('second');
    await signIn(page, email);
    await page.goto('/account/settings-preferences');
    await page.getByRole('button', { name: 'Add another email' }).click();
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(secondEmail);
    await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Confirmation email sent').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await page.goto((await waitForMail(secondEmail, { subject: /Link this email/ })).link('merge'));
    await page.getByText(`${secondEmail} has been successfully linked`).waitFor();
    await page.waitForURL(({ pathname, search }) => pathname === '/account/settings-preferences' && search === '');
    await page.getByRole('button', { name: /Email that receives notifications/ }).click();
    await page.getByRole('option', { name: secondEmail }).click();
    await page.getByText('Settings have been saved').waitFor();
    await signOut(page);
    await submitSignInForm(page, secondEmail);
    await releaseLinks(page).first().waitFor();
    await signOut(page);
    await signIn(page, email);
    await page.goto('/account/settings-preferences');
    await page.getByRole('button', { name: `Unlink ${secondEmail}` }).click();
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await page.getByText('Unlink email sent').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize(viewports.mobile);
    await page.goto((await waitForMail(email, { subject: /Unlink/ })).link('split'));
    await page.getByText(`${secondEmail} has been successfully unlinked`).waitFor();
    await page.waitForURL(({ pathname, search }) => pathname === '/settings-preferences' && search === '');
    expect((await waitForMail(secondEmail, { subject: /was unlinked/ })).text).toContain(email);
  },
);

journey(
  'signing out everywhere ends the sessions of other browsers too',
  { tags: ['A-ACCOUNT-07', 'A-ACCOUNT-08', 'A-ACCOUNT-09'] },
  async ({ browser, page, address }) => {
    const email = await createAccount(address, 'everywhere');
    const otherPage = await browser.newPage(contextOptions(address));
    await signIn(otherPage, email);
    await signIn(page, email);
    await page.goto('/account/management');
    await page.getByRole('button', { name: /^Sign out everywhere/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Sign out everywhere/ })
      .click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await otherPage.reload();
    await otherPage.getByRole('alertdialog', { name: 'Session Expired' }).waitFor();
    await otherPage.close();
  },
);

journey(
  'on a phone the avatar opens a list of account pages, each with a link back',
  { tags: ['A-SHELL-11', 'A-SHELL-13', 'A-SHELL-14', 'A-SHELL-15', 'A-SHELL-16', 'A-ROUTE-19'] },
  async ({ page, address }) => {
    await page.setViewportSize(viewports.mobile);
    await signIn(page, await createAccount(address, 'phone'));
    await page.getByRole('link', { name: /Account/ }).click();
    await page.waitForURL('**/account');
    for (const [name, path] of [
      ['Profile', '/profile'],
      ['My Network', '/my-network'],
      ['Account Management', '/account-management'],
      ['Settings & Preferences', '/settings-preferences'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await page
        .getByRole('button', { name: 'Back to account' })
        .or(page.getByRole('link', { name: 'Back to account' }))
        .click();
      await page.waitForURL('**/account');
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
  },
);

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createAccount, uniqueEmail } from './createAccount.ts';
import { journey } from './journey.ts';
import { waitForMail } from './mailbox.ts';
import { PASSWORD, signIn, signOut, submitSignInForm } from './signIn.ts';
import { notifications, releaseLinks } from './webApp.ts';

async function invite(page: Page, invitations: [email: string, relationship: string][]): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByLabel(/I accept the terms/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog');
  for (const [email, relationship] of invitations) {
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByLabel('Relationship').selectOption({ label: relationship });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your invitations have been sent').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
}

journey(
  'an invited co-worker signs up in two steps, signs in, and both are connected',
  {
    tags: [
      'A-GEN-05',
      'A-NETWORK-11',
      'A-NETWORK-12',
      'A-NETWORK-13',
      'A-NETWORK-14',
      'A-NETWORK-26',
      'A-NETWORK-27',
      'A-NETWORK-35',
      'A-SIGNUP-02',
      'A-SIGNUP-16',
      'A-SIGNUP-44',
      'A-SIGNIN-08',
      'A-ROLE-07',
      'A-MAIL-04',
      'A-STATE-09',
    ],
  },
  async ({ page, address }) => {
    const host = await createAccount(address, 'host');
    const guest = uniqueEmail('guest');
    await signIn(page, host);
    await invite(page, [[guest, 'Co-Worker']]);
    await signOut(page);
    await page.goto((await waitForMail(guest, { subject: /invites you/ })).link('signup'));
    await page.getByText('Step 1 of 2').waitFor();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(guest);
    await page.getByLabel('First name').fill('Noor');
    await page.getByLabel('Last name').fill('Haddad');
    await page.getByLabel('Industry').selectOption('press-publicity-media');
    await page.getByLabel('Role').selectOption('press');
    await page.getByLabel('Phone').fill('416 555 0100');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('I accept the terms and conditions').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 2 of 2').waitFor();
    await page.getByLabel('Company', { exact: true }).fill('The Evening Column');
    await page.getByLabel('Country').selectOption('GB');
    await page.getByLabel('City').fill('Leeds');
    await page.getByLabel('Primary format').selectOption('Other');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Your account has been created').waitFor();
    expect(new URL(page.url()).search).toBe('?successSignUpCoworker=true');
    await submitSignInForm(page, guest);
    await notifications(page).getByText('You are now connected with').waitFor();
    await signOut(page);
    await signIn(page, host);
    await notifications(page).getByText('You are now connected with Noor Haddad').waitFor();
    await page.goto('/account/my-network');
    await page.getByText('Noor Haddad').waitFor();
    await page.getByText('Verification pending').waitFor();
  },
);

journey(
  'an existing account accepts an invitation by its link, before or after signing in',
  { tags: ['A-NETWORK-30', 'A-NETWORK-31', 'A-NETWORK-32', 'A-NETWORK-45', 'A-ROUTE-05', 'A-ROUTE-13'] },
  async ({ page, address }) => {
    const host = await createAccount(address, 'inviter');
    const guest = await createAccount(address, 'invitee');
    await signIn(page, host);
    await invite(page, [[guest, 'Industry Contact']]);
    await signOut(page);
    const link = (await waitForMail(guest, { subject: /invites you/ })).link('signin');
    await page.goto(link);
    await submitSignInForm(page, guest);
    await notifications(page).getByText('You are now connected with').waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForURL('**/releases');
    await notifications(page).getByText('already accepted').waitFor();
    await signOut(page);
    await signIn(page, host);
    await page.goto(link);
    await page.getByRole('button', { name: 'Accept' }).click();
    await notifications(page).getByText('not for this user').waitFor();
  },
);

journey(
  'a shared release is mailed to the connection, who can open it',
  { tags: ['A-NETWORK-37', 'A-NETWORK-38', 'A-NETWORK-41', 'A-NETWORK-43', 'A-ROLE-04', 'C-DETAIL-06'] },
  async ({ page }) => {
    await signIn(page, 'programmer@demo.test');
    await releaseLinks(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Share/ });
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByText('Please select at least one connection').waitFor();
    await dialog.getByRole('checkbox', { name: /Imani Castell/ }).check();
    await dialog.getByLabel('Message (optional)').fill('The second one, for Friday night.');
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await notifications(page).getByText('Release has been shared').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
    const mail = await waitForMail('colleague@demo.test', { subject: /shared/ });
    expect(mail.text).toContain('The second one, for Friday night.');
    await page.goto(mail.link('releaseInfo'));
    await submitSignInForm(page, 'colleague@demo.test');
    await page.waitForURL('**/releases/releaseInfo/*');
    await page.getByText('Shared by Robin Verhoeven').waitFor();
  },
);

journey(
  'a contact request is mailed to the label',
  {
    tags: [
      'A-CONTACT-02',
      'A-CONTACT-03',
      'A-CONTACT-05',
      'A-CONTACT-07',
      'C-CONTACT-02',
      'C-CONTACT-09',
      'C-DETAIL-24',
    ],
  },
  async ({ page }) => {
    const email = 'programmer@demo.test';
    await signIn(page, email);
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Harbour Sun/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Contact', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact the label' });
    expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Request type is required').waitFor();
    await dialog.getByLabel('Request type').selectOption({ label: 'artist liner' });
    await dialog.getByLabel('Message').fill('Could the band record a liner for our Sunday show?');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await notifications(page).getByText('contact request sent').waitFor();
    const mail = await waitForMail('promo@ninetides.example', { subject: /^artist liner: Harbour Sun/ });
    expect(mail.text).toContain('Could the band record a liner for our Sunday show?');
  },
);

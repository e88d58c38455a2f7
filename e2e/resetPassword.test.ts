import { expect } from 'vitest';
import { createAccount } from './createAccount.ts';
import { journey } from './journey.ts';
import { waitForMail } from './mailbox.ts';
import { clearRateLimits } from './rateLimits.ts';
import { PASSWORD, signIn, submitSignInForm } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

const NEW_PASSWORD = 'Aubade-27';

journey(
  'a password reset by mail invalidates the old password and every session',
  {
    tags: [
      'A-RESET-01',
      'A-RESET-04',
      'A-RESET-05',
      'A-RESET-06',
      'A-RESET-07',
      'A-RESET-20',
      'A-RESET-21',
      'A-ROUTE-06',
      'A-ROUTE-07',
      'A-SIGNIN-04',
    ],
  },
  async ({ page, context, address }) => {
    const email = await createAccount(address, 'forgetful');
    await signIn(page, email);
    const resetTab = await context.newPage();
    await resetTab.goto('/forgot-password');
    await resetTab.getByLabel('Email', { exact: true }).fill(email);
    await resetTab.getByRole('button', { name: 'Send the link' }).click();
    await resetTab.getByRole('heading', { name: 'password reset requested' }).waitFor();
    expect(await resetTab.getByRole('link', { name: 'support@promenade.example' }).getAttribute('href')).toBe(
      'mailto:support@promenade.example',
    );
    const firstLink = (await waitForMail(email, { subject: /Reset/ })).link('resetpwd');
    // An address gets one mail a minute.
    await clearRateLimits();
    await resetTab.getByRole('button', { name: 'Send the link again' }).click();
    await resetTab.getByText('We have sent the link again.').waitFor();
    const getNewestLink = async () => (await waitForMail(email, { subject: /Reset/ })).link('resetpwd');
    await expect.poll(getNewestLink).not.toBe(firstLink);
    await resetTab.goto(await getNewestLink());
    await resetTab.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await resetTab.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
    await resetTab.getByRole('button', { name: 'Reset password' }).click();
    await resetTab.getByText('Your password was reset.').waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await submitSignInForm(page, email, PASSWORD);
    await page.getByText('Incorrect credentials').waitFor();
    await submitSignInForm(page, email, NEW_PASSWORD);
    await releaseLinks(page).first().waitFor();
    await resetTab.goto(firstLink);
    await resetTab.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await resetTab.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
    await resetTab.getByRole('button', { name: 'Reset password' }).click();
    await resetTab.getByText('password reset link has expired').waitFor();
    await resetTab.getByRole('button', { name: 'Email me a new link' }).waitFor();
  },
);

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts, twoLayouts } from './accessibility.ts';
import { uniqueEmail } from './createAccount.ts';
import { journey } from './journey.ts';
import { waitForMail } from './mailbox.ts';
import { operate } from './runCommand.ts';
import { submitSignInForm } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

async function fillPersonalDetails(page: Page, email?: string): Promise<void> {
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Moreau');
  if (email) await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Industry').selectOption('radio');
  await page.getByLabel('Role').selectOption('radio');
  await page.getByLabel('Phone').fill('+1 (416) 555-0199');
  await page.getByLabel('I accept the terms and conditions').check();
}

async function fillCompanyDetails(page: Page): Promise<void> {
  await page.getByLabel('Company', { exact: true }).fill('Radio Aubade');
  await page.getByLabel('Country').selectOption('CA');
  await page.getByLabel('Province').selectOption('ON');
  await page.getByLabel('City').fill('Toronto');
  await page.getByLabel('Reports to').selectOption('Mediabase');
  await page.getByLabel('Call letters').fill('CAUB');
  await page.getByLabel('Primary format').selectOption('Jazz');
}

journey(
  'an applicant signs up in three steps, is approved, sets a password and signs in',
  {
    tags: [
      'A-GEN-04',
      'A-SIGNUP-01',
      'A-SIGNUP-03',
      'A-SIGNUP-04',
      'A-SIGNUP-19',
      'A-SIGNUP-24',
      'A-SIGNUP-45',
      'A-SIGNUP-46',
      'A-SIGNUP-55',
      'A-MAIL-03',
      'A-MAIL-06',
      'A-ROUTE-08',
    ],
  },
  async ({ page }) => {
    const email = uniqueEmail('applicant');
    await page.goto('/signup');
    await page.getByText('Step 1 of 3').waitFor();
    await fillPersonalDetails(page, email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 2 of 3').waitFor();
    const getCode = async () =>
      /\b\d{5}\b/.exec((await waitForMail(email, { subject: /verification code/ })).text)?.[0] ?? '';
    await page.getByLabel('Verification code').fill((await getCode()) === '00000' ? '11111' : '00000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Please input a valid verification code').waitFor();
    await expectAccessibleInLayouts(page, 'sign-up, step 2 with an error', twoLayouts);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('Step 1 of 3').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ines');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 2 of 3').waitFor();
    await page.getByLabel('Verification code').fill(await getCode());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 3 of 3').waitFor();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('This field is required').first().waitFor();
    await expectAccessibleInLayouts(page, 'sign-up, step 3 with errors', twoLayouts);
    await fillCompanyDetails(page);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('heading', { name: 'we got your request' }).waitFor();

    expect(await operate(['list', '--pending'])).toContain('Radio Aubade');
    await operate(['approve', email]);
    await page.goto((await waitForMail(email, { subject: /Welcome/ })).link('resetpwd'));
    await page.getByRole('heading', { name: 'Set password' }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill('Aubade-27');
    await page.getByLabel('Confirm password', { exact: true }).fill('Aubade-27');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Go to sign in' }).click();
    await submitSignInForm(page, email, 'Aubade-27');
    await releaseLinks(page).first().waitFor();
  },
);

journey(
  'an email that has an account is reported with a link back to sign-in',
  { tags: ['A-SIGNUP-17', 'A-SIGNUP-47', 'A-ERR-06'] },
  async ({ page }) => {
    await page.goto('/signup');
    await fillPersonalDetails(page, 'programmer@demo.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'you already have an account' }).waitFor();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
  },
);

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { command } from './command.ts';
import { cards, fillIn } from './enter.ts';
import { mailTo } from './mailbox.ts';
import { newAddress } from './newAccount.ts';

async function aboutYou(page: Page, email?: string): Promise<void> {
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Moreau');
  if (email) await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Industry').selectOption('radio');
  await page.getByLabel('Role').selectOption('radio');
  await page.getByLabel('Phone').fill('+1 (416) 555-0199');
  await page.getByLabel('I accept the terms and conditions').check();
}

async function aboutCompany(page: Page): Promise<void> {
  await page.getByLabel('Company', { exact: true }).fill('Radio Aubade');
  await page.getByLabel('Country').selectOption('CA');
  await page.getByLabel('Province').selectOption('ON');
  await page.getByLabel('City').fill('Toronto');
  await page.getByLabel('Reports to').selectOption('Mediabase');
  await page.getByLabel('Call letters').fill('CAUB');
  await page.getByLabel('Primary format').selectOption('Jazz');
}

journey(
  'somebody applies in three steps, is approved, sets a password and hears',
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
    const email = newAddress('applicant');
    await page.goto('/signup');
    await page.getByText('Step 1 of 3').waitFor();
    await aboutYou(page, email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 2 of 3').waitFor();
    const code = /\b\d{5}\b/.exec((await mailTo(email, /verification code/)).text)?.[0] ?? '';
    await page.getByLabel('Verification code').fill(code === '00000' ? '11111' : '00000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Please input a valid verification code').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('Step 1 of 3').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ines');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 2 of 3').waitFor();
    const latest = async () => /\b\d{5}\b/.exec((await mailTo(email, /verification code/)).text)?.[0] ?? '';
    await page.getByLabel('Verification code').fill(await latest());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Step 3 of 3').waitFor();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('This field is required').first().waitFor();
    await aboutCompany(page);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('heading', { name: 'we got your request' }).waitFor();

    expect(await command('server/operator.ts', ['list', '--pending'])).toContain('Radio Aubade');
    await command('server/operator.ts', ['approve', email]);
    await page.goto((await mailTo(email, /Welcome/)).link('resetpwd'));
    await page.getByRole('heading', { name: 'Set password' }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill('Aubade-27');
    await page.getByLabel('Confirm password', { exact: true }).fill('Aubade-27');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Go to sign in' }).click();
    await fillIn(page, email, 'Aubade-27');
    await cards(page).first().waitFor();
  },
);

journey(
  'an address that has an account is told so, with the way back to sign-in',
  { tags: ['A-SIGNUP-17', 'A-SIGNUP-47', 'A-ERR-06'] },
  async ({ page }) => {
    await page.goto('/signup');
    await aboutYou(page, 'programmer@demo.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'you already have an account' }).waitFor();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
  },
);

import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, fillIn, PASSWORD } from './enter.ts';
import { mailTo } from './mailbox.ts';
import { newAccount } from './newAccount.ts';

const NEW = 'Aubade-27';

journey(
  'a forgotten password is reset by mail; the old one and every session end',
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
    const email = await newAccount(address, 'forgetful');
    await enter(page, email);
    const reader = await context.newPage();
    await reader.goto('/forgot-password');
    await reader.getByLabel('Email', { exact: true }).fill(email);
    await reader.getByRole('button', { name: 'Send the link' }).click();
    await reader.getByRole('heading', { name: 'password reset requested' }).waitFor();
    expect(await reader.getByRole('link', { name: 'support@promenade.example' }).getAttribute('href')).toBe(
      'mailto:support@promenade.example',
    );
    const first = (await mailTo(email, /Reset/)).link('resetpwd');
    await reader.getByRole('button', { name: 'Send the link again' }).click();
    await reader.getByText('We have sent the link again.').waitFor();
    const newest = async () => (await mailTo(email, /Reset/)).link('resetpwd');
    await expect.poll(newest).not.toBe(first);
    await reader.goto(await newest());
    await reader.getByLabel('New password', { exact: true }).fill(NEW);
    await reader.getByLabel('Confirm password', { exact: true }).fill(NEW);
    await reader.getByRole('button', { name: 'Reset password' }).click();
    await reader.getByText('Your password was reset.').waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await fillIn(page, email, PASSWORD);
    await page.getByText('Incorrect credentials').waitFor();
    await fillIn(page, email, NEW);
    await cards(page).first().waitFor();
    await reader.goto(first);
    await reader.getByLabel('New password', { exact: true }).fill(NEW);
    await reader.getByLabel('Confirm password', { exact: true }).fill(NEW);
    await reader.getByRole('button', { name: 'Reset password' }).click();
    await reader.getByText('password reset link has expired').waitFor();
    await reader.getByRole('button', { name: 'Email me a new link' }).waitFor();
  },
);

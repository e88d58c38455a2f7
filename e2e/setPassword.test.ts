import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { expectAccessibleInLayouts, twoLayouts } from './accessibility.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { submitSignInForm } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

journey(
  'a new account sets its password by the link of the operator command and signs in',
  {
    tags: [
      'A-RESET-09',
      'A-RESET-10',
      'A-RESET-11',
      'A-RESET-12',
      'A-RESET-13',
      'A-RESET-14',
      'A-RESET-15',
      'A-RESET-16',
    ],
  },
  async ({ page }) => {
    const email = `first-${randomUUID()}@demo.test`;
    const link = /https?:\S+\/resetpwd\/\S+/.exec(await operate(['account', email, '--verified']))?.[0];
    await page.goto(link ?? '');
    await page.getByRole('heading', { name: 'Set password' }).waitFor();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    const submit = page.getByRole('button', { name: 'Set password' });
    await page.getByLabel('New password', { exact: true }).fill('short1');
    await page.getByLabel('Confirm password', { exact: true }).fill('short1');
    expect(await submit.isDisabled()).toBe(true);
    await expectAccessibleInLayouts(page, 'set password with a password that is too weak', twoLayouts);
    await page.getByLabel('New password', { exact: true }).fill('Nocturne-26');
    await page.getByLabel('Confirm password', { exact: true }).fill('Nocturne-26');
    await submit.click();
    await page.getByText('Your password was set.').waitFor();
    await page.getByRole('link', { name: 'Go to sign in' }).click();
    await submitSignInForm(page, email, 'Nocturne-26');
    await releaseLinks(page).first().waitFor();
  },
);

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { screens } from './openBrowser.ts';

/** Opens a dialog by a button, looks at it and closes it. */
async function lookAt(page: Page, button: string | RegExp): Promise<void> {
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const before = await dialogs.count();
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await expect.poll(() => dialogs.count()).toBe(before + 1);
  await expectClean(page, String(button));
  await page.keyboard.press('Escape');
  await expect.poll(() => dialogs.count()).toBe(before);
}

for (const [name, size] of Object.entries(screens)) {
  journey(`no screen of the way in has an accessibility fault: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
    await expectClean(page, 'magic link');
    await page.goto('/forgot-password');
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await expectClean(page, 'forgot password');
    await page.goto('/signup');
    await page.getByText('Step 1 of 3').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This field is required').first().waitFor();
    await expectClean(page, 'sign-up, step 1 with errors');
    await page.goto('/signup/not.a.token');
    await page.getByText('invitation link has expired').waitFor();
    await expectClean(page, 'sign-up, expired invitation');
    await page.goto('/authverify/not.a.token');
    await page.getByText('Something went wrong').waitFor();
    await expectClean(page, 'link that is not good');
  });

  journey(`no part of the account has an accessibility fault: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await enter(page, 'programmer@demo.test');
    if (name === 'desktop') await lookAt(page, 'Invite');
    await page.goto('/account');
    await page.getByText('Settings & Preferences').first().waitFor();
    await expectClean(page, 'account');
    await page.goto('/account/profile');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This field is mandatory').waitFor();
    await expectClean(page, 'profile form with errors');
    await page.getByLabel('First name').fill('Robin');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/account/my-network');
    await page.getByText('Imani Castell').waitFor();
    await expectClean(page, 'my network');
    await lookAt(page, /^Remove Imani/);
    await page.goto('/account/management');
    await page.getByText('No active subscription').waitFor();
    await expectClean(page, 'management');
    await lookAt(page, /^Change password/);
    await lookAt(page, /^Sign out everywhere/);
    await page.goto('/account/settings-preferences');
    await page.getByText('Connected emails').waitFor();
    await expectClean(page, 'settings');
    await lookAt(page, 'Add another email');
    await page.goto('/releases');
    await cards(page).first().click();
    await page.getByRole('button', { name: 'Share', exact: true }).first().waitFor();
    await lookAt(page, 'Share');
    if (name === 'mobile') await lookAt(page, 'Contact');
  });
}

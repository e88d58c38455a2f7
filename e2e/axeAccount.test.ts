import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter } from './enter.ts';
import { expectCleanEverywhere } from './expectClean.ts';
import { type Layout, screens } from './openBrowser.ts';

/** Opens a dialog by a button, looks at it in these layouts and closes it. */
async function lookAt(page: Page, button: string | RegExp, layouts?: Layout[]): Promise<void> {
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const before = await dialogs.count();
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await expect.poll(() => dialogs.count()).toBe(before + 1);
  await expectCleanEverywhere(page, String(button), layouts);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialogs.count()).toBe(before);
}

journey('no screen of the way in has an accessibility fault in any layout', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  await expectCleanEverywhere(page, 'forgot password');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
  await expectCleanEverywhere(page, 'magic link');
  await page.goto('/signup');
  await page.getByText('Step 1 of 3').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This field is required').first().waitFor();
  await expectCleanEverywhere(page, 'sign-up, step 1 with errors');
  await page.goto('/signup/not.a.token');
  await page.getByText('invitation link has expired').waitFor();
  await expectCleanEverywhere(page, 'sign-up, expired invitation');
  await page.goto('/authverify/not.a.token');
  await page.getByText('Something went wrong').waitFor();
  await expectCleanEverywhere(page, 'link that is not good');
});

journey('no part of the account has an accessibility fault in any layout', async ({ page }) => {
  await enter(page, 'programmer@demo.test');
  await lookAt(page, 'Invite', ['desktop']);
  await page.goto('/account');
  await page.getByText('Settings & Preferences').first().waitFor();
  await expectCleanEverywhere(page, 'account');
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is mandatory').waitFor();
  await expectCleanEverywhere(page, 'profile form with errors');
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'My Network' }).click();
  await page.getByText('Imani Castell').waitFor();
  await expectCleanEverywhere(page, 'my network');
  await lookAt(page, /^Remove Imani/);
  await page.getByRole('tab', { name: 'Account Management' }).click();
  await page.getByText('No active subscription').waitFor();
  await expectCleanEverywhere(page, 'management');
  await lookAt(page, /^Change password/);
  await lookAt(page, /^Sign out everywhere/);
  await page.getByRole('tab', { name: 'Settings & Preferences' }).click();
  await page.getByText('Connected emails').waitFor();
  await expectCleanEverywhere(page, 'settings');
  await lookAt(page, 'Add another email');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click();
  await cards(page).first().click();
  await page.getByRole('button', { name: 'Share', exact: true }).first().waitFor();
  await lookAt(page, 'Share', ['tablet', 'desktop']);
  // On a phone they stand on the page, not in a pop-up.
  await page.setViewportSize(screens.mobile);
  await page.goto('/releases');
  await cards(page).first().click();
  await lookAt(page, 'Share', ['mobile']);
  await lookAt(page, 'Contact', ['mobile']);
});

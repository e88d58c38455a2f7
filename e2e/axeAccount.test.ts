import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts, twoLayouts } from './accessibility.ts';
import { type Layout, viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

/** Opens a dialog by a button or an item of a menu, checks it in these layouts and closes it. */
async function checkDialog(page: Page, button: string | RegExp, layouts?: Layout[], menu?: RegExp): Promise<void> {
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const before = await dialogs.count();
  if (menu) await page.getByRole('button', { name: menu }).first().click();
  await page
    .getByRole(menu ? 'menuitem' : 'button', { name: button, exact: true })
    .first()
    .click();
  await expect.poll(() => dialogs.count()).toBe(before + 1);
  await expectAccessibleInLayouts(page, String(button), layouts);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialogs.count()).toBe(before);
}

journey('no sign-in or sign-up page has an accessibility violation in any layout', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  await expectAccessibleInLayouts(page, 'forgot password', twoLayouts);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
  await expectAccessibleInLayouts(page, 'magic link', twoLayouts);
  await page.goto('/signup');
  await page.getByText('Step 1 of 3').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This field is required').first().waitFor();
  await expectAccessibleInLayouts(page, 'sign-up, step 1 with errors', twoLayouts);
  await page.goto('/signup/not.a.token');
  await page.getByText('invitation link has expired').waitFor();
  await expectAccessibleInLayouts(page, 'sign-up, expired invitation', twoLayouts);
  await page.goto('/authverify/not.a.token');
  await page.getByText('Something went wrong').waitFor();
  await expectAccessibleInLayouts(page, 'invalid link', twoLayouts);
});

journey('no account page has an accessibility violation in any layout', async ({ page }) => {
  await signIn(page, 'programmer@demo.test');
  await checkDialog(page, 'Invite', ['desktop']);
  await page.goto('/account');
  await page.getByText('Settings & Preferences').first().waitFor();
  await expectAccessibleInLayouts(page, 'account');
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is mandatory').waitFor();
  await expectAccessibleInLayouts(page, 'profile form with errors');
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'My Network' }).click();
  await page.getByText('Imani Castell').waitFor();
  await expectAccessibleInLayouts(page, 'my network');
  await checkDialog(page, /^Remove Imani/, twoLayouts);
  await page.getByRole('tab', { name: 'Account Management' }).click();
  await page.getByText('No active subscription').waitFor();
  await expectAccessibleInLayouts(page, 'management');
  await checkDialog(page, /^Change password/, twoLayouts);
  await checkDialog(page, /^Sign out everywhere/, twoLayouts);
  await page.getByRole('tab', { name: 'Settings & Preferences' }).click();
  await page.getByText('Connected emails').waitFor();
  await expectAccessibleInLayouts(page, 'settings');
  await checkDialog(page, 'Add another email', twoLayouts);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click();
  await releaseLinks(page).first().click();
  await page.getByRole('button', { name: 'Share', exact: true }).first().waitFor();
  await checkDialog(page, 'Share', ['tablet', 'desktop']);
  // A phone has these in a menu of the release page, not in a dialog.
  await page.setViewportSize(viewports.mobile);
  await page.goto('/releases');
  await releaseLinks(page).first().click();
  await checkDialog(page, 'Share', ['mobile'], /^More actions/);
  await checkDialog(page, 'Contact', ['mobile'], /^More actions/);
});

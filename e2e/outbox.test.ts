import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { hasHorizontalOverflow } from './webApp.ts';

const READER = 'programmer@demo.test';
const mailLink = (page: Page) => page.getByRole('link', { name: new RegExp(`${READER}.*Reset your password`) }).first();

/** Refreshes until the mail job has written the mail. */
async function waitForMailLink(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return mailLink(page).isVisible();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
}

journey(
  'an operator opens a mail of the outbox and follows its link; on a phone list and mail are pages of their own',
  { tags: ['A-MAIL-02', 'A-MAIL-07'] },
  async ({ context, page, address }) => {
    await fetch(`${address}/api/auth/reset/${READER}`);
    await signIn(page, 'operator@demo.test');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Operator' }).click();
    await page.getByRole('link', { name: 'Mails and jobs', exact: true }).click();
    await page.waitForURL('**/operator/mails');
    await waitForMailLink(page);
    await mailLink(page).click();
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await expectAccessible(page, 'outbox');
    const newTab = context.waitForEvent('page');
    await mail.getByRole('link', { name: 'Reset password', exact: true }).click();
    const tab = await newTab;
    await tab.waitForURL(`${address}/resetpwd/*`);
    await tab.getByLabel('New password', { exact: true }).waitFor();
    expect(await tab.getByLabel('Email', { exact: true }).inputValue()).toBe(READER);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();

    await page.setViewportSize(viewports.mobile);
    await mailLink(page).waitFor({ state: 'hidden' });
    await mail.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await expect.poll(() => hasHorizontalOverflow(page)).toBe(false);
    await page.getByRole('link', { name: 'All mails' }).click();
    await mailLink(page).waitFor();
    await expectAccessible(page, 'outbox of a phone');
  },
);

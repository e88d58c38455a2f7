import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { enter } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { screens } from './openBrowser.ts';

const READER = 'programmer@demo.test';
const mailOf = (page: Page) => page.getByRole('link', { name: new RegExp(`${READER}.*Reset your password`) }).first();

/** Until the job behind the answer has written its mail. */
async function refreshUntilThere(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return mailOf(page).isVisible();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
}

journey(
  'an operator opens a mail of the outbox, and its link leads to its page',
  { tags: ['A-MAIL-02', 'A-MAIL-07'] },
  async ({ context, page, address }) => {
    await fetch(`${address}/api/auth/reset/${READER}`);
    await enter(page, 'operator@demo.test');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Outbox' }).click();
    await page.waitForURL('**/operator/outbox');
    await refreshUntilThere(page);
    await mailOf(page).click();
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await expectClean(page, 'outbox');
    const opened = context.waitForEvent('page');
    await mail.getByRole('link', { name: 'Reset password', exact: true }).click();
    const tab = await opened;
    await tab.waitForURL(`${address}/resetpwd/*`);
    await tab.getByLabel('New password', { exact: true }).waitFor();
    expect(await tab.getByLabel('Email', { exact: true }).inputValue()).toBe(READER);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  },
);

journey(
  'on a phone the outbox is a list, then a mail with a way back',
  { tags: ['A-MAIL-07'] },
  async ({ page, address }) => {
    await fetch(`${address}/api/auth/reset/${READER}`);
    await page.setViewportSize(screens.mobile);
    await enter(page, 'operator@demo.test');
    await page.goto('/operator/outbox');
    await refreshUntilThere(page);
    await expectClean(page, 'outbox');
    await mailOf(page).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Reset your password' }).waitFor();
    expect(await mailOf(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    await page.getByRole('link', { name: 'All mails' }).click();
    await mailOf(page).waitFor();
  },
);

journey('for anybody else there is no outbox', { tags: ['A-MAIL-07'] }, async ({ page }) => {
  await enter(page);
  await page.goto('/operator/outbox');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

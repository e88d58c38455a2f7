import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { contextOptions } from './browser.ts';
import { createAccount } from './createAccount.ts';
import { journey } from './journey.ts';
import { waitForMail } from './mailbox.ts';
import { releaseLinks } from './webApp.ts';

async function requestLink(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send the link', exact: true }).click();
}

journey(
  'a mailed link signs in once, without a question in the browser that requested it',
  { tags: ['A-MAGIC-04', 'A-MAGIC-05', 'A-MAGIC-11', 'A-ROUTE-04', 'A-ROUTE-14', 'A-STATE-15'] },
  async ({ page, address }) => {
    const email = await createAccount(address, 'magic');
    await requestLink(page, '/', email);
    await page.getByText(`We sent a sign-in link to ${email}.`).waitFor();
    const link = (await waitForMail(email, { subject: /sign-in link/ })).link('authverify');
    await page.goto(link);
    await page.waitForURL('**/releases');
    await releaseLinks(page).first().waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await page.getByText('This sign-in link does not work any more').waitFor();
  },
);

journey(
  'a mail scanner that opens the link does not use it up; another browser asks before signing in',
  { tags: ['A-MAGIC-11', 'A-MAIL-01'] },
  async ({ browser, page, address }) => {
    const email = await createAccount(address, 'scanned');
    await requestLink(page, '/login', email);
    const link = (await waitForMail(email, { subject: /sign-in link/ })).link('authverify');
    const scanner = await browser.newPage(contextOptions(address));
    await scanner.goto(link, { waitUntil: 'networkidle' });
    await scanner.getByText(`Sign in as ${email}?`).waitFor();
    await scanner.close();
    const phone = await browser.newPage(contextOptions(address));
    await phone.goto(link);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await phone.waitForURL('**/releases');
    await phone.close();
    expect(new URL(page.url()).pathname).toBe('/login');
  },
);

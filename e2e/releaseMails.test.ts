import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { releaseMailsJob } from '../server/notify/sendReleaseMails.ts';
import { openJobs } from '../server/platform/jobs/jobs.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { expectAccessible } from './accessibility.ts';
import { createAccount } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { waitForMail } from './mailbox.ts';
import { signIn, signOut, submitSignInForm } from './signIn.ts';

/** The service runs the job that this adds; otherwise it checks for new releases once a minute. */
const sendReleaseMails = () =>
  withDatabase(async (db, database) => {
    const jobs = openJobs(database, createSilentLog(), false);
    await db.transaction().execute((transaction) => jobs.send(transaction, releaseMailsJob, {}));
    await jobs.close();
  });

/** Enough for the next check, if one is just running. */
const MAIL_TIMEOUT_MS = 150_000;

async function subscribePerRelease(page: Page): Promise<void> {
  await page.goto('/account/settings-preferences');
  await page.getByRole('button', { name: /Release email notification frequency/ }).click();
  await page.getByRole('option', { name: 'Per release' }).click();
  await page.getByText('Settings have been saved').first().waitFor();
}

journey(
  'a release mail links to the release and to unsubscribing',
  { tags: ['A-EMAILS-04'], timeout: 2 * MAIL_TIMEOUT_MS },
  async ({ page, address }) => {
    const email = await createAccount(address, 'reader');
    await signIn(page, email);
    await subscribePerRelease(page);
    await signOut(page);
    await deliverRelease({ title: 'Early Morning', seconds: 4, packageName: 'Mails', email });
    await sendReleaseMails();
    // The mail may list more releases, because the demo is still being imported.
    const mail = await waitForMail(email, { text: 'Early Morning' }, MAIL_TIMEOUT_MS);
    const [, link = ''] = /Early Morning[^]*?Night Shift · Single[^]*?(https?:\S+)/.exec(mail.text) ?? [];
    await page.goto(link);
    await submitSignInForm(page, email);
    await page.waitForURL('**/releases/releaseInfo/*');
    await expect.poll(() => page.title(), { timeout: 30_000 }).toContain('Early Morning');
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await signOut(page);

    await page.goto(mail.link('unsubscribe'));
    await page.getByText(`Stop release emails to ${email}?`).waitFor();
    await expectAccessible(page, 'unsubscribe');
    await page.getByRole('button', { name: 'Stop all release emails' }).click();
    await page.getByText(`${email} will no longer receive release emails.`).waitFor();
    await expectAccessible(page, 'unsubscribed');
    await page.getByRole('link', { name: 'Open settings' }).click();
    await submitSignInForm(page, email);
    await page.waitForURL('**/account/settings-preferences');
    await page.getByRole('button', { name: /Release email notification frequency.*None/ }).waitFor();
  },
);

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { toPcm16 } from '../demo/master.ts';
import { synthesise } from '../demo/synth.ts';
import { wavHead } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { journey } from './browser.ts';
import { command } from './command.ts';
import { enter, fillIn, signOut } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { findMail } from './mailbox.ts';
import { newAccount } from './newAccount.ts';

/** The clock of the service looks for new releases each minute. */
const WITHIN_MS = 150_000;

async function deliver(title: string): Promise<void> {
  const folder = await temporaryFolder('promenade-mailed-');
  try {
    const pcm = toPcm16(synthesise({ work: title, style: 'house', take: 'full', seconds: 4 }));
    const tags = { INAM: title, IART: 'The Couriers', IPRD: title };
    await writeFile(join(folder, `01 ${title}.wav`), Buffer.concat([wavHead(pcm.length, tags), pcm]));
    await command('server/import.ts', [folder, '--label', 'Night Shift', '--json']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function wantEachRelease(page: Page): Promise<void> {
  await page.goto('/account/settings-preferences');
  await page.getByRole('button', { name: /Release email notification frequency/ }).click();
  await page.getByRole('option', { name: 'Per release' }).click();
  await page.getByText('Settings have been saved').first().waitFor();
}

journey(
  'a delivery is a mail; its link opens the release, its other link ends the mails',
  { tags: ['A-EMAILS-04'], timeout: 2 * WITHIN_MS },
  async ({ page, address }) => {
    const email = await newAccount(address, 'reader');
    await enter(page, email);
    await wantEachRelease(page);
    await signOut(page);
    await deliver('Early Morning');
    // The demo is still being made: what else came in that minute stands in the same mail.
    const mail = await findMail(email, { words: 'Early Morning' }, WITHIN_MS);
    const [, link = ''] = /Early Morning[^]*?Night Shift · Single[^]*?(https?:\S+)/.exec(mail.text) ?? [];
    await page.goto(link);
    await fillIn(page, email);
    await page.waitForURL('**/releases/releaseInfo/*');
    await expect.poll(() => page.title(), { timeout: 30_000 }).toContain('Early Morning');
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await signOut(page);

    await page.goto(mail.link('unsubscribe'));
    await page.getByText(`Stop release emails to ${email}?`).waitFor();
    await expectClean(page, 'unsubscribe');
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await page.getByText(`${email} will no longer receive release emails.`).waitFor();
    await expectClean(page, 'unsubscribed');
    await page.getByRole('link', { name: 'Open settings' }).click();
    await fillIn(page, email);
    await page.waitForURL('**/account/settings-preferences');
    await page.getByRole('button', { name: /Release email notification frequency.*None/ }).waitFor();
  },
);

import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createAccount } from './createAccount.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { runCommand } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

/** Events: requirements decision 41. */
const waitForStream = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/events'));

function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) count += 1;
  });
  return () => count;
}

journey(
  'a withdrawn release leaves both tabs of a browser, which share one stream',
  async ({ page, context, address }) => {
    const email = await createAccount(address, 'events');
    const { releases } = await deliverRelease({ title: 'Soon Withdrawn', seconds: 5, packageName: 'Events', email });
    const streams = countStreams(context);
    const stream = waitForStream(page);
    await signIn(page, email);
    const second = await context.newPage();
    await second.goto('/releases');
    for (const tab of [page, second]) await releaseLinks(tab).filter({ hasText: 'Soon Withdrawn' }).first().waitFor();
    await stream;
    await runCommand('server/operator.ts', ['withdraw', releases[0]?.releaseid ?? '', '--yes']);
    for (const tab of [page, second])
      await releaseLinks(tab).filter({ hasText: 'Soon Withdrawn' }).first().waitFor({ state: 'detached' });
    expect(streams()).toBe(1);
  },
);

journey('who is signed out elsewhere is told at once', async ({ page, address }) => {
  const email = await createAccount(address, 'ended');
  const stream = waitForStream(page);
  await signIn(page, email);
  await stream;
  await runCommand('server/operator.ts', ['end-sessions', email]);
  await page.getByRole('alertdialog').waitFor();
});

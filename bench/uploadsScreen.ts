import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';
import { createAccount } from '../e2e/createAccount.ts';
import { withDatabase } from '../e2e/database.ts';
import { operate } from '../e2e/runCommand.ts';
import { submitSignInForm } from '../e2e/signIn.ts';
import { startService } from '../e2e/startService.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { startStep } from './steps.ts';

// Uploads a folder of many small files in the browser: their rate, requests, and the processor time of the page's main
// thread, in seconds of each second of the upload. The floor is that of the page while nothing is sent.

const FILES = 300;
const FILE_BYTES = 100_000;
const IDLE_MS = 5_000;
/** A slow build is measured as long as this. */
const LIMIT_MS = 180_000;
const BUSY_MAX = 0.1;

startStep('Uploading many small files by the console');
const service = await startService({ env: { DEMO: '0' } });
const parent = await temporaryFolder('promenade-uploads-');
const folder = join(parent, 'Small Files');
try {
  await mkdir(folder);
  for (let index = 1; index <= FILES; index += 1)
    await writeFile(join(folder, `${String(index).padStart(3, '0')}.wav`), randomBytes(FILE_BYTES));
  const email = await createAccount(service.address, 'editor', service);
  const label = { name: 'Harbour', logo_hash: null, contact: null };
  await withDatabase((db) => db.insertInto('labels').values(label).execute(), service.dataDir);
  await operate(['staff', label.name, email, '--role', 'editor'], service);
  const { context, close } = await openBrowser(service.address);
  try {
    const [page] = context.pages();
    if (!page) throw new Error('The browser has no page.');
    await page.addInitScript(() => performance.setResourceTimingBufferSize(10_000));
    await page.goto('/');
    await submitSignInForm(page, email);
    await page.waitForURL('**/releases');
    await page.goto('/label');
    await page.getByRole('button', { name: 'New release' }).click();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await sleep(2_000);
    const idle = await readTaskSeconds(session);
    await sleep(IDLE_MS);
    const before = await readTaskSeconds(session);
    const since = await page.evaluate(() => performance.now());
    const isChecked = page.waitForRequest('**/check').then(() => true);
    await page.getByLabel('Choose a folder').first().setInputFiles(folder);
    const isDone = await Promise.race([isChecked, sleep(LIMIT_MS, false)]);
    const busy = (await readTaskSeconds(session)) - before;
    const { milliseconds, requests, sent } = await page.evaluate(readRequests, since);
    const seconds = milliseconds / 1000;
    const share = busy / seconds;
    console.log(`page without uploads: main thread ${(((before - idle) * 100_000) / IDLE_MS).toFixed(1)} % busy`);
    console.log(
      `${sent} of ${FILES} files of ${FILE_BYTES / 1000} kB in ${seconds.toFixed(1)} s (${(sent / seconds).toFixed(1)}/s), ` +
        `${requests} requests, main thread ${busy.toFixed(2)} s of processor time (${(share * 100).toFixed(1)} %)`,
    );
    if (!isDone || share > BUSY_MAX) process.exitCode = 1;
  } finally {
    await close();
  }
} finally {
  await rm(parent, { recursive: true, force: true });
  await service.stop();
}

/** Processor time of the main thread since the page was loaded. */
async function readTaskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Runs in the page: calls of the API since a time; a file is sent when it needs no further part. */
function readRequests(since: number): { milliseconds: number; requests: number; sent: number } {
  const calls = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime >= since && name.includes('/api/'));
  const uploads = calls.filter(({ name }) => /\/label\/uploads\/./.test(name));
  return {
    milliseconds: performance.now() - since,
    requests: calls.length,
    sent: new Set(uploads.map(({ name }) => name)).size,
  };
}

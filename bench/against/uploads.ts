import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { labelDeliveries } from '@promenade/contract/uploads';
import type { CDPSession } from 'playwright-core';
import { openBrowser } from '../../e2e/browser.ts';
import { signInByForm } from '../../e2e/signIn.ts';
import { temporaryFolder } from '../../server/testing/temporaryFolder.ts';
import { createTone } from '../tones.ts';
import { startConsoleService } from './consoleService.ts';
import { defineMeasurement } from './measurement.ts';

const FILES = 300;
const FILE_BYTES = 100_000;
/** A build that has not sent all files by then is rated by those that it sent. */
const SECONDS_MAX = 180;
const POLL_MS = 500;

/** Many small files, sent by the label's console in Chromium. */
export const uploads = defineMeasurement({
  figures: [
    { name: `files of 0.1 MB a second, of ${FILES}`, bound: { of: 'ratio', atLeast: 10 } },
    { name: 'share of its main thread that is busy', bound: { of: 'now', atMost: 0.1 } },
  ],
  start: (build) => startConsoleService(build, 1),
  measure: async ({ address, email, call }) => {
    const folder = await writeFiles();
    const { context, close } = await openBrowser(address);
    try {
      const [page] = context.pages();
      if (!page) throw new Error('The browser has no page.');
      await signInByForm(page, email);
      await page.goto('/label');
      await page.getByRole('button', { name: 'New release' }).click();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const before = await readBusySeconds(session);
      const begun = performance.now();
      const getSeconds = () => (performance.now() - begun) / 1_000;
      await page.getByLabel('Choose a folder').first().setInputFiles(folder);
      let sent = 0;
      while (sent < FILES && getSeconds() < SECONDS_MAX) {
        await sleep(POLL_MS);
        const [delivery] = (await call(labelDeliveries, { query: {} })).body.items;
        sent = delivery?.files.filter(({ received, bytes }) => received === bytes).length ?? 0;
      }
      const seconds = getSeconds();
      return [sent / seconds, ((await readBusySeconds(session)) - before) / seconds];
    } finally {
      await close();
      await rm(folder, { recursive: true });
    }
  },
});

async function writeFiles(): Promise<string> {
  const folder = await temporaryFolder('promenade-uploads-');
  const tone = createTone(1, 1).subarray(0, FILE_BYTES);
  for (let number = 1; number <= FILES; number++) {
    // No two are the same.
    tone.writeUInt32LE(number, FILE_BYTES - 4);
    await writeFile(join(folder, `${number}.wav`), tone);
  }
  return folder;
}

/** Processor time of the main thread. Source: https://chromedevtools.github.io/devtools-protocol/ */
async function readBusySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

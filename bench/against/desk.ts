import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../../e2e/browser.ts';
import { signInByForm } from '../../e2e/signIn.ts';
import { startConsoleService } from './consoleService.ts';
import { defineMeasurement } from './measurement.ts';
import { readOwnSeconds } from './processes.ts';

const RELEASES = 30;
const DECISIONS = 20;
/** What follows is loaded ahead meanwhile. */
const PAUSE_MS = 3_000;
const LOADED_MS = 6_000;

/** Decisions by the keyboard, in Chromium. */
export const desk = defineMeasurement({
  figures: [
    { name: 'requests a decision', bound: { of: 'now', atMost: 6 } },
    { name: 'processor time of the service a decision, ms', bound: { of: 'ratio', atMost: 0.35 } },
  ],
  start: (build) => startConsoleService(build, RELEASES),
  measure: async ({ address, pid, email }) => {
    const { context, close } = await openBrowser(address);
    try {
      const [page] = context.pages();
      if (!page) throw new Error('The browser has no page.');
      await signInByForm(page, email);
      await page.getByRole('button', { name: /^Listen through/ }).click();
      await page.waitForURL('**/desk/*');
      await page.locator('h1').waitFor();
      await sleep(LOADED_MS);
      let requests = 0;
      const devtools = await context.newCDPSession(page);
      // What the cache of the browser answers does not reach the service.
      devtools.on('Network.requestWillBeSent', ({ request }) => {
        if (request.url.startsWith(address)) requests += 1;
      });
      devtools.on('Network.requestServedFromCache', () => {
        requests -= 1;
      });
      devtools.on('Network.responseReceived', ({ response }) => {
        if (response.fromDiskCache) requests -= 1;
      });
      await devtools.send('Network.enable');
      const before = await readOwnSeconds(pid);
      for (let decision = 0; decision < DECISIONS; decision++) {
        await page.keyboard.press(decision % 2 === 0 ? 'f' : 'e');
        await sleep(PAUSE_MS);
      }
      const seconds = (await readOwnSeconds(pid)) - before;
      return [requests / DECISIONS, (seconds * 1_000) / DECISIONS];
    } finally {
      await close();
    }
  },
});

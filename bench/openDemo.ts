import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../e2e/browser.ts';
import { startService } from '../e2e/startService.ts';

/** Starts a service with the demo and a browser; waits until the background import, which uses all cores, is complete. */
export async function openDemo(browserArgs?: string[]) {
  const { address, output, stop } = await startService();
  while (!output().includes('40 of 40')) await sleep(500);
  const browser = await openBrowser(address, browserArgs);
  const [page] = browser.context.pages();
  if (!page) throw new Error('The browser has no page.');
  const close = async () => {
    await browser.close();
    await stop();
  };
  return { address, page, close };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { desktopConfig, type Flags, default as lighthouse } from 'lighthouse';
import { openBrowser } from '../e2e/browser.ts';
import { signIn } from '../e2e/signIn.ts';
import { startService } from '../e2e/startService.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** Of 100. */
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 };
const DEBUGGING_PORT = 9333;

startStep('Creating the demo');
const { address, page, close } = await openDemo([`--remote-debugging-port=${DEBUGGING_PORT}`]);
const devtools = await page.context().newCDPSession(page);
try {
  await measure('sign-in', `${address}/login`);
  await signIn(page);
  await measure('gallery', `${address}/releases`);
  await measure('gallery, empty cache', `${address}/releases`, () => devtools.send('Network.clearBrowserCache'));
} finally {
  await close();
}

/** Prints the median score of each category for phone and desktop; a score below the minimum sets exit code 1. */
async function measure(name: string, url: string, prepare?: () => Promise<unknown>): Promise<void> {
  for (const preset of ['mobile', 'desktop'] as const) {
    startStep(`Measuring ${name}, ${preset}`);
    const flags: Flags = { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], disableStorageReset: true };
    const runs: Record<string, number>[] = [];
    for (let run = 0; run < RUNS; run++) {
      await prepare?.();
      const result = await lighthouse(url, flags, preset === 'desktop' ? desktopConfig : undefined);
      if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
      runs.push(
        Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((result.lhr.categories[id]?.score ?? 0) * 100)])),
      );
    }
    const medians = CATEGORIES.map((id) => [id, median(runs.map((scores) => scores[id] ?? 0))] as const);
    console.log(`${name}, ${preset}: ${medians.map(([id, score]) => `${id} ${score}`).join(', ')}`);
    if (medians.some(([id, score]) => score < MIN_SCORES[id])) process.exitCode = 1;
  }
}

/** Starts a service with the demo and a browser; waits until the background import, which uses all cores, is complete. */
async function openDemo(browserArgs: string[]) {
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

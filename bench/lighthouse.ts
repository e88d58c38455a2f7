import { setTimeout } from 'node:timers/promises';
import { desktopConfig, type Flags, default as lighthouse } from 'lighthouse';
import { enter } from '../e2e/enter.ts';
import { openBrowser } from '../e2e/openBrowser.ts';
import { startService } from '../e2e/startService.ts';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** Of 100. */
const AT_LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const DEBUGGING_PORT = 9333;

const service = await startService();
// The demo is still being made in the background, on all cores.
while (!service.output().includes('40 of 40')) await setTimeout(500);
const browser = await openBrowser(service.address, [`--remote-debugging-port=${DEBUGGING_PORT}`]);
try {
  await measure('sign-in', `${service.address}/login`);
  const [page] = browser.context.pages();
  if (!page) throw new Error('The browser has no page.');
  await enter(page);
  await measure('gallery', `${service.address}/releases`);
} finally {
  await browser.close();
  await service.stop();
}

/** Prints the median of each category on a phone and on a desk; a miss ends the bench with 1. */
async function measure(name: string, address: string): Promise<void> {
  for (const preset of ['mobile', 'desktop'] as const) {
    const flags: Flags = { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], disableStorageReset: true };
    const runs: Record<string, number>[] = [];
    for (let run = 0; run < RUNS; run++) {
      const result = await lighthouse(address, flags, preset === 'desktop' ? desktopConfig : undefined);
      if (!result) throw new Error(`Lighthouse gave nothing for ${address}.`);
      runs.push(
        Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((result.lhr.categories[id]?.score ?? 0) * 100)])),
      );
    }
    const medians = CATEGORIES.map((id) => [id, median(runs.map((scores) => scores[id] ?? 0))] as const);
    console.log(`${name}, ${preset}: ${medians.map(([id, score]) => `${id} ${score}`).join(', ')}`);
    if (medians.some(([id, score]) => score < AT_LEAST[id])) process.exitCode = 1;
  }
}

function median(scores: number[]): number {
  return scores.toSorted((one, other) => one - other)[Math.floor(scores.length / 2)] ?? 0;
}

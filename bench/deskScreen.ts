import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../e2e/browser.ts';
import { createAccount } from '../e2e/createAccount.ts';
import { runCommand } from '../e2e/runCommand.ts';
import { signIn } from '../e2e/signIn.ts';
import { startService } from '../e2e/startService.ts';
import { median } from './statistics.ts';
import { openKeptFolder, startStep } from './steps.ts';
import { writeTones } from './tones.ts';

// From the key of a decision to the frame that shows the next release, and to its first sound, by the events of the
// browser. The floor is the time between two frames while no key is pressed.

const RELEASES = 200;
const DECISIONS = 100;
const SECONDS = 8;
/** A listener hears some of each. */
const PAUSE_MS = 600;
const MAX_SOUND_MS = { median: 150, p95: 300 };

interface Measured {
  /** Milliseconds from the key to the frame with another title, and to `playing`. */
  shown: number[];
  heard: number[];
  /** Between two frames. */
  frames: number[];
}
declare global {
  interface Window {
    measured: Measured;
  }
}

startStep('Starting the service');
const { folder, isComplete, markComplete } = await openKeptFolder('desk');
const service = await startService({ dataDir: folder, env: { DEMO: '0' } });
try {
  if (!isComplete) await deliverTones();
  const email = await createAccount(service.address, 'programmer', service);
  startStep('Signing in');
  const { context, close } = await openBrowser(service.address);
  try {
    const [page] = context.pages();
    if (!page) throw new Error('The browser has no page.');
    await page.addInitScript(measureKeys);
    await signIn(page, email);
    await page.getByRole('button', { name: /^Listen through/ }).click();
    await page.waitForURL('**/desk/*');
    await page.locator('h1').waitFor();
    await sleep(2_000);
    const idle = await page.evaluate(() => window.measured.frames.splice(0).slice(-60));
    startStep(`Deciding on ${DECISIONS} releases`);
    for (let decision = 0; decision < DECISIONS; decision++) {
      await page.keyboard.press(decision % 2 === 0 ? 'f' : 'e');
      await sleep(PAUSE_MS);
    }
    const { shown, heard } = await page.evaluate(() => window.measured);
    console.log(`frames without a decision: median ${median(idle).toFixed(0)} ms, p95 ${p95(idle).toFixed(0)} ms`);
    console.log(
      `${shown.length} next releases shown: median ${median(shown).toFixed(0)} ms, p95 ${p95(shown).toFixed(0)} ms`,
    );
    console.log(`${heard.length} next sounds: median ${median(heard).toFixed(0)} ms, p95 ${p95(heard).toFixed(0)} ms`);
    if (median(heard) > MAX_SOUND_MS.median || p95(heard) > MAX_SOUND_MS.p95) process.exitCode = 1;
  } finally {
    await close();
  }
} finally {
  await service.stop({ keepData: true });
}

/** Fills `window.measured`. Runs before the scripts of the page: their key listener would change the title first. */
function measureKeys(): void {
  const measured: Measured = { shown: [], heard: [], frames: [] };
  window.measured = measured;
  let [frame, pressed, title, isShown, isHeard] = [performance.now(), 0, '', true, true];
  const onFrame = () => {
    const now = performance.now();
    measured.frames.push(now - frame);
    frame = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  const readTitle = () => document.querySelector('h1')?.textContent ?? '';
  window.addEventListener(
    'keydown',
    () => {
      [pressed, title, isShown, isHeard] = [performance.now(), readTitle(), false, false];
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (isShown || readTitle() === title) return;
    isShown = true;
    const at = pressed;
    requestAnimationFrame(() => measured.shown.push(performance.now() - at));
  }).observe(document, { childList: true, characterData: true, subtree: true });
  document.addEventListener(
    'playing',
    () => {
      if (!isHeard) measured.heard.push(performance.now() - pressed);
      isHeard = true;
    },
    { capture: true },
  );
}

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/** Imports releases with one tone each. */
async function deliverTones(): Promise<void> {
  startStep(`Importing ${RELEASES} releases, which are kept for the next run`);
  const root = await writeTones(RELEASES, SECONDS);
  await runCommand('server/import.ts', [root, '--label', 'Bench'], service);
  await rm(root, { recursive: true });
  await markComplete();
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_RATE } from '../demo/music/dsp.ts';
import { createWavHeader, encodePcm16 } from '../demo/wav.ts';
import { openBrowser } from '../e2e/browser.ts';
import { createAccount } from '../e2e/createAccount.ts';
import { createClick } from '../e2e/engines/engine.ts';
import { findFirefox, openFirefox } from '../e2e/engines/firefox.ts';
import { findProgram } from '../e2e/engines/programs.ts';
import { runCommand } from '../e2e/runCommand.ts';
import { PASSWORD } from '../e2e/signIn.ts';
import { startService } from '../e2e/startService.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { openRecordedOutput, type Silence } from './recordOutput.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';

// Records what a browser plays and measures in the recording the time from a click to the first sound, and the silence
// between songs, which are tones from their first to their last sample.

const SONGS = 8;
const SECONDS = 6;
const CLICKS = 5;
/** Budgets of the medians in milliseconds. */
const MAX_CLICK_MS = 200;
const MAX_SILENCE_MS = { Chromium: 20, Firefox: 40 };

/** What both browsers can do. */
interface Browser {
  goto(url: string): Promise<unknown>;
  run<Result>(body: () => Result): Promise<Result>;
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Tab'): Promise<void>;
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

startStep('Starting the service');
const output = await openRecordedOutput();
const service = await startService({ env: { DEMO: '0' } });
try {
  const { email, releasePage } = await deliverTones();
  for (const [name, open] of [
    ['Chromium', openChromium],
    ['Firefox', findFirefox() && openFirefoxEngine],
  ] as const) {
    if (!open || (process.argv[2] && process.argv[2] !== name)) continue;
    startStep(`Recording ${name}`);
    const browser = await open();
    try {
      await signIn(browser, email);
      // First, because auto-play is off after a reload.
      report(`${name}: silence between songs`, await measureSilences(browser, releasePage), MAX_SILENCE_MS[name]);
      report(`${name}: click to first sound`, await measureClicks(browser, releasePage), MAX_CLICK_MS);
    } finally {
      await browser.close();
    }
  }
} finally {
  await service.stop();
  await output.close();
}

/** The headless shell plays no sound. */
function findFullChromium(): string {
  return process.env['CHROMIUM_PATH'] ?? findProgram(['chromium', 'google-chrome-stable']) ?? '';
}

async function openChromium(): Promise<Browser> {
  const { context, close } = await openBrowser(service.address, [], {
    executablePath: findFullChromium(),
    ignoreDefaultArgs: ['--mute-audio'],
    env: { ...process.env, ...output.env },
  });
  const [page] = context.pages();
  if (!page) throw new Error('The browser has no page.');
  return {
    goto: (url) => page.goto(url),
    run: (body) => page.evaluate(body),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    click: (x, y) => page.mouse.click(x, y),
    close,
  };
}

async function openFirefoxEngine(): Promise<Browser> {
  const engine = await openFirefox(findFirefox() ?? '', output.env);
  const codes = { Enter: '\uE007', Tab: '\uE004' };
  const type = (text: string) =>
    engine.perform([
      {
        type: 'key',
        id: 'keys',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  const click = (x: number, y: number) => engine.perform(createClick(x, y));
  return { ...engine, type, press: (key) => type(codes[key]), click };
}

async function deliverTones() {
  const email = await createAccount(service.address, 'listener', service);
  const folder = join(await temporaryFolder('promenade-tones-'), 'Tones');
  await mkdir(folder);
  const tone = Float32Array.from(
    { length: SAMPLE_RATE * SECONDS },
    // A cosine begins and ends at its peak, so that no silence is part of the song.
    (_, index) => 0.5 * Math.cos((2 * Math.PI * 500 * index) / SAMPLE_RATE),
  );
  for (let song = 1; song <= SONGS; song++) {
    const pcm = encodePcm16({ left: tone, right: tone });
    const header = createWavHeader(pcm.length, { INAM: `Tone ${song}`, IART: 'Bench', IPRD: 'Tones' });
    await writeFile(join(folder, `0${song} Tone.wav`), Buffer.concat([header, pcm]));
  }
  const imported = await runCommand('server/import.ts', [folder, '--label', 'Bench', '--json'], service);
  const { releases } = JSON.parse(imported) as { releases: { releaseid: string }[] };
  return { email, releasePage: `${service.address}/releases/releaseInfo/${releases[0]?.releaseid}` };
}

async function signIn(browser: Browser, email: string): Promise<void> {
  await browser.goto(service.address);
  await waitFor(browser, () => {
    document.querySelector('input')?.focus();
    return document.activeElement?.tagName === 'INPUT';
  });
  await browser.type(email);
  await browser.press('Tab');
  await browser.type(PASSWORD);
  await browser.press('Enter');
  await waitFor(browser, () => document.querySelector('main article') !== null);
}

/** Clicks Play of the release after each reload of the page. */
async function measureClicks(browser: Browser, releasePage: string): Promise<number[]> {
  const results: number[] = [];
  for (let click = 0; click < CLICKS; click++) {
    // Lets the sound of the former page end.
    await browser.goto('about:blank');
    await sleep(3000);
    await play(browser, releasePage, async (recording, clickedAt) => {
      await sleep(1500);
      const [first] = (await recording.stop()).filter(({ from, to }) => from < clickedAt && to > clickedAt);
      results.push((first?.to ?? Number.NaN) - clickedAt);
    });
  }
  return results;
}

async function measureSilences(browser: Browser, releasePage: string): Promise<number[]> {
  return play(browser, releasePage, async (recording, clickedAt) => {
    await sleep((SONGS * SECONDS + 1) * 1000);
    const silences = (await recording.stop()).filter(({ from }) => from > clickedAt + 1000);
    // The last one follows the last song.
    return Array.from({ length: SONGS - 1 }, (_, index) =>
      sumAround(silences, clickedAt + (index + 1) * SECONDS * 1000),
    );
  });
}

/** Silence within a second around the end of a song. */
function sumAround(silences: Silence[], end: number): number {
  const near = silences.filter(({ from, to }) => from < end + 2500 && to > end - 1000);
  if (near.some(({ from, to }) => to - from > 2000)) return Number.NaN;
  return near.reduce((sum, { from, to }) => sum + to - from, 0);
}

async function play<Result>(
  browser: Browser,
  releasePage: string,
  measure: (recording: ReturnType<typeof output.record>, clickedAt: number) => Promise<Result>,
): Promise<Result> {
  await browser.goto(releasePage);
  const { x, y } = await waitFor(browser, locatePlayButton);
  const recording = output.record();
  await sleep(1000);
  const clickedAt = Date.now();
  await browser.click(x, y);
  return measure(recording, clickedAt);
}

/** Runs in the page. */
function locatePlayButton() {
  const button = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === 'Play');
  const box = button?.getBoundingClientRect();
  return box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

async function waitFor<Result>(browser: Browser, body: () => Result): Promise<NonNullable<Result>> {
  for (let tries = 0; tries < 300; tries++) {
    const result = await browser.run(body).catch(() => undefined);
    if (result) return result;
    await sleep(100);
  }
  throw new Error(`${String(body)} gives nothing.`);
}

/** Prints the median and all results; a median over the budget sets exit code 1. */
function report(name: string, results: number[], maxMs: number): void {
  const sorted = results.toSorted((a, b) => a - b);
  const middle = median(results);
  console.log(`${name}: median ${middle.toFixed(0)} ms (${sorted.map((result) => result.toFixed(0)).join(', ')})`);
  if (!(middle <= maxMs)) process.exitCode = 1;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { currentSongTitle } from '../e2e/audioProbe.ts';
import { signIn } from '../e2e/signIn.ts';
import { playAlbum, playerBar, seekBeforeEnd } from '../e2e/webApp.ts';
import { openDemo } from './openDemo.ts';
import { median } from './statistics.ts';

// Measures two latencies in a browser: from a click on Play to the start of the audio, and from the end of a song to
// the start of the next one.

const RUNS = 7;
/** Budgets of the medians, in milliseconds. */
const MAX_CLICK_MS = 150;
const MAX_GAP_MS = 50;
/** Seconds that a song has left after the seek. */
const SECONDS_BEFORE_END = 3;

/** Last event of each kind, in milliseconds of the page's clock. */
interface AudioEvents {
  clicked: number;
  ended: number;
  started: number;
}

declare global {
  interface Window {
    audioEvents: AudioEvents;
  }
}

const { page, close } = await openDemo();
try {
  await page.addInitScript(recordAudioEvents);
  // The open stream of events would keep the network from becoming idle.
  await page.route('**/api/events', (route) => route.abort());
  await signIn(page);
  report('click to sound', await repeat((run) => measureClick(page, run)), MAX_CLICK_MS);
  await playAlbum(page);
  report('gap between songs', await repeat(() => measureGap(page)), MAX_GAP_MS);
} finally {
  await close();
}

/** Runs in the page, before its own scripts. */
function recordAudioEvents(): void {
  const events: AudioEvents = { clicked: 0, ended: 0, started: 0 };
  window.audioEvents = events;
  document.addEventListener('click', () => (events.clicked = performance.now()), true);
  document.addEventListener('ended', () => (events.ended = performance.now()), true);
  document.addEventListener('playing', ({ target }) => target instanceof HTMLAudioElement && recordStart(target), true);

  /** Calculates the start of the audio from the first change of `currentTime`. */
  function recordStart(audio: HTMLAudioElement): void {
    const startTime = audio.currentTime;
    const check = () => {
      if (audio.paused) return;
      if (audio.currentTime === startTime) setTimeout(check);
      else events.started = performance.now() - (audio.currentTime - startTime) * 1000;
    };
    check();
  }
}

/** Clicks Play of a card. The pointer is over the button before, so that the audio token is already loaded. */
async function measureClick(page: Page, run: number): Promise<number> {
  const card = page.getByRole('main').getByRole('article').nth(run);
  await card.hover();
  const playButton = card.getByRole('button', { name: /^Play / }).first();
  await playButton.hover();
  await page.waitForLoadState('networkidle');
  await playButton.click();
  return measureStart(page, await page.evaluate(() => window.audioEvents.clicked));
}

/** Lets the current song end, then returns to it. */
async function measureGap(page: Page): Promise<number> {
  const title = await currentSongTitle(page);
  await page.waitForFunction(() => [...document.querySelectorAll('audio')].some(({ paused }) => !paused));
  await seekBeforeEnd(page, SECONDS_BEFORE_END);
  await page.waitForFunction(() => [...document.querySelectorAll('audio')].every(({ readyState }) => readyState === 4));
  const gap = await measureStart(page, await page.evaluate(waitForEnd));
  while ((await currentSongTitle(page)) !== title) {
    await playerBar(page).getByRole('button', { name: 'Skip back' }).click();
    await sleep(300);
  }
  return gap;
}

/** Waits for the first start of audio after this moment; returns the milliseconds between. */
async function measureStart(page: Page, fromMs: number): Promise<number> {
  const started = await page.waitForFunction(
    (moment) => window.audioEvents.started > moment && window.audioEvents.started,
    fromMs,
  );
  return Number(await started.jsonValue()) - fromMs;
}

/** Runs in the page. */
function waitForEnd(): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener('ended', () => resolve(window.audioEvents.ended), { capture: true, once: true });
  });
}

async function repeat(measure: (run: number) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let run = 0; run < RUNS; run++) results.push(await measure(run));
  return results;
}

/** Prints the median and all results; a median over the budget sets exit code 1. */
function report(name: string, results: number[], maxMs: number): void {
  const sorted = results.toSorted((a, b) => a - b);
  const middle = median(results);
  console.log(`${name}: median ${middle.toFixed(0)} ms (${sorted.map((result) => result.toFixed(0)).join(', ')})`);
  if (!(middle <= maxMs)) process.exitCode = 1;
}

import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { cards, enter, player } from '../e2e/enter.ts';
import { openBrowser } from '../e2e/openBrowser.ts';
import { startService } from '../e2e/startService.ts';
import { listenIn } from './listenIn.ts';

const RUNS = 7;
/** Milliseconds, of the median. */
const CLICK_AT_MOST = 150;
const GAP_AT_MOST = 50;
/** So near to its end a song is put before each hand-over, in seconds. */
const BEFORE_END = 3;

const service = await startService();
// The demo is still being made in the background, on all cores.
while (!service.output().includes('40 of 40')) await setTimeout(500);
const { context, close } = await openBrowser(service.address);
try {
  const [page] = context.pages();
  if (!page) throw new Error('The browser has no page.');
  await page.addInitScript(listenIn);
  await enter(page);
  say('click to sound', await times(RUNS, (run) => clickToSound(page, run)), CLICK_AT_MOST);
  await playAlbum(page);
  say('end of a song until the next one runs', await times(RUNS, () => handOver(page)), GAP_AT_MOST);
} finally {
  await close();
  await service.stop();
}

/** From a press on the play button of a card until the clock of its song runs; its token is asked for under the pointer. */
async function clickToSound(page: Page, run: number): Promise<number> {
  const article = page.getByRole('main').getByRole('article').nth(run);
  await article.hover();
  const play = article.getByRole('button', { name: /^Play / }).first();
  await play.hover();
  await page.waitForLoadState('networkidle');
  await play.click();
  return since(page, 'clicked');
}

/** Plays the first release that has more songs than one, from its pop-up. */
async function playAlbum(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await cards(page).first().waitFor();
  for (const card of await cards(page).all()) {
    await card.click();
    const several = await dialog.getByText(/^(1 song|\d+ songs : .+)$/).innerText();
    if (several.startsWith('1 song')) await page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    if (!several.startsWith('1 song')) return;
  }
}

/** Lets the song end shortly after now, and comes back to it. */
async function handOver(page: Page): Promise<number> {
  const title = await page.evaluate(() => navigator.mediaSession.metadata?.title);
  await toTheEnd(page);
  const gap = await since(page, 'ended');
  while ((await page.evaluate(() => navigator.mediaSession.metadata?.title)) !== title) {
    await player(page).getByRole('button', { name: 'Skip back' }).click();
    await setTimeout(300);
  }
  return gap;
}

/** A place near the end of what plays; returns once the next song is ready. */
async function toTheEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.querySelectorAll('audio')].some(({ paused }) => !paused));
  const bar = player(page).getByRole('slider', { name: 'Seek' });
  const [box, length] = [await bar.boundingBox(), Number(await bar.getAttribute('max'))];
  if (!box) throw new Error('The seek bar is not shown.');
  await page.mouse.click(box.x + box.width * (1 - BEFORE_END / length), box.y + box.height / 2);
  await page.waitForFunction(() => [...document.querySelectorAll('audio')].every(({ readyState }) => readyState === 4));
}

/** Milliseconds between what was noted last under this name and the start of sound after it. */
async function since(page: Page, what: 'clicked' | 'ended'): Promise<number> {
  const from = what === 'clicked' ? await page.evaluate(() => window.ear.clicked) : await page.evaluate(lastEnd);
  const started = await page.waitForFunction((moment) => window.ear.started > moment && window.ear.started, from);
  return Number(await started.jsonValue()) - from;
}

/** Waits for the end of the song that plays. */
function lastEnd(): Promise<number> {
  return new Promise((settle) => {
    document.addEventListener('ended', () => settle(window.ear.ended), { capture: true, once: true });
  });
}

async function times(runs: number, measure: (run: number) => Promise<number>): Promise<number[]> {
  const figures: number[] = [];
  for (let run = 0; run < runs; run++) figures.push(await measure(run));
  return figures;
}

/** Prints the median and all of them; a median beyond the budget ends the bench with 1. */
function say(name: string, figures: number[], atMost: number): void {
  const sorted = figures.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  console.log(`${name}: median ${median.toFixed(0)} ms (${sorted.map((one) => one.toFixed(0)).join(', ')})`);
  if (!(median <= atMost)) process.exitCode = 1;
}

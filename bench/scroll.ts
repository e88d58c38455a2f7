import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { cards, fillIn } from '../e2e/enter.ts';
import { openBrowser } from '../e2e/openBrowser.ts';
import { startMeasured } from './measuredServer.ts';
import { percent, quietest, type Taken } from './quiet.ts';

const CARDS = 10_000;
const SLOWER = 4;
const SECONDS = 8;
const PIXELS_EACH_FRAME = 30;
const FRAMES_AT_LEAST = 55;
/** Milliseconds. */
const TASK_AT_MOST = 100;

/** What scrolling was like: frames a second, the longest task in ms, elements on the page. */
interface Scrolled {
  frames: number;
  longest: number;
  elements: number;
}

const { url, password, email, stop } = await startMeasured('large');
const { context, close } = await openBrowser(url);
try {
  const page = await context.newPage();
  await page.goto('/');
  await fillIn(page, email, password);
  await cards(page).first().waitFor();
  say('one page of cards', await quietest(() => scroll(page, 1)));
  const before = await page.locator('*').count();
  await loadAll(page);
  say(`${CARDS} cards`, await quietest(() => scroll(page, 1)));
  const slow = await quietest(() => scroll(page, SLOWER));
  say(`${CARDS} cards, ${SLOWER} times slower`, slow);
  // What this machine gives at most.
  await page.goto('about:blank');
  say(`an empty page, ${SLOWER} times slower`, await quietest(() => scroll(page, SLOWER)));
  const { frames, longest, elements } = slow.seen;
  console.log(`elements: ${before} with one page loaded, ${elements} with all`);
  if (frames < FRAMES_AT_LEAST || longest > TASK_AT_MOST) process.exitCode = 1;
} finally {
  await close();
  stop();
}

/** To the end again and again, until so many cards are there. */
async function loadAll(page: Page): Promise<void> {
  for (;;) {
    const rows = await page.evaluate(() => {
      const scroller = document.querySelector('main');
      scroller?.scrollTo(0, scroller.scrollHeight);
      const last = [...document.querySelectorAll('[data-card]')].at(-1);
      return Number(last?.getAttribute('data-card') ?? 0);
    });
    if (rows >= CARDS) return;
    await setTimeout(100);
  }
}

/** From the top, once what stands there is drawn: a jump is not scrolling. */
async function scroll(page: Page, slower: number): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
  await page.waitForFunction(
    () =>
      !document.querySelector('main') ||
      (document.querySelector('[data-card="0"]') !== null &&
        [...document.querySelectorAll('img')].every(({ complete }) => complete)),
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const seen = await page.evaluate(
    ([seconds, pixels]) =>
      new Promise<Scrolled>((settle) => {
        const scroller = document.querySelector('main') ?? document.documentElement;
        let longest = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        });
        observer.observe({ type: 'longtask' });
        const begun = performance.now();
        let frames = 0;
        const frame = () => {
          frames += 1;
          scroller.scrollBy(0, pixels);
          if (performance.now() - begun < seconds * 1_000) requestAnimationFrame(frame);
          else settle({ frames: frames / seconds, longest, elements: document.querySelectorAll('*').length });
        };
        requestAnimationFrame(frame);
      }),
    [SECONDS, PIXELS_EACH_FRAME] as const,
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return seen;
}

function say(name: string, { seen: { frames, longest }, stolen }: Taken<Scrolled>): void {
  console.log(
    `${name}: ${frames.toFixed(1)} frames/s, longest task ${longest.toFixed(0)} ms; host took ${percent(stolen)}`,
  );
}

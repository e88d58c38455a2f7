import { cards, fillIn } from '../e2e/enter.ts';
import { type BarePage, barePage } from './barePage.ts';
import { startMeasured } from './measuredServer.ts';
import { percent, quietest, type Taken } from './quiet.ts';

const CARDS = 10_000;
const SLOWER = 4;
const SECONDS = 8;
const PIXELS_EACH_FRAME = 30;
const PIXELS_A_SECOND = PIXELS_EACH_FRAME * 60;
const FRAMES_AT_LEAST = 55;
/** Of the nodes with one page. */
const NODES_AT_MOST = 2;
/** Milliseconds. */
const TASK_AT_MOST = 100;

/** What comes into the window while a task of that length holds up the page must be drawn already. */
const AHEAD_AT_LEAST = (PIXELS_A_SECOND * TASK_AT_MOST) / 1_000;

/** What scrolling was like: frames a second, and the longest task in ms. */
interface Scrolled {
  frames: number;
  longest: number;
}

/** The same, and how many pixels below the window the rows were drawn, at the least. */
interface Turned extends Scrolled {
  ahead: number;
}

const { url, password, email, stop } = await startMeasured('large');
const page = await barePage(async (entering) => {
  await entering.goto(url);
  await fillIn(entering, email, password);
  await cards(entering).first().waitFor();
});
try {
  say('one page of cards', await quietest(() => scroll(page, 1)));
  const before = await page.nodes();
  await page.run(loadAll, CARDS);
  say(`${CARDS} cards`, await quietest(() => scroll(page, 1)));
  const slow = await quietest(() => scroll(page, SLOWER));
  say(`${CARDS} cards, ${SLOWER} times slower, by a script`, slow);
  // Last, as it leaves a pointer over the cards.
  const turned = await quietest(() => turn(page));
  say(`${CARDS} cards, ${SLOWER} times slower, by a wheel`, turned);
  console.log(`rows were drawn ${turned.seen.ahead.toFixed(0)} pixels below the window, at the least`);
  const after = await page.nodes();
  // What this machine gives at most.
  await page.goto('about:blank');
  say(`an empty page, ${SLOWER} times slower`, await quietest(() => scroll(page, SLOWER)));
  console.log(`DOM nodes: ${before} with one page loaded, ${after} with all`);
  const isHeld =
    Math.min(slow.seen.frames, turned.seen.frames) >= FRAMES_AT_LEAST &&
    turned.seen.ahead >= AHEAD_AT_LEAST &&
    after <= before * NODES_AT_MOST &&
    Math.max(turned.seen.longest, slow.seen.longest) <= TASK_AT_MOST;
  if (!isHeld) process.exitCode = 1;
} finally {
  await page.close();
  stop();
}

/** By hand: frames are what comes onto the screen. */
async function turn(on: BarePage): Promise<Turned> {
  await on.run(toTheTop);
  await on.slowDown(SLOWER);
  const watching = Promise.all([on.run(longestTask, SECONDS), on.run(leastAhead, SECONDS)]);
  let seconds = 0;
  const frames = await on.framesDrawn(async () => {
    const begun = performance.now();
    await on.wheel(PIXELS_A_SECOND * SECONDS, PIXELS_A_SECOND);
    seconds = (performance.now() - begun) / 1_000;
  });
  const [longest, ahead] = await watching;
  await on.slowDown(1);
  return { frames: frames / seconds, longest, ahead };
}

/** By a script, from the top, once what stands there is drawn: a jump is not scrolling. */
async function scroll(on: BarePage, slower: number): Promise<Scrolled> {
  await on.run(toTheTop);
  await on.slowDown(slower);
  const watching = on.run(longestTask, SECONDS);
  const frames = await on.run(down, SECONDS, PIXELS_EACH_FRAME);
  const longest = await watching;
  await on.slowDown(1);
  return { frames, longest };
}

// What follows runs in the page.

/** To the end again and again, until so many cards are there. */
async function loadAll(wanted: number): Promise<void> {
  for (let there = 0; there < wanted; ) {
    const scroller = document.querySelector('main');
    scroller?.scrollTo(0, scroller.scrollHeight);
    const last = [...document.querySelectorAll<HTMLElement>('[data-card]')].at(-1);
    there = Number(last?.dataset['card'] ?? 0);
    await new Promise((settle) => setTimeout(settle, 100));
  }
}

async function toTheTop(): Promise<void> {
  document.querySelector('main')?.scrollTo(0, 0);
  const isDrawn = () =>
    !document.querySelector('main') ||
    (document.querySelector('[data-card="0"]') && [...document.images].every(({ complete }) => complete));
  while (!isDrawn()) await new Promise((settle) => setTimeout(settle, 100));
}

/** In ms, while something scrolls. */
async function longestTask(seconds: number): Promise<number> {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  await new Promise((settle) => setTimeout(settle, seconds * 1_000));
  observer.disconnect();
  return longest;
}

/** Pixels from the window's lower edge to where rows are drawn, while something scrolls. */
async function leastAhead(seconds: number): Promise<number> {
  const scroller = document.querySelector('main') as HTMLElement;
  let ahead = Number.POSITIVE_INFINITY;
  const look = () => {
    const last = [...scroller.querySelectorAll('[role="row"]')].at(-1);
    const drawnTo = last?.getBoundingClientRect().bottom ?? 0;
    ahead = Math.min(ahead, drawnTo - scroller.getBoundingClientRect().bottom);
  };
  scroller.addEventListener('scroll', look);
  await new Promise((settle) => setTimeout(settle, seconds * 1_000));
  scroller.removeEventListener('scroll', look);
  return ahead;
}

/** Frames a second. */
function down(seconds: number, pixels: number): Promise<number> {
  const scroller = document.querySelector('main') ?? document.documentElement;
  const { promise, resolve } = Promise.withResolvers<number>();
  const begun = performance.now();
  let frames = 0;
  const frame = () => {
    frames += 1;
    scroller.scrollBy(0, pixels);
    if (performance.now() - begun < seconds * 1_000) requestAnimationFrame(frame);
    else resolve(frames / seconds);
  };
  requestAnimationFrame(frame);
  return promise;
}

function say(name: string, { seen: { frames, longest }, stolen }: Taken<Scrolled>): void {
  console.log(
    `${name}: ${frames.toFixed(1)} frames/s, longest task ${longest.toFixed(0)} ms; host took ${percent(stolen)}`,
  );
}

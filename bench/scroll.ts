import { submitSignInForm } from '../e2e/signIn.ts';
import { releaseLinks } from '../e2e/webApp.ts';
import { type DevtoolsPage, openDevtoolsPage } from './devtoolsPage.ts';
import { startBenchServer } from './startBenchServer.ts';
import { startStep } from './steps.ts';

const CARDS = 10_000;
const CPU_SLOWDOWN = 4;
const SECONDS = 8;
const PIXELS_PER_FRAME = 30;
const PIXELS_PER_SECOND = PIXELS_PER_FRAME * 60;
const MIN_FRAMES_PER_SECOND = 55;
/** Factor to the number of nodes with one page of cards. */
const MAX_NODE_FACTOR = 2;
const MAX_TASK_MS = 100;

/** Distance scrolled during the longest allowed task: rows must be rendered this far below the viewport. */
const MIN_PIXELS_AHEAD = (PIXELS_PER_SECOND * MAX_TASK_MS) / 1_000;

interface ScrollResult {
  framesPerSecond: number;
  longestTaskMs: number;
}

interface WheelScrollResult extends ScrollResult {
  /** Smallest distance from the lower edge of the viewport to the end of the rendered rows. */
  pixelsAhead: number;
}

const { url, password, email, stop } = await startBenchServer('large');
startStep('Signing in');
const page = await openDevtoolsPage(async (signInPage) => {
  await signInPage.goto(url);
  await submitSignInForm(signInPage, email, password);
  await releaseLinks(signInPage).first().waitFor();
});
try {
  startStep('Scrolling one page of cards');
  report('one page of cards', await scrollByScript(page, 1));
  const nodesBefore = await page.countNodes();
  startStep(`Loading ${CARDS} cards`);
  await page.run(loadCards, CARDS);
  startStep(`Scrolling ${CARDS} cards`);
  report(`${CARDS} cards`, await scrollByScript(page, 1));
  const byScript = await scrollByScript(page, CPU_SLOWDOWN);
  report(`${CARDS} cards, ${CPU_SLOWDOWN} times slower, by script`, byScript);
  // Runs last, because the pointer stays over the cards.
  const byWheel = await scrollByWheel(page);
  report(`${CARDS} cards, ${CPU_SLOWDOWN} times slower, by wheel`, byWheel);
  console.log(`rows rendered at least ${byWheel.pixelsAhead.toFixed(0)} pixels below the viewport`);
  const nodesAfter = await page.countNodes();
  // The limit of this machine.
  await page.goto('about:blank');
  report(`an empty page, ${CPU_SLOWDOWN} times slower`, await scrollByScript(page, CPU_SLOWDOWN));
  console.log(`DOM nodes: ${nodesBefore} with one page of cards, ${nodesAfter} with ${CARDS} cards`);
  const isWithinBudget =
    Math.min(byScript.framesPerSecond, byWheel.framesPerSecond) >= MIN_FRAMES_PER_SECOND &&
    byWheel.pixelsAhead >= MIN_PIXELS_AHEAD &&
    nodesAfter <= nodesBefore * MAX_NODE_FACTOR &&
    Math.max(byWheel.longestTaskMs, byScript.longestTaskMs) <= MAX_TASK_MS;
  if (!isWithinBudget) process.exitCode = 1;
} finally {
  await page.close();
  stop();
}

/** Counts the frames that the compositor draws. */
async function scrollByWheel(target: DevtoolsPage): Promise<WheelScrollResult> {
  await target.run(scrollToTop);
  await target.setCpuSlowdown(CPU_SLOWDOWN);
  const observations = Promise.all([target.run(observeLongestTask, SECONDS), target.run(observePixelsAhead, SECONDS)]);
  let seconds = 0;
  const frames = await target.countFrames(async () => {
    const startMs = performance.now();
    await target.scrollWheel(PIXELS_PER_SECOND * SECONDS, PIXELS_PER_SECOND);
    seconds = (performance.now() - startMs) / 1_000;
  });
  const [longestTaskMs, pixelsAhead] = await observations;
  await target.setCpuSlowdown(1);
  return { framesPerSecond: frames / seconds, longestTaskMs, pixelsAhead };
}

/** Counts animation frames, from the top of the page. */
async function scrollByScript(target: DevtoolsPage, cpuSlowdown: number): Promise<ScrollResult> {
  await target.run(scrollToTop);
  await target.setCpuSlowdown(cpuSlowdown);
  const longestTask = target.run(observeLongestTask, SECONDS);
  const framesPerSecond = await target.run(scrollDown, SECONDS, PIXELS_PER_FRAME);
  const longestTaskMs = await longestTask;
  await target.setCpuSlowdown(1);
  return { framesPerSecond, longestTaskMs };
}

// The functions from here to `report` run in the page.

/** Scrolls to the end until this many cards are loaded. */
async function loadCards(count: number): Promise<void> {
  for (let loaded = 0; loaded < count; ) {
    const scroller = document.querySelector('main');
    scroller?.scrollTo(0, scroller.scrollHeight);
    const last = [...document.querySelectorAll<HTMLElement>('[data-card]')].at(-1);
    loaded = Number(last?.dataset['card'] ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until the first row and its covers are complete. */
async function scrollToTop(): Promise<void> {
  document.querySelector('main')?.scrollTo(0, 0);
  const isComplete = () =>
    !document.querySelector('main') ||
    (document.querySelector('[data-card="0"]') && [...document.images].every(({ complete }) => complete));
  while (!isComplete()) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function observeLongestTask(seconds: number): Promise<number> {
  let longestMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  });
  observer.observe({ type: 'longtask' });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  observer.disconnect();
  return longestMs;
}

async function observePixelsAhead(seconds: number): Promise<number> {
  const scroller = document.querySelector('main') as HTMLElement;
  let minPixels = Number.POSITIVE_INFINITY;
  const update = () => {
    const last = [...scroller.querySelectorAll('[role="row"]')].at(-1);
    const renderedTo = last?.getBoundingClientRect().bottom ?? 0;
    minPixels = Math.min(minPixels, renderedTo - scroller.getBoundingClientRect().bottom);
  };
  scroller.addEventListener('scroll', update);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  scroller.removeEventListener('scroll', update);
  return minPixels;
}

/** Returns frames per second. */
function scrollDown(seconds: number, pixels: number): Promise<number> {
  const scroller = document.querySelector('main') ?? document.documentElement;
  const { promise, resolve } = Promise.withResolvers<number>();
  const startMs = performance.now();
  let frames = 0;
  const onFrame = () => {
    frames += 1;
    scroller.scrollBy(0, pixels);
    if (performance.now() - startMs < seconds * 1_000) requestAnimationFrame(onFrame);
    else resolve(frames / seconds);
  };
  requestAnimationFrame(onFrame);
  return promise;
}

function report(name: string, { framesPerSecond, longestTaskMs }: ScrollResult): void {
  console.log(`${name}: ${framesPerSecond.toFixed(1)} frames/s, longest task ${longestTaskMs.toFixed(0)} ms`);
}

import { getStateOwner } from './persistedState.ts';

const KEY = 'scroll';
/** How long the position is set again and again since the list last grew: it may still be loading. */
const RESTORE_MS = 3_000;

const userScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Scroll positions in pixels by page. A reload of the tab keeps them, a sign-out does not. */
export const scrollPositions = new Map<string, number>(readPositions());

window.addEventListener('pagehide', () => {
  if (getStateOwner() === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify([...scrollPositions]));
});

function readPositions(): [string, number][] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][];
}

/**
 * Scrolls to the stored position of `key` whenever the content is high enough, until the person scrolls or it grows no more;
 * from then on it stores where the page is. Returns a stop function.
 */
export function restoreScroll(scroller: HTMLElement, key: string, position = scrollPositions.get(key)): () => void {
  const record = () => void scrollPositions.set(key, scroller.scrollTop);
  const startRecording = () => scroller.addEventListener('scroll', record, { passive: true });
  const stopRestoring = position ? keepAt(scroller, position, startRecording) : startRecording();
  return () => {
    stopRestoring?.();
    scroller.removeEventListener('scroll', record);
  };
}

function keepAt(scroller: HTMLElement, position: number, onEnd: () => void): () => void {
  let frame = 0;
  let height = 0;
  let deadline = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const type of userScrolls) window.removeEventListener(type, end, { capture: true });
  };
  function end() {
    stop();
    onEnd();
  }
  function restore() {
    if (Math.abs(scroller.scrollTop - position) > 1) scroller.scrollTo(0, position);
    if (scroller.scrollHeight !== height) {
      height = scroller.scrollHeight;
      deadline = performance.now() + RESTORE_MS;
    }
    if (performance.now() > deadline) end();
    else frame = requestAnimationFrame(restore);
  }
  for (const type of userScrolls) window.addEventListener(type, end, { capture: true, passive: true });
  restore();
  return stop;
}

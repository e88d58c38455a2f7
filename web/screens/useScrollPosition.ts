import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paths } from '../platform/paths.ts';

/** Scroll positions in pixels by history entry. */
const positions = new Map<string, number>();

/** How long the position is set again and again: a list that is still loading is not high enough for it. */
const RESTORE_MS = 3_000;

const userScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls a new page to its top, and after going back or forward to where the page was. The gallery does this itself
 * (`scrollRestoration.ts`), also when a link leads to it.
 */
export function useScrollPosition(scroller: HTMLElement | null): void {
  const { pathname, key, hash } = useLocation();
  // The entries of the first page and of the skip link have the same key.
  const entry = `${key} ${pathname}${hash}`;
  const isReturning = useNavigationType() === 'POP';
  const shownPath = useRef<string>(undefined);
  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname;
    shownPath.current = pathname;
    if (!scroller || pathname === paths.releases) return;
    const record = () => void positions.set(entry, scroller.scrollTop);
    const startRecording = () => scroller.addEventListener('scroll', record, { passive: true });
    const position = isReturning ? positions.get(entry) : undefined;
    if (!isSamePage && !position) scroller.scrollTo(0, 0);
    const stopRestoring = position ? keepAt(scroller, position, startRecording) : startRecording();
    return () => {
      stopRestoring?.();
      scroller.removeEventListener('scroll', record);
    };
  }, [scroller, pathname, entry, isReturning]);
}

/** Scrolls to the position whenever the content is high enough, until the person scrolls or time is over. Returns a stop function. */
function keepAt(scroller: HTMLElement, position: number, onEnd: () => void): () => void {
  const deadline = performance.now() + RESTORE_MS;
  let frame = 0;
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
    if (performance.now() > deadline) end();
    else frame = requestAnimationFrame(restore);
  }
  for (const type of userScrolls) window.addEventListener(type, end, { capture: true, passive: true });
  restore();
  return stop;
}

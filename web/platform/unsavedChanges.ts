import { useEffect, useLayoutEffect } from 'react';
import { create } from 'zustand';

/**
 * `place`: where in the browser's history something unsaved is on the screen; undefined when nothing is.
 * `go`: where the person wanted to go and was asked about.
 */
interface Leaving {
  isHeld: boolean;
  place: number | undefined;
  go: (() => void) | undefined;
}

const free: Leaving = { isHeld: false, place: undefined, go: undefined };

/** Whether the person is being asked about what is not saved. */
export const useLeaving = create<Leaving>(() => free);

/** Goes at once, or, while something is unsaved, once the person has agreed. */
export function whenFree(go: () => void): void {
  if (useLeaving.getState().isHeld) useLeaving.setState({ go });
  else go();
}

/** The answer "stay". */
export function stay(): void {
  useLeaving.setState({ go: undefined });
}

/** The answer "leave": what is unsaved is given up. */
export function leaveAnyway(): void {
  const { go } = useLeaving.getState();
  useLeaving.setState(free);
  go?.();
}

/** Holds the person on this page while `isHeld`: links, `navigate` and the browser's arrows ask first (A-PROFILE-09). */
export function useHold(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    useLeaving.setState({ isHeld, place: placeOf(history.state) });
    return () => useLeaving.setState(free);
  }, [isHeld]);
}

/** The browser itself warns before the page is closed or reloaded (A-PROFILE-08). */
export function useUnloadWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}

/**
 * Makes the browser's arrows ask. They have moved already when the page hears of it: before the router does, the address
 * is put back. Belongs inside the router: effects of children run first, and Chromium tells listeners of the window in
 * the order they came.
 */
export function useHeldArrows(): void {
  useLayoutEffect(() => {
    let isReturning = false;
    const moved = (event: PopStateEvent) => {
      const { isHeld, place } = useLeaving.getState();
      const target = placeOf(event.state);
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
      } else if (isHeld && place !== undefined && target !== undefined && target !== place) {
        isReturning = true;
        event.stopImmediatePropagation();
        history.go(place - target);
        whenFree(() => history.go(target - place));
      }
    };
    window.addEventListener('popstate', moved, { capture: true });
    return () => window.removeEventListener('popstate', moved, { capture: true });
  }, []);
}

/** The router numbers the entries of its history as `idx`; an entry without a number is not held. */
function placeOf(state: unknown): number | undefined {
  const idx = (state as { idx?: unknown } | null)?.idx;
  return typeof idx === 'number' ? idx : undefined;
}

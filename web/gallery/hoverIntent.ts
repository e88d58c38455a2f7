import { useEffect, useRef } from 'react';

/** A pointer or focus that only passes by stays for less. */
const INTENT_MS = 60;

/**
 * Calls `onEnter` when the pointer or the focus enters, and `onIntent` when it stays. A pointer that rests while the page
 * scrolls below it does not count until it moves.
 */
export function useHoverIntent(onIntent: () => void, onEnter?: () => void) {
  const isInside = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    isInside.current = false;
    clearTimeout(timer.current);
  };
  useEffect(() => leave, []);
  const enter = () => {
    if (isInside.current) return;
    isInside.current = true;
    onEnter?.();
    timer.current = setTimeout(onIntent, INTENT_MS);
  };
  return { onPointerDown: enter, onPointerMove: enter, onPointerLeave: leave, onFocus: enter, onBlur: leave };
}

import { useEffect, useRef } from 'react';

/** A pointer that crosses a release on its way, or a focus that runs over it, asks for nothing. */
const DWELL_MS = 60;

/** Handlers of the control that a pointer or the focus may come to rest on. */
export interface Dwell {
  onPointerDown: () => void;
  onPointerMove: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/**
 * Calls `came` when the pointer or the focus comes, and `settled` when it stays. A pointer that rests while what lies below
 * it scrolls comes to nothing: it has to move.
 */
export function useDwell(settled: () => void, came?: () => void): Dwell {
  const isHere = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    isHere.current = false;
    clearTimeout(timer.current);
  };
  useEffect(() => leave, []);
  const come = () => {
    if (isHere.current) return;
    isHere.current = true;
    came?.();
    timer.current = setTimeout(settled, DWELL_MS);
  };
  return { onPointerDown: come, onPointerMove: come, onPointerLeave: leave, onFocus: come, onBlur: leave };
}

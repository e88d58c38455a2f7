import { useEffect, useRef } from 'react';

/** A pointer that crosses a release on its way, or a focus that runs over it, asks for nothing. */
const DWELL_MS = 60;

/** Handlers of the control that a pointer or the focus may come to rest on. */
export interface Dwell {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** Calls `settled` when pointer or focus stays. */
export function useDwell(settled: () => void): Dwell {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => clearTimeout(timer.current);
  useEffect(() => leave, []);
  const enter = () => {
    leave();
    timer.current = setTimeout(settled, DWELL_MS);
  };
  return { onPointerEnter: enter, onPointerLeave: leave, onFocus: enter, onBlur: leave };
}

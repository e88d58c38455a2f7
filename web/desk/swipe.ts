import { type TouchEvent, useRef } from 'react';

const SWIPE_PX = 90;

/** A swipe to the right or left, in addition to the buttons. */
export function useSwipe({ left, right }: { left: (() => void) | undefined; right: (() => void) | undefined }) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isOnSlider = target instanceof Element && target.closest('input, button, a') !== null;
      start.current = touch && touches.length === 1 && !isOnSlider ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x) / 2) return;
      if (x > 0) right?.();
      else left?.();
    },
  };
}

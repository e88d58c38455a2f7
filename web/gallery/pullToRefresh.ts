import { useEffect, useRef, useState } from 'react';

/** Pixels of pull at the top of the page that ask for a refresh (C-GALLERY-26). */
const THRESHOLD_PX = 100;
/** The sign follows the finger at this pace. */
const RESISTANCE = 0.5;

/** How far the finger has pulled, from 0 to 1 (let go to refresh), and whether the refresh is under way. */
export interface Pull {
  reached: number;
  isRefreshing: boolean;
  /** Pixels that the sign has come down. */
  offset: number;
}

/** On touch devices, pulling the page down at its top calls `refresh` (C-GALLERY-25). */
export function usePullToRefresh(scroller: HTMLElement | null, refresh: () => Promise<void>): Pull {
  const [distance, setDistance] = useState(0);
  const [isRefreshing, setRefreshing] = useState(false);
  const start = useRef<number>(undefined);
  const pulled = useRef(0);
  useEffect(() => {
    if (!scroller) return;
    const pull = (to: number) => {
      pulled.current = to;
      setDistance(to);
    };
    const grab = ({ touches }: TouchEvent) => {
      start.current = scroller.scrollTop <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined;
    };
    const drag = ({ touches }: TouchEvent) => {
      if (start.current === undefined) return;
      pull(scroller.scrollTop > 0 ? 0 : Math.max(0, (touches[0]?.clientY ?? 0) - start.current));
    };
    const letGo = () => {
      const isEnough = start.current !== undefined && pulled.current >= THRESHOLD_PX;
      start.current = undefined;
      pull(0);
      if (!isEnough) return;
      setRefreshing(true);
      void refresh().finally(() => setRefreshing(false));
    };
    const passive = { passive: true };
    scroller.addEventListener('touchstart', grab, passive);
    scroller.addEventListener('touchmove', drag, passive);
    scroller.addEventListener('touchend', letGo);
    scroller.addEventListener('touchcancel', letGo);
    return () => {
      scroller.removeEventListener('touchstart', grab);
      scroller.removeEventListener('touchmove', drag);
      scroller.removeEventListener('touchend', letGo);
      scroller.removeEventListener('touchcancel', letGo);
    };
  }, [scroller, refresh]);
  const reached = Math.min(1, distance / THRESHOLD_PX);
  return {
    reached,
    isRefreshing,
    offset: isRefreshing ? THRESHOLD_PX * RESISTANCE : reached * THRESHOLD_PX * RESISTANCE,
  };
}

import { INFINITE_SCROLL_SETUP_MS, SCROLL_THROTTLE_MS, SCROLL_TRIGGER } from '@promenade/contract/limits';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type PagedList, usePrintShortcut } from '../catalogue/PrintedPart.tsx';

/**
 * Calls `loadMore` near the end of the scroll container: on scroll, throttled, and when `loadedCount` grows (requirements
 * C-GALLERY-23, C-GALLERY-24).
 */
export function useInfiniteScroll(scroller: HTMLElement | null, list: PagedList): void {
  const { loadMore } = list;
  const loadedCount = list.items.length;
  usePrintShortcut(list);
  const isReady = useRef(false);
  const check = useEffectEvent(() => {
    if (!scroller || !isReady.current) return;
    const seen = scroller.scrollTop + scroller.clientHeight;
    if (seen >= scroller.scrollHeight * SCROLL_TRIGGER) loadMore();
  });
  useEffect(() => {
    if (!scroller) return;
    let throttle: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      throttle ??= setTimeout(() => {
        throttle = undefined;
        check();
      }, SCROLL_THROTTLE_MS);
    };
    const setup = setTimeout(() => {
      isReady.current = true;
      check();
      scroller.addEventListener('scroll', onScroll, { passive: true });
    }, INFINITE_SCROLL_SETUP_MS);
    return () => {
      clearTimeout(setup);
      clearTimeout(throttle);
      isReady.current = false;
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  // A container taller than a page cannot be scrolled: each loaded page triggers the next.
  useEffect(() => {
    if (loadedCount > 0) check();
  }, [loadedCount]);
}

import { INFINITE_SCROLL_SETUP_MS, PRINT_MAX, SCROLL_THROTTLE_MS, SCROLL_TRIGGER } from '@promenade/contract/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { getListState } from '../catalogue/data.ts';
import { getPressedKey } from '../design/keyTargets.ts';

type PagedList = Pick<
  ReturnType<typeof getListState>,
  'total' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'loadMore'
> & { items: unknown[] };

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

/** Loads up to `PRINT_MAX` items before Ctrl+P prints, because a page that prints loads nothing. */
function usePrintShortcut({ items, hasNextPage, isFetchingNextPage, isFetchNextPageError, loadMore }: PagedList): void {
  const [isRequested, setRequested] = useState(false);
  const isPart = hasNextPage && !isFetchNextPageError && items.length < PRINT_MAX;
  const load = useEffectEvent(loadMore);
  useEffect(() => {
    if (!isPart) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (getPressedKey(event) !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setRequested(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isPart]);
  useEffect(() => {
    if (!isRequested || isFetchingNextPage) return;
    if (isPart) load();
    // Within an effect React would not render what printing needs.
    else
      queueMicrotask(() => {
        setRequested(false);
        window.print();
      });
  }, [isRequested, isPart, isFetchingNextPage, items.length]);
}

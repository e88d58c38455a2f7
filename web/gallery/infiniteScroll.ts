import { INFINITE_SCROLL_SETUP_MS, SCROLL_THROTTLE_MS, SCROLL_TRIGGER } from '@promenade/contract/limits';
import { useEffect, useRef } from 'react';

/** Calls `loadMore` when four fifths are scrolled past; looks at most every 150 ms, and again when `loaded` grew (C-GALLERY-23, C-GALLERY-24). */
export function useInfiniteScroll(scroller: HTMLElement | null, loaded: number, loadMore: () => void): void {
  const latest = useRef(loadMore);
  const look = useRef(() => {});
  useEffect(() => {
    latest.current = loadMore;
  });
  useEffect(() => {
    if (!scroller) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        look.current();
      }, SCROLL_THROTTLE_MS);
    };
    const setup = setTimeout(() => {
      look.current = () => {
        const seen = scroller.scrollTop + scroller.clientHeight;
        if (seen >= scroller.scrollHeight * SCROLL_TRIGGER) latest.current();
      };
      look.current();
      scroller.addEventListener('scroll', scrolled, { passive: true });
    }, INFINITE_SCROLL_SETUP_MS);
    return () => {
      clearTimeout(setup);
      clearTimeout(waiting);
      look.current = () => {};
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller]);
  // A screen taller than a page never scrolls: each page that came asks for the next.
  useEffect(() => {
    if (loaded > 0) look.current();
  }, [loaded]);
}

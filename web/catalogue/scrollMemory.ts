import { SCROLL_RESTORE_MS } from '@promenade/contract/limits';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { create } from 'zustand';

/** Pixels that the gallery was scrolled when it was last seen. */
const useScrolled = create<{ top: number }>(() => ({ top: 0 }));

/**
 * Where the gallery starts: the remembered place, or the top when the sidebar was used to get here (C-ROUTE-04,
 * C-ROUTE-05). To be called where the list already has its height.
 */
export function useScrollMemory(scroller: HTMLElement): void {
  const location = useLocation();
  const isChosen = (location.state as { top?: boolean } | null)?.top === true;
  // Going back in the browser meets the same address again; only a press is a choice.
  const startsOver = useNavigationType() !== 'POP' && isChosen;
  useLayoutEffect(() => {
    if (startsOver) useScrolled.setState({ top: 0 });
    if (startsOver) scroller.scrollTo(0, 0);
  }, [location.key, startsOver, scroller]);
  // Before the next page is laid out, or its start at the top would be remembered as ours.
  useLayoutEffect(() => {
    scroller.scrollTo(0, useScrolled.getState().top);
    const remember = () => useScrolled.setState({ top: scroller.scrollTop });
    // Pictures and fonts may still have moved things: once more, then the hand decides.
    const timer = setTimeout(() => {
      const { top } = useScrolled.getState();
      if (Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTo(0, top);
      scroller.addEventListener('scroll', remember, { passive: true });
    }, SCROLL_RESTORE_MS);
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', remember);
    };
  }, [scroller]);
}

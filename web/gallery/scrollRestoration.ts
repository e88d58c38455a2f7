import { SCROLL_RESTORE_MS } from '@promenade/contract/limits';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paths } from '../platform/paths.ts';
import type { Setting } from '../platform/settingStore.ts';

/** The address at which the gallery was last seen, and the pixels that each of its places was scrolled. */
const seen: { address: string; tops: Map<string, number> } = { address: paths.releases, tops: new Map() };

/** One choice of the gallery in one view. */
export const placeOf = (view: Setting['view'], chosen: string): string => `${view} ${chosen}`;

/** The way back to the gallery as it was left, with its filters. */
export const galleryAddress = (): string => seen.address;

/** Starts at the top what was chosen anew: in the sidebar, by a filter or an order (C-ROUTE-05, C-GALLERY-27). */
export function useStartOver(scroller: HTMLElement | null, chosen: string): void {
  const location = useLocation();
  const { key, search } = location;
  const isChosen = (location.state as { top?: boolean } | null)?.top === true;
  // Going back in the browser meets the same address again; only a press is a choice.
  const startsOver = useNavigationType() !== 'POP' && isChosen;
  useLayoutEffect(() => {
    seen.address = paths.releases + search;
  }, [search]);
  useLayoutEffect(() => {
    if (!startsOver || !scroller) return;
    seen.tops.delete(placeOf('grid', chosen));
    seen.tops.delete(placeOf('list', chosen));
    scroller.scrollTo(0, 0);
  }, [key, startsOver, scroller, chosen]);
}

/** Goes to where `place` was left, and remembers it from then on (C-ROUTE-04). To be called where the list already has its height. */
export function useScrollMemory(scroller: HTMLElement | null, place: string): void {
  // Before the next page is laid out, or its start at the top would be remembered as ours.
  useLayoutEffect(() => {
    if (!scroller) return;
    const top = () => seen.tops.get(place) ?? 0;
    scroller.scrollTo(0, top());
    const scrolled = () => void seen.tops.set(place, scroller.scrollTop);
    // Pictures and fonts may still have moved things: once more, then the hand decides.
    const timer = setTimeout(() => {
      if (Math.abs(scroller.scrollTop - top()) > 1) scroller.scrollTo(0, top());
      scroller.addEventListener('scroll', scrolled, { passive: true });
    }, SCROLL_RESTORE_MS);
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller, place]);
}

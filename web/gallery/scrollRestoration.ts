import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paths } from '../platform/paths.ts';
import { restoreScroll, scrollPositions } from '../platform/scrollPositions.ts';
import type { Settings } from '../platform/settingsStore.ts';

/** The URL of the gallery as last seen. */
let galleryUrl: string = paths.releases;

/** Each query of the gallery has one scroll position per view. */
export const getScrollKey = (view: Settings['view'], search: string): string => `${view} ${search}`;

/** The URL of the gallery as it was left, with its filters. */
export const getGalleryUrl = (): string => galleryUrl;

/** Scrolls to the top after a choice in the sidebar or of filters or order (requirements C-ROUTE-05, C-GALLERY-27). */
export function useScrollToTop(scroller: HTMLElement | null, search: string): void {
  const location = useLocation();
  const isRequested = (location.state as { top?: boolean } | null)?.top === true;
  // Back and forward meet the same state again and restore the scroll position instead.
  const scrollsToTop = useNavigationType() !== 'POP' && isRequested;
  useLayoutEffect(() => {
    galleryUrl = paths.releases + location.search;
  }, [location.search]);
  useLayoutEffect(() => {
    if (!scrollsToTop || !scroller) return;
    scrollPositions.delete(getScrollKey('grid', search));
    scrollPositions.delete(getScrollKey('list', search));
    scroller.scrollTo(0, 0);
  }, [location.key, scrollsToTop, scroller, search]);
}

/** Restores the scroll position of `scrollKey`, then records it (requirement C-ROUTE-04). The list must have its height. */
export function useScrollRestoration(scroller: HTMLElement | null, scrollKey: string): void {
  // A layout effect stops recording before the next page scrolls to its top.
  useLayoutEffect(() => {
    if (!scroller) return;
    scroller.scrollTo(0, scrollPositions.get(scrollKey) ?? 0);
    return restoreScroll(scroller, scrollKey);
  }, [scroller, scrollKey]);
}

import { SCROLL_RESTORE_MS } from '@promenade/contract/limits';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paths } from '../platform/paths.ts';
import type { Settings } from '../platform/settingsStore.ts';

/** The URL of the gallery as last seen, and its scroll positions in pixels by scroll key. */
const memory: { url: string; positions: Map<string, number> } = { url: paths.releases, positions: new Map() };

/** Each query of the gallery has one scroll position per view. */
export const getScrollKey = (view: Settings['view'], search: string): string => `${view} ${search}`;

/** The URL of the gallery as it was left, with its filters. */
export const getGalleryUrl = (): string => memory.url;

/** Scrolls to the top after a choice in the sidebar or of filters or order (requirements C-ROUTE-05, C-GALLERY-27). */
export function useScrollToTop(scroller: HTMLElement | null, search: string): void {
  const location = useLocation();
  const isRequested = (location.state as { top?: boolean } | null)?.top === true;
  // Back and forward meet the same state again and restore the scroll position instead.
  const scrollsToTop = useNavigationType() !== 'POP' && isRequested;
  useLayoutEffect(() => {
    memory.url = paths.releases + location.search;
  }, [location.search]);
  useLayoutEffect(() => {
    if (!scrollsToTop || !scroller) return;
    memory.positions.delete(getScrollKey('grid', search));
    memory.positions.delete(getScrollKey('list', search));
    scroller.scrollTo(0, 0);
  }, [location.key, scrollsToTop, scroller, search]);
}

/** Restores the scroll position of `scrollKey`, then records it (requirement C-ROUTE-04). The list must have its height. */
export function useScrollRestoration(scroller: HTMLElement | null, scrollKey: string): void {
  // A layout effect stops recording before the next page scrolls to its top.
  useLayoutEffect(() => {
    if (!scroller) return;
    const getPosition = () => memory.positions.get(scrollKey) ?? 0;
    const record = () => void memory.positions.set(scrollKey, scroller.scrollTop);
    const startRecording = () => scroller.addEventListener('scroll', record, { passive: true });
    scroller.scrollTo(0, getPosition());
    let timer: ReturnType<typeof setTimeout> | undefined;
    // There is nothing to restore: what the person scrolls from now on counts.
    if (getPosition() === 0) startRecording();
    else
      timer = setTimeout(() => {
        // Images and fonts may have moved the content meanwhile.
        if (Math.abs(scroller.scrollTop - getPosition()) > 1) scroller.scrollTo(0, getPosition());
        startRecording();
      }, SCROLL_RESTORE_MS);
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', record);
    };
  }, [scroller, scrollKey]);
}

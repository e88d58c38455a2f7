import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paths } from '../platform/paths.ts';
import { restoreScroll, scrollPositions } from '../platform/scrollPositions.ts';

/**
 * Scrolls a new page to its top, and after going back or forward to where the page was. The gallery does this itself
 * (`scrollRestoration.ts`), also when a link leads to it.
 */
export function useScrollPosition(scroller: HTMLElement | null): void {
  const { pathname, key, hash } = useLocation();
  // The entries of the first page and of the skip link have the same key.
  const entry = `${key} ${pathname}${hash}`;
  const isReturning = useNavigationType() === 'POP';
  const shownPath = useRef<string>(undefined);
  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname;
    shownPath.current = pathname;
    if (!scroller || pathname === paths.releases) return;
    const position = isReturning ? scrollPositions.get(entry) : 0;
    if (!isSamePage && !position) scroller.scrollTo(0, 0);
    return restoreScroll(scroller, entry, position);
  }, [scroller, pathname, entry, isReturning]);
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { usePageTitle } from '../platform/pageTitle.ts';

/** Tells screen readers the name of each further page, and moves the focus to its content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const name = usePageTitle((page) => page.name);
  const announcedPath = useRef(pathname);
  // The name changes when the page is there, which may be later than its path.
  useEffect(() => {
    const content = document.querySelector<HTMLElement>('#content, main h1');
    if (pathname === announcedPath.current || !content) return;
    announcedPath.current = pathname;
    // Only takes the focus from a link that was followed, or from nothing: fields and buttons may still be there.
    if (!document.activeElement?.matches('body, a')) return;
    content.tabIndex = -1;
    content.focus({ preventScroll: true });
  }, [pathname, name]);
  return (
    <p aria-live="polite" className="visuallyHidden">
      {name}
    </p>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SessionExpired } from '../access/SessionExpired.tsx';
import { VerificationBanner } from '../access/VerificationBanner.tsx';
import { prefetchDialog } from '../design/LazyDialog.tsx';
import { ScrollerContext } from '../design/scroller.ts';
import { AskBeforeLeaving } from '../platform/AskBeforeLeaving.tsx';
import { paths } from '../platform/paths.ts';
import { makeQueryClient } from '../platform/queryClient.ts';
import { watchSession } from '../platform/refresh.ts';
import { useSetting } from '../platform/settingStore.ts';
import { useText } from '../platform/text.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Header } from './Header.tsx';
import { PlayerDock } from './PlayerDock.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useStart } from './useStart.ts';

/** Dialogs are fetched once the first screen has settled. */
const SETTLED_MS = 3_000;

/** The frame around every signed-in page: sidebar, header, the page itself, and the player below. */
export function Shell() {
  const t = useText();
  const [queries] = useState(makeQueryClient);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(watchSession, []);
  useStart(queries);
  useEffect(() => {
    const timer = setTimeout(prefetchDialog, SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  const { pathname } = useLocation();
  const isSidebarOpen = useSetting((setting) => setting.isSidebarOpen);
  useStartAtTop(scroller, pathname);
  return (
    <QueryClientProvider client={queries}>
      <AskBeforeLeaving>
        <ScrollerContext value={scroller}>
          <div className={styles.shell} data-dock data-folded={isSidebarOpen ? undefined : true}>
            <a href="#content" className={styles.skip}>
              {t('common.skip')}
            </a>
            <Sidebar />
            <main id="content" ref={setScroller} className={styles.scroller} tabIndex={-1}>
              <Header />
              <div className={styles.notice}>
                <VerificationBanner />
              </div>
              {/* A page that crashes does not take the music with it; the next page is a new chance. */}
              <CrashBoundary key={pageOf(pathname)}>
                <Suspense fallback={null}>
                  <Outlet />
                </Suspense>
              </CrashBoundary>
            </main>
            <PlayerDock />
          </div>
          <SessionExpired />
        </ScrollerContext>
      </AskBeforeLeaving>
    </QueryClientProvider>
  );
}

/** The account area is one page: its tabs keep the focus, and each part has a net of its own. */
const pageOf = (pathname: string): string => (pathname.startsWith(`${paths.account}/`) ? paths.account : pathname);

/** A new page starts at its top; the gallery remembers its own place. */
function useStartAtTop(scroller: HTMLElement | null, pathname: string): void {
  useLayoutEffect(() => {
    if (pathname !== paths.releases) scroller?.scrollTo(0, 0);
  }, [pathname, scroller]);
}

import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { prefetchDialog } from '../design/LazyDialog.tsx';
import { ScrollerContext } from '../design/scroller.ts';
import { AskBeforeLeaving } from '../platform/AskBeforeLeaving.tsx';
import { paths } from '../platform/paths.ts';
import { makeQueryClient } from '../platform/queryClient.ts';
import { watchSession } from '../platform/refresh.ts';
import { useSession } from '../platform/session.ts';
import { useSetting } from '../platform/settingStore.ts';
import { useText } from '../platform/text.ts';
import { usePanels } from '../player/panelStore.ts';
import { PlaylistDialogs } from '../playlists/PlaylistDialogs.tsx';
import { useReleaseError } from '../releases/releaseErrorStore.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Header } from './Header.tsx';
import { PlayerDock } from './PlayerDock.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useStart } from './useStart.ts';

/** Dialogs and the queue are fetched once the first screen has settled. */
const SETTLED_MS = 3_000;

const loadQueue = async () => ({ default: (await import('../player/QueuePanel.tsx')).QueuePanel });
const QueuePanel = lazy(loadQueue);
const loadRefused = async () => ({ default: (await import('../release/ReleaseErrorDialog.tsx')).ReleaseErrorDialog });
const RefusedDialog = lazy(loadRefused);
const SessionExpired = lazy(async () => ({
  default: (await import('../access/SignOutDialogs.tsx')).SessionExpiredDialog,
}));
const VerificationBanner = lazy(async () => ({
  default: (await import('../access/VerificationBanner.tsx')).VerificationBanner,
}));

/** The frame around every signed-in page: sidebar, header, the page itself, and the player below. */
export function Shell() {
  const t = useText();
  const [queries] = useState(makeQueryClient);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(watchSession, []);
  useStart(queries);
  useEffect(() => {
    const timer = setTimeout(prefetch, SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  const { pathname } = useLocation();
  const isSidebarOpen = useSetting((setting) => setting.isSidebarOpen);
  const isExpired = useSession((session) => session.showLogoutDisclaimerModal);
  const isRefused = useReleaseError(({ failure }) => failure !== undefined);
  const isQueueOpen = usePanels((panels) => panels.isQueueOpen);
  useStartAtTop(scroller, pathname);
  return (
    <QueryClientProvider client={queries}>
      <AskBeforeLeaving>
        <ScrollerContext value={scroller}>
          <div
            className={styles.shell}
            data-dock
            data-folded={isSidebarOpen ? undefined : true}
            data-queue={isQueueOpen || undefined}
          >
            <a href="#content" className={styles.skip}>
              {t('common.skip')}
            </a>
            <Sidebar />
            <main ref={setScroller} className={styles.scroller}>
              <Header />
              <span id="content" tabIndex={-1} />
              <div className={styles.notice}>
                <Suspense fallback={null}>
                  <VerificationBanner />
                </Suspense>
              </div>
              {/* A page that crashes does not take the music with it; the next page is a new chance. */}
              <CrashBoundary key={pageOf(pathname)}>
                <Suspense fallback={null}>
                  <Outlet />
                </Suspense>
              </CrashBoundary>
            </main>
            {isQueueOpen && (
              <div className={styles.queue}>
                <Suspense fallback={null}>
                  <QueuePanel />
                </Suspense>
              </div>
            )}
            <PlayerDock />
          </div>
          <PlaylistDialogs />
          <Suspense fallback={null}>
            {isRefused && <RefusedDialog />}
            {isExpired && <SessionExpired />}
          </Suspense>
        </ScrollerContext>
      </AskBeforeLeaving>
    </QueryClientProvider>
  );
}

function prefetch(): void {
  prefetchDialog();
  // A failed fetch here is tried again, and told, when it is needed.
  void Promise.allSettled([loadQueue(), loadRefused()]);
}

/** The account area is one page: its tabs keep the focus, and each part has a net of its own. */
const pageOf = (pathname: string): string => (pathname.startsWith(`${paths.account}/`) ? paths.account : pathname);

/** A new page starts at its top; the gallery remembers its own place. */
function useStartAtTop(scroller: HTMLElement | null, pathname: string): void {
  useLayoutEffect(() => {
    if (pathname !== paths.releases) scroller?.scrollTo(0, 0);
  }, [pathname, scroller]);
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, Outlet, useLocation } from 'react-router';
import { useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { prefetchDialog } from '../design/LazyDialog.tsx';
import { leavePanels } from '../design/panelHistory.ts';
import { ScrollerContext } from '../design/scroller.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { paths } from '../platform/paths.ts';
import { createQueryClient, refetchFailed } from '../platform/queryClient.ts';
import { useSession } from '../platform/session.ts';
import { watchSession } from '../platform/sessionRefresh.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import { navigateOrAsk } from '../platform/unsavedChanges.ts';
import { usePanels } from '../player/panelStore.ts';
import { usePlayer } from '../player/playerStore.ts';
import { PlaylistDialogs } from '../playlists/PlaylistDialogs.tsx';
import { useSelection } from '../selection/selectionStore.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Header } from './Header.tsx';
import { PlayerDock } from './PlayerDock.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useScrollPosition } from './useScrollPosition.ts';
import { useServerEvents } from './useServerEvents.ts';
import { useSessionStart } from './useSessionStart.ts';

/** Dialogs and the queue are prefetched after the first screen. */
const PREFETCH_DELAY_MS = 3_000;

const loadQueue = async () => ({ default: (await import('../player/queue/QueuePanel.tsx')).QueuePanel });
const QueuePanel = lazy(loadQueue);
const loadReleaseError = async () => ({
  default: (await import('../release/ReleaseErrorDialog.tsx')).ReleaseErrorDialog,
});
const ReleaseErrorDialog = lazy(loadReleaseError);
const SessionExpiredDialog = lazy(async () => ({
  default: (await import('../access/SignOutDialogs.tsx')).SessionExpiredDialog,
}));
const VerificationBanner = lazy(async () => ({
  default: (await import('../access/VerificationBanner.tsx')).VerificationBanner,
}));

/** Layout of every signed-in page: sidebar, header, page, queue and player. */
export function Shell() {
  const t = useText();
  const [queryClient] = useState(createQueryClient);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(watchSession, []);
  useSessionStart(queryClient);
  useServerEvents(queryClient);
  useEffect(() => retryAfterRenewal(queryClient), [queryClient]);
  useEffect(() => {
    const timer = setTimeout(prefetch, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { pathname } = useLocation();
  const isSidebarOpen = useSettings((settings) => settings.isSidebarOpen);
  const isExpired = useSession((session) => session.showLogoutDisclaimerModal);
  const hasReleaseError = useReleaseError(({ failure }) => failure !== undefined);
  const isQueueOpen = usePanels((panels) => panels.isQueueOpen);
  const isCovered = useBrowserState(({ isIpadView }) => isIpadView) && isQueueOpen;
  const isIdle = usePlayer(({ song }) => song === null);
  const isSelecting = useSelection(({ isOn }) => isOn);
  useScrollPosition(scroller);
  return (
    <QueryClientProvider client={queryClient}>
      <NavigationBlocker>
        <ScrollerContext value={scroller}>
          <div
            className={styles.shell}
            data-dock
            data-collapsed={isSidebarOpen ? undefined : true}
            data-queue={isQueueOpen || undefined}
            data-idle={isIdle || undefined}
            data-selecting={isSelecting || undefined}
          >
            <a href="#content" className={styles.skip}>
              {t('common.skip')}
            </a>
            <Sidebar />
            <main ref={setScroller} className={styles.scroller} inert={isCovered}>
              <Header />
              <span id="content" tabIndex={-1} />
              <div className={styles.notice}>
                <Suspense fallback={null}>
                  <VerificationBanner />
                </Suspense>
              </div>
              {/* The player survives a crash of the page; another page resets the boundary. */}
              <CrashBoundary key={getPageKey(pathname)}>
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
            {hasReleaseError && <ReleaseErrorDialog />}
            {isExpired && <SessionExpiredDialog />}
          </Suspense>
        </ScrollerContext>
      </NavigationBlocker>
    </QueryClientProvider>
  );
}

/** What failed while the session could not be renewed is fetched once more. Returns a stop function. */
function retryAfterRenewal(queryClient: QueryClient): () => void {
  return useSession.subscribe(({ accessToken }, before) => {
    if (accessToken !== null && accessToken !== before.accessToken) void refetchFailed(queryClient);
  });
}

function prefetch(): void {
  prefetchDialog();
  // A failed import is repeated when the component is rendered.
  void Promise.allSettled([loadQueue(), loadReleaseError()]);
}

/** The account area is one page: its tabs keep the focus and have their own crash boundaries. */
const getPageKey = (pathname: string): string => (pathname.startsWith(`${paths.account}/`) ? paths.account : pathname);

/** All links and `navigate` calls inside use this navigator, which asks before unsaved changes are lost and leaves open panels. */
function NavigationBlocker({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const value = useMemo(() => ({ ...context, navigator: createBlockingNavigator(context.navigator) }), [context]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

const createBlockingNavigator = (navigator: Navigator): Navigator => ({
  ...navigator,
  push: (...target) => leave(() => navigator.push(...target)),
  replace: (...target) => leave(() => navigator.replace(...target)),
  go: (delta) => leave(() => navigator.go(delta)),
});

const leave = (navigate: () => void): void => navigateOrAsk(() => leavePanels(navigate));

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  Outlet,
  useLocation,
  useMatch,
} from 'react-router';
import { ReportNotice } from '../access/ReportNotice.tsx';
import { VerificationBanner } from '../access/VerificationBanner.tsx';
import { useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { leavePanels } from '../design/panelHistory.ts';
import { ScrollerContext } from '../design/scroller.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { prefetchScreens } from '../platform/firstCall.ts';
import { findConsole, paths } from '../platform/paths.ts';
import { createQueryClient, refetchFailed } from '../platform/queryClient.ts';
import { isStaff, useSession, useTokenClaims } from '../platform/session.ts';
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
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useScrollPosition } from './useScrollPosition.ts';

/** Dialogs, the queue and the pop-up are fetched when the first screen is idle. */
const PREFETCH_DELAY_MS = 3_000;

/** Nothing plays before a press: the player and the work in the background begin after the first screen. */
const PlayerDock = lazyPart(async () => (await import('./PlayerDock.tsx')).PlayerDock);
const QueuePanel = lazyPart(async () => (await import('../player/queue/QueuePanel.tsx')).QueuePanel);
const ReleaseErrorDialog = lazyPart(async () => (await import('../release/ReleaseErrorDialog.tsx')).ReleaseErrorDialog);
const BouncedBanner = lazyPart(async () => (await import('../access/BouncedBanner.tsx')).BouncedBanner);
const ConsoleSidebar = lazyPart(async () => (await import('./ConsoleNavigation.tsx')).ConsoleSidebar);
const ConsoleHeader = lazyPart(async () => (await import('./ConsoleNavigation.tsx')).ConsoleHeader);
const SessionExpiredDialog = lazyPart(async () => (await import('../access/SignOutDialogs.tsx')).SessionExpiredDialog);

/**
 * Layout of every signed-in page: sidebar, header, page, queue and player. Consoles have a sidebar of their own, and the
 * player only while something is loaded.
 */
export function Shell() {
  const t = useText();
  const [queryClient] = useState(createQueryClient);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(watchSession, []);
  useEffect(() => retryAfterRenewal(queryClient), [queryClient]);
  useEffect(() => {
    const timer = setTimeout(prefetchScreens, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { pathname } = useLocation();
  const isDesk = useMatch(paths.desk) !== null;
  const isSidebarOpen = useSettings((settings) => settings.isSidebarOpen);
  const account = useTokenClaims();
  const openConsole = findConsole(pathname);
  const isConsole =
    openConsole === paths.operator ? account?.operator === true : Boolean(openConsole && isStaff(account));
  const isExpired = useSession((session) => session.showLogoutDisclaimerModal);
  const hasReleaseError = useReleaseError(({ failure }) => failure !== undefined);
  const isIdle = usePlayer(({ song }) => song === null);
  const hasPlayer = !isConsole || !isIdle;
  const isQueueOpen = usePanels((panels) => panels.isQueueOpen) && hasPlayer;
  const isCovered = useBrowserState(({ isIpadView }) => isIpadView) && isQueueOpen;
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
            data-desk={isDesk || undefined}
            data-console={isConsole || undefined}
          >
            <a href="#content" className={styles.skip}>
              {t('common.skip')}
            </a>
            {isConsole ? <ConsoleSidebar /> : <Sidebar />}
            <main ref={setScroller} className={styles.scroller} inert={isCovered}>
              {isConsole ? <ConsoleHeader /> : <Header />}
              <span id="content" tabIndex={-1} />
              <div className={styles.notice}>
                <VerificationBanner />
                <ReportNotice />
                {account?.bounced && <BouncedBanner />}
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
                <QueuePanel />
              </div>
            )}
            <PlayerDock hasBar={hasPlayer} />
          </div>
          <PlaylistDialogs />
          {hasReleaseError && <ReleaseErrorDialog />}
          {isExpired && <SessionExpiredDialog />}
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

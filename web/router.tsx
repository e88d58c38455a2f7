import { type ReactNode, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { accountParts, paths } from './platform/paths.ts';
import { isStaff, useTokenClaims } from './platform/session.ts';
import { usePopstateBlocker } from './platform/unsavedChanges.ts';
import { CrashBoundary } from './screens/CrashBoundary.tsx';
import {
  Account,
  Announcements,
  Archived,
  ArtistPage,
  Console,
  Desk,
  Flagged,
  ForgotPassword,
  LabelPage,
  LinkRedirect,
  NotFound,
  OperatorConsole,
  Playlist,
  Playlists,
  prefetchSignedIn,
  RecentlyPlayed,
  ReleaseInfo,
  Releases,
  Search,
  SetPassword,
  Shelf,
  Shell,
  SignUp,
  Unsubscribe,
  Verify,
} from './screens/lazyScreens.ts';
import { OfflineBanner } from './screens/OfflineBanner.tsx';
import { SignInRoute } from './screens/SignInRoute.tsx';
import { Splash } from './screens/Splash.tsx';

/** All screens at their paths; without a session only those for signing in and up. */
export function Router() {
  const account = useTokenClaims();
  return (
    <BrowserRouter>
      <Root>
        <Suspense fallback={<Splash />}>
          <Routes>
            <Route path={paths.home} element={<SignInRoute />} />
            <Route path={paths.login} element={<SignInRoute />} />
            <Route path={paths.signIn} element={<SignInRoute />} />
            <Route path={paths.verify} element={<Verify ready={prefetchSignedIn} />} />
            <Route path={paths.setPassword} element={<SetPassword />} />
            <Route path={paths.forgotPassword} element={<ForgotPassword />} />
            <Route path={paths.signUp} element={<SignUp />} />
            <Route path={paths.invited} element={<SignUp />} />
            <Route path={paths.unsubscribe} element={<Unsubscribe />} />
            {account === undefined ? (
              <Route path="*" element={<Navigate to={paths.home} replace />} />
            ) : (
              <>
                {/* Another account gets a new shell with an empty query cache. */}
                <Route element={<Shell key={account.playerid} />}>
                  <Route path={paths.releases} element={<Releases />} />
                  <Route path={paths.release} element={<ReleaseInfo />} />
                  <Route path={paths.search} element={<Search />} />
                  <Route path={paths.artist} element={<ArtistPage />} />
                  <Route path={paths.label} element={<LabelPage />} />
                  <Route path={paths.playlists} element={<Playlists />} />
                  <Route path={paths.playlist} element={<Playlist />} />
                  <Route path={paths.flagged} element={<Flagged />} />
                  <Route path={paths.archived} element={<Archived />} />
                  <Route path={paths.history} element={<RecentlyPlayed />} />
                  <Route path={paths.shelf} element={<Shelf />} />
                  <Route path={paths.desk} element={<Desk />} />
                  <Route path={paths.account} element={<Account />} />
                  <Route path={paths.accountPart} element={<Account />} />
                  {accountParts.map(({ subroute, mobile }) => (
                    <Route key={subroute} path={mobile} element={<Account part={subroute} />} />
                  ))}
                  <Route path={paths.merge} element={<LinkRedirect kind="merge" />} />
                  <Route path={paths.split} element={<LinkRedirect kind="split" />} />
                  {account.operator && <Route path={`${paths.operator}/*`} element={<OperatorConsole />} />}
                  {isStaff(account) && <Route path={`${paths.console}/*`} element={<Console />} />}
                  <Route path="*" element={<NotFound />} />
                </Route>
              </>
            )}
          </Routes>
        </Suspense>
      </Root>
    </BrowserRouter>
  );
}

function Root({ children }: { children: ReactNode }) {
  usePopstateBlocker();
  return (
    <>
      <CrashBoundary>{children}</CrashBoundary>
      <CrashBoundary>
        <Suspense fallback={null}>
          <Announcements />
        </Suspense>
      </CrashBoundary>
      <OfflineBanner />
    </>
  );
}

import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { accountParts, paths } from './platform/paths.ts';
import { useAccount } from './platform/session.ts';
import {
  Account,
  Archived,
  Flagged,
  ForgotPassword,
  LinkRedirect,
  NotFound,
  Outbox,
  Playlist,
  Playlists,
  prefetchSignedIn,
  RecentlyPlayed,
  ReleaseInfo,
  Releases,
  Search,
  SetPassword,
  Shell,
  SignUp,
  Unsubscribe,
  Verify,
} from './screens/lazyScreens.ts';
import { Root } from './screens/Root.tsx';
import { SignInRoute } from './screens/SignInRoute.tsx';
import { Splash } from './screens/Splash.tsx';

/** Every screen of the player at its path; without a session there is the way in and nothing else. */
export function Router() {
  const account = useAccount();
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
                {/* Another account is another shell: nothing of the first one's data stays in memory. */}
                <Route element={<Shell key={account.playerid} />}>
                  <Route path={paths.releases} element={<Releases />} />
                  <Route path={paths.release} element={<ReleaseInfo />} />
                  <Route path={paths.search} element={<Search />} />
                  <Route path={paths.playlists} element={<Playlists />} />
                  <Route path={paths.playlist} element={<Playlist />} />
                  <Route path={paths.flagged} element={<Flagged />} />
                  <Route path={paths.archived} element={<Archived />} />
                  <Route path={paths.history} element={<RecentlyPlayed />} />
                  <Route path={paths.account} element={<Account />} />
                  <Route path={paths.accountPart} element={<Account />} />
                  {accountParts.map(({ subroute, mobile }) => (
                    <Route key={subroute} path={mobile} element={<Account part={subroute} />} />
                  ))}
                  <Route path={paths.merge} element={<LinkRedirect kind="merge" />} />
                  <Route path={paths.split} element={<LinkRedirect kind="split" />} />
                  {account.operator && <Route path={paths.outbox} element={<Outbox />} />}
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

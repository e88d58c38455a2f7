import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { paths } from './platform/paths.ts';
import { useAccount } from './platform/session.ts';
import { Landing } from './screens/Landing.tsx';
import { NotFound, ReleaseInfo, Releases, SetPassword, Shell } from './screens/lazyScreens.ts';
import { Root } from './screens/Root.tsx';
import { SignIn } from './screens/SignIn.tsx';
import { Splash } from './screens/Splash.tsx';

/** Every screen of the player at its path; without a session there is the way in and nothing else. */
export function Router() {
  const account = useAccount();
  return (
    <BrowserRouter>
      <Root>
        <Suspense fallback={<Splash />}>
          <Routes>
            <Route path={paths.setPassword} element={<SetPassword />} />
            {account === undefined ? (
              <>
                <Route path={paths.home} element={<SignIn />} />
                <Route path={paths.login} element={<SignIn />} />
                <Route path="*" element={<Navigate to={paths.home} replace />} />
              </>
            ) : (
              <>
                <Route path={paths.home} element={<Landing />} />
                <Route path={paths.login} element={<Landing />} />
                {/* Another account is another shell: nothing of the first one's data stays in memory. */}
                <Route element={<Shell key={account.playerid} />}>
                  <Route path={paths.releases} element={<Releases />} />
                  <Route path={paths.release} element={<ReleaseInfo />} />
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

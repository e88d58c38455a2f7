import { DEEP_LINK_DELAY_MS } from '@promenade/contract/limits';
import { useEffect, useState } from 'react';
import { generatePath, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { setConnectionToken } from '../platform/connectionToken.ts';
import { clearDeepLink, getDeepLink } from '../platform/deepLink.ts';
import { paths } from '../platform/paths.ts';
import { useAccount } from '../platform/session.ts';
import { SignIn } from './SignIn.tsx';
import { Splash } from './Splash.tsx';

/** Sign-in page. Its address may carry a connection or sign-in token (requirements A-ROUTE-10, A-ROUTE-11). */
export function SignInRoute() {
  const account = useAccount();
  const [query] = useSearchParams();
  const { signInConnectionToken = query.get('signInConnectionToken') } = useParams();
  useEffect(() => {
    if (signInConnectionToken) setConnectionToken(signInConnectionToken);
  }, [signInConnectionToken]);
  const token = query.get('token');
  if (token) return <Navigate to={generatePath(paths.verify, { token })} replace />;
  return account ? <SignedInRedirect /> : <SignIn />;
}

/** Redirects a signed-in person to the stored deep link after 200 ms, else to the gallery. */
function SignedInRedirect() {
  const navigate = useNavigate();
  const [link] = useState(getDeepLink);
  useEffect(() => {
    if (link === undefined) return;
    const timer = setTimeout(() => {
      clearDeepLink();
      void navigate(link, { replace: true });
    }, DEEP_LINK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [link, navigate]);
  return link === undefined ? <Navigate to={paths.releases} replace /> : <Splash />;
}

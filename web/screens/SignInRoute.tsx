import { DEEP_LINK_DELAY_MS } from '@promenade/contract/limits';
import { useEffect, useState } from 'react';
import { generatePath, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { getConnectionToken, setConnectionToken } from '../platform/connectionToken.ts';
import { clearDeepLink, getDeepLink } from '../platform/deepLink.ts';
import { paths } from '../platform/paths.ts';
import { useTokenClaims } from '../platform/session.ts';
import { parseLinkToken } from '../platform/tokens.ts';
import { Invitation } from './lazyScreens.ts';
import { SignIn } from './SignIn.tsx';
import { Splash } from './Splash.tsx';

/**
 * Sign-in page. Its address may carry a connection or sign-in token (requirements A-ROUTE-10, A-ROUTE-11). A signed-in
 * person is asked before an invitation is accepted (requirements decision 43).
 */
export function SignInRoute() {
  const account = useTokenClaims();
  const [query] = useSearchParams();
  const { signInConnectionToken = query.get('signInConnectionToken') } = useParams();
  const invitation = account && findNewInvitation(signInConnectionToken);
  useEffect(() => {
    if (signInConnectionToken && !invitation) setConnectionToken(signInConnectionToken);
  }, [signInConnectionToken, invitation]);
  const token = query.get('token');
  if (token) return <Navigate to={generatePath(paths.verify, { token })} replace />;
  if (!account) return <SignIn mailedToken={signInConnectionToken ?? getMergeToken()} />;
  return invitation ? <Invitation token={invitation} /> : <SignedInRedirect />;
}

/** The token of an invitation that does not wait for the sign-in already. */
const findNewInvitation = (token: string | null): string | undefined =>
  token && token !== getConnectionToken() && parseLinkToken(token)?.kind === 'invitation' ? token : undefined;

/** Of a link that merges or splits addresses, which is opened after the sign-in. */
const getMergeToken = () => /^\/(?:merge|split)\/(.+)/.exec(getDeepLink() ?? '')?.[1];

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

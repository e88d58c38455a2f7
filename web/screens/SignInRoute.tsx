import { useEffect } from 'react';
import { generatePath, Navigate, useParams, useSearchParams } from 'react-router';
import { keepConnectionToken } from '../platform/connectionToken.ts';
import { paths } from '../platform/paths.ts';
import { useAccount } from '../platform/session.ts';
import { Landing } from './Landing.tsx';
import { SignIn } from './SignIn.tsx';

/** The addresses of the sign-in page, with what they may carry in their path or their query (A-ROUTE-10, A-ROUTE-11). */
export function Entrance() {
  const account = useAccount();
  const [query] = useSearchParams();
  const { signInConnectionToken = query.get('signInConnectionToken') } = useParams();
  useEffect(() => {
    if (signInConnectionToken) keepConnectionToken(signInConnectionToken);
  }, [signInConnectionToken]);
  const token = query.get('token');
  if (token) return <Navigate to={generatePath(paths.verify, { token })} replace />;
  return account ? <Landing /> : <SignIn />;
}

import { DEEP_LINK_DELAY_MS } from '@promenade/contract/limits';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { deepLink, forgetDeepLink } from '../platform/deepLink.ts';
import { paths } from '../platform/paths.ts';
import { Splash } from './Splash.tsx';

/** The sign-in page for someone who is signed in: on to the remembered link after 200 ms, else to the gallery. */
export function Landing() {
  const navigate = useNavigate();
  const [link] = useState(deepLink);
  useEffect(() => {
    if (link === undefined) return;
    const timer = setTimeout(() => {
      forgetDeepLink();
      void navigate(link, { replace: true });
    }, DEEP_LINK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [link, navigate]);
  return link === undefined ? <Navigate to={paths.releases} replace /> : <Splash />;
}

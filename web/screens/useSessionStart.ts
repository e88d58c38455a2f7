import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logged } from '../platform/logged.ts';

/** Starts the session that the shell was opened for; leaving the shell ends what is still to do. */
export function useStart(cache: QueryClient): void {
  useEffect(() => {
    const leaving = new AbortController();
    import('./start.ts')
      .then(({ start }) => start(cache, leaving.signal))
      .catch((failure: unknown) => logged('The session could not be started', failure));
    return () => leaving.abort();
  }, [cache]);
}

import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../platform/logError.ts';

/** Runs the session start once; unmounting the shell aborts it. */
export function useSessionStart(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController();
    import('./sessionStart.ts')
      .then(({ runSessionStart }) => runSessionStart(cache, controller.signal))
      .catch((failure: unknown) => logError('Could not start the session', failure));
    return () => controller.abort();
  }, [cache]);
}

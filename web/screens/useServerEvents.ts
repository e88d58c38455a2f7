import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../platform/logError.ts';

/** Listens to the server while the shell is mounted; loaded after the first screen. */
export function useServerEvents(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController();
    import('./serverEvents.ts')
      .then(({ applyServerEvents }) => applyServerEvents(cache, controller.signal))
      .catch((failure: unknown) => logError('Could not listen to the server', failure));
    return () => controller.abort();
  }, [cache]);
}

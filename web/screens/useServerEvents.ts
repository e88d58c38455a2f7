import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onServerEvent, watchServerEvents } from '../platform/events.ts';
import { useSession } from '../platform/session.ts';
import { recoverSession } from '../platform/sessionRefresh.ts';
import { refreshLists, removeRelease } from '../releases/cacheData.ts';

/** Applies what the server tells a signed-in browser to the session and the cache; the player listens itself. */
export function useServerEvents(cache: QueryClient): void {
  useEffect(() => {
    const stops = [
      watchServerEvents(),
      onServerEvent('session-ended', () => void recoverEndedSession()),
      onServerEvent('release-withdrawn', ({ releaseid }) => removeRelease(cache, releaseid)),
      onServerEvent('counts-changed', () => refreshLists(cache)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [cache]);
}

/** The refusal of the refresh token opens the dialog about an expired session (requirements decision 29). */
async function recoverEndedSession(): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken !== null) await recoverSession(accessToken);
}

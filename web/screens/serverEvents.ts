import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshLists, removeRelease } from '../catalogue/serverChanges.ts';
import { watchServerEvents } from '../platform/eventStream.ts';
import { onServerEvent } from '../platform/events.ts';
import { useSession } from '../platform/session.ts';
import { recoverSession } from '../platform/sessionRefresh.ts';

/** Applies what the server tells a signed-in browser to the session and the cache; the player listens itself. */
export function useServerEvents(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController();
    const stops = [
      onServerEvent('session-ended', () => void recoverEndedSession()),
      onServerEvent('release-withdrawn', ({ releaseid }) => removeRelease(cache, releaseid)),
      onServerEvent('counts-changed', () => refreshLists(cache)),
      () => controller.abort(),
    ];
    watchServerEvents(controller.signal);
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

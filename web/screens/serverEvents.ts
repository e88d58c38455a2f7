import type { QueryClient } from '@tanstack/react-query';
import { refreshLists, removeRelease } from '../catalogue/serverChanges.ts';
import { watchServerEvents } from '../platform/eventStream.ts';
import { onServerEvent } from '../platform/events.ts';
import { useSession } from '../platform/session.ts';
import { recoverSession } from '../platform/sessionRefresh.ts';

/**
 * Applies what the server tells a signed-in browser to the session and the cache, until `signal` aborts; the player
 * listens itself.
 */
export function applyServerEvents(cache: QueryClient, signal: AbortSignal): void {
  if (signal.aborted) return;
  const stops = [
    onServerEvent('session-ended', () => void recoverEndedSession()),
    onServerEvent('release-withdrawn', ({ releaseid }) => removeRelease(cache, releaseid)),
    onServerEvent('counts-changed', () => refreshLists(cache)),
  ];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
  watchServerEvents(signal);
}

/** The refusal of the refresh token opens the dialog about an expired session (requirements decision 29). */
async function recoverEndedSession(): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken !== null) await recoverSession(accessToken);
}

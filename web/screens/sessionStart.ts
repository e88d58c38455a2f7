import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { languagesQuery, sendTimeZone } from '../access/accountData.ts';
import { profileQuery } from '../access/data.ts';
import { optionsQuery } from '../catalogue/data.ts';
import { getConnectionName } from '../network/connections.ts';
import { acceptInvitation, connectAccepted, connectionsQuery } from '../network/data.ts';
import { clearConnectionToken, getConnectionToken } from '../platform/connectionToken.ts';
import { getApiError } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { watchMissingScripts } from '../platform/missingScripts.ts';
import { notify } from '../platform/notices.ts';
import { getLanguage } from '../platform/text.ts';
import { allPlaylistsQuery } from '../playlists/data.ts';

/** Run in this order (requirement A-STATE-07); a failed step does not stop the next. */
const steps: Record<string, (cache: QueryClient, signal: AbortSignal) => Promise<unknown>> = {
  profile: (cache) => cache.query(profileQuery),
  options: (cache) => cache.query(optionsQuery),
  playlists: (cache) => cache.query(allPlaylistsQuery),
  languages: (cache) => cache.query(languagesQuery),
  'time zone': (_cache, signal) => sendTimeZone(signal),
  connections: (cache) => cache.query(connectionsQuery),
  'pending invitation': (_cache, signal) => acceptPendingInvitation(signal),
  'pending connections': connectAcceptedInvitations,
};

/** Runs the session start once; unmounting aborts it. */
export function useSessionStart(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController();
    // Strict mode unmounts at once, before the microtask.
    queueMicrotask(() => void runSessionStart(cache, controller.signal));
    return () => controller.abort();
  }, [cache]);
}

/** Runs the steps until `signal` is aborted. Never rejects. */
async function runSessionStart(cache: QueryClient, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  watchMissingScripts(signal);
  for (const [name, step] of Object.entries(steps)) {
    if (signal.aborted) return;
    try {
      await step(cache, signal);
    } catch (failure) {
      if (!signal.aborted) logError(`Session start failed: ${name}`, failure);
    }
  }
}

/** Accepts the stored invitation; without a response or after a server error, the next session start tries again. */
async function acceptPendingInvitation(signal: AbortSignal): Promise<void> {
  const token = getConnectionToken();
  if (token === undefined) return;
  try {
    await acceptInvitation(token, { signal });
    clearConnectionToken();
  } catch (failure) {
    const { code, status = 0 } = getApiError(failure) ?? {};
    if (status >= 400 && status < 500) clearConnectionToken();
    if (code === 'INVITATION_ACCEPTED') notify({ category: 'invitationAlreadyAccepted' });
    else if (code === 'INVITATION_NOT_YOURS') notify({ category: 'invitationNotForUser' });
    else throw failure;
  }
}

async function connectAcceptedInvitations(cache: QueryClient, signal: AbortSignal): Promise<void> {
  const connected = await connectAccepted({ signal });
  if (connected.length === 0) return;
  notify({
    category: 'connectionAccepted',
    message: new Intl.ListFormat(getLanguage()).format(connected.map(getConnectionName)),
  });
  await cache.invalidateQueries({ queryKey: connectionsQuery.queryKey });
}

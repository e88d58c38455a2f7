import type { QueryClient } from '@tanstack/react-query';
import { languagesQuery, sendTimeZone } from '../access/accountData.ts';
import { profileQuery } from '../access/data.ts';
import { getConnectionName } from '../network/connections.ts';
import { acceptInvitation, connectAccepted, connectionsQuery } from '../network/data.ts';
import { connectionToken, forgetConnectionToken } from '../platform/connectionToken.ts';
import { reasonOf } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { language } from '../platform/text.ts';
import { optionsQuery } from '../releases/data.ts';

/** What a session starts with, one after the other (A-STATE-07); a step that fails does not hold up the next. */
const steps: Record<string, (cache: QueryClient, signal: AbortSignal) => Promise<unknown>> = {
  profile: (cache) => cache.query(profileQuery),
  options: (cache) => cache.query(optionsQuery),
  languages: (cache) => cache.query(languagesQuery),
  'time zone': (_cache, signal) => sendTimeZone(signal),
  connections: (cache) => cache.query(connectionsQuery),
  'pending invitation': (_cache, signal) => acceptPending(signal),
  'pending connections': connectPending,
};

/** Runs the steps until the session is left. Never rejects. */
export async function start(cache: QueryClient, signal: AbortSignal): Promise<void> {
  for (const [name, step] of Object.entries(steps)) {
    if (signal.aborted) return;
    try {
      await step(cache, signal);
    } catch (failure) {
      if (!signal.aborted) logged(`At the start: ${name}`, failure);
    }
  }
}

/** Sends a kept invitation; without an answer, or when the service is at fault, the next start tries again. */
async function acceptPending(signal: AbortSignal): Promise<void> {
  const token = connectionToken();
  if (token === undefined) return;
  try {
    await acceptInvitation(token, { signal });
    forgetConnectionToken();
  } catch (failure) {
    const { code, status = 0 } = reasonOf(failure) ?? {};
    if (status >= 400 && status < 500) forgetConnectionToken();
    if (code === 'INVITATION_ACCEPTED') notify({ category: 'invitationAlreadyAccepted' });
    else if (code === 'INVITATION_NOT_YOURS') notify({ category: 'invitationNotForUser' });
    else throw failure;
  }
}

async function connectPending(cache: QueryClient, signal: AbortSignal): Promise<void> {
  const connected = await connectAccepted({ signal });
  if (connected.length === 0) return;
  notify({
    category: 'connectionAccepted',
    message: new Intl.ListFormat(language()).format(connected.map(getConnectionName)),
  });
  await cache.invalidateQueries({ queryKey: connectionsQuery.queryKey });
}

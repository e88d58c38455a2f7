import { refresh } from '@promenade/contract/access';
import { TOKEN_REVALIDATE_MS } from '@promenade/contract/limits';
import { call } from './api.ts';
import { logError } from './logError.ts';
import { expireSession, getStoredTokens, updateTokens, useSession } from './session.ts';
import { isExpired, parseAccessToken, shouldRefresh } from './tokens.ts';

const LOCK = 'promenade-refresh';

/** An expired token is never refreshed (requirement A-SESSION-08). `now` is in milliseconds. */
export function getTokenState(token: string | null, now: number): 'fresh' | 'stale' | 'expired' {
  const claims = parseAccessToken(token);
  if (!claims || isExpired(claims, now)) return 'expired';
  return shouldRefresh(claims, now) ? 'stale' : 'fresh';
}

/** Checks the session now, every 60 seconds and when the visibility of the tab changes. Returns a stop function. */
export function watchSession(): () => void {
  const check = () => void checkSession(Date.now());
  check();
  const timer = setInterval(check, TOKEN_REVALIDATE_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Refreshes the token of this tab or reports that it has expired. */
export async function checkSession(now: number): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken === null) return;
  const state = getTokenState(accessToken, now);
  if (state === 'expired') expireSession();
  if (state === 'stale') await withTabLock(() => refreshStaleTokens(now));
}

/** Refreshes valid tokens because their claims have changed (requirement A-PROFILE-16). Failures are logged. */
export async function refreshSession(): Promise<void> {
  await withTabLock(() => sendRefresh(getStoredTokens()));
}

async function refreshStaleTokens(now: number): Promise<void> {
  const stored = getStoredTokens();
  // Another tab may have refreshed them.
  if (getTokenState(stored.accessToken, now) === 'fresh') useSession.setState(stored);
  else await sendRefresh(stored);
}

async function sendRefresh({ accessToken, refreshToken }: ReturnType<typeof getStoredTokens>): Promise<void> {
  if (!refreshToken || !accessToken) return;
  try {
    const tokens = await call(refresh, { body: { 'refresh-token': refreshToken } });
    const isSignedIn = useSession.getState().accessToken !== null;
    if (!tokens['access-token'] || !tokens['refresh-token'])
      logError('The refresh response lacks a token', Object.keys(tokens));
    else if (isSignedIn) updateTokens(tokens);
  } catch (failure) {
    logError('Could not refresh the session', failure);
  }
}

/** Runs in one tab at a time. Web Locks need a secure origin; elsewhere the server tolerates a second refresh. */
async function withTabLock(run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(LOCK, run);
  else await run();
}

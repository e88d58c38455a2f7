import { refresh } from '@promenade/contract/access';
import { SESSION_START_TIMEOUT_MS, TOKEN_REVALIDATE_MS } from '@promenade/contract/limits';
import { logError } from './logError.ts';
import { ApiError, sendRequest } from './request.ts';
import { endSession, expireSession, getStoredTokens, restoreSession, updateTokens, useSession } from './session.ts';
import { isExpired } from './tokenPayload.ts';
import { parseAccessToken, shouldRefresh } from './tokens.ts';

// A session outlives its access token (requirements decision 29): the refresh token is exchanged at start, on waking, when
// the network is back, and when the server refuses the access token. Only a refused exchange ends the session.

const LOCK = 'promenade-refresh';

/** `refused`: the session has ended. An error: not known, because of the network, a limit or a failing server. */
type Renewal = 'renewed' | 'refused' | ApiError;

let pending: Promise<Renewal> | undefined;

/** `now` is in milliseconds. */
export function getTokenState(token: string | null, now: number): 'fresh' | 'stale' | 'expired' {
  const claims = parseAccessToken(token);
  if (!claims || isExpired(claims, now)) return 'expired';
  return shouldRefresh(claims, now) ? 'stale' : 'fresh';
}

/** Checks the session now, every 60 seconds, on waking and when the network is back. Returns a stop function. */
export function watchSession(): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const check = () => void checkSession(Date.now());
  check();
  const timer = setInterval(check, TOKEN_REVALIDATE_MS);
  document.addEventListener('visibilitychange', check, options);
  for (const event of ['pageshow', 'focus', 'online']) window.addEventListener(event, check, options);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** Renews tokens with under five minutes left. Opens the dialog when they have expired and the exchange is refused. */
export async function checkSession(now: number): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken === null || getTokenState(accessToken, now) === 'fresh') return;
  const renewal = await renew(accessToken);
  if (renewal === 'refused' && getTokenState(useSession.getState().accessToken, now) === 'expired') expireSession();
}

/** Renews an expired session before the first screen. If that is refused, nobody is signed in, and no dialog opens. */
export async function resumeSession(now: number): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken === null || getTokenState(accessToken, now) !== 'expired') return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SESSION_START_TIMEOUT_MS));
  if ((await Promise.race([renew(accessToken), timeout])) === 'refused') endSession({ keepsState: true });
}

/** Renews the session because the server refused this access token; opens the dialog if the exchange is refused. */
export async function recoverSession(accessToken = useSession.getState().accessToken): Promise<Renewal> {
  const renewal = await renew(accessToken);
  if (renewal === 'refused') expireSession();
  return renewal;
}

/** Refreshes valid tokens because their claims have changed (requirement A-PROFILE-16). Failures are logged. */
export async function refreshSession(): Promise<void> {
  await withTabLock(() => exchange(getStoredTokens().refreshToken));
}

/** The exchange that a call waits for. */
export const getPendingRenewal = (): Promise<unknown> | undefined => pending;

/** One exchange runs for all calls and tabs. */
function renew(accessToken: string | null): Promise<Renewal> {
  pending ??= withTabLock(() => adoptOrExchange(accessToken)).finally(() => {
    pending = undefined;
  });
  return pending;
}

async function adoptOrExchange(accessToken: string | null): Promise<Renewal> {
  const stored = getStoredTokens();
  if (stored.accessToken !== accessToken) {
    // Another tab has renewed or ended the session, or started another one.
    restoreSession(Date.now());
    if (stored.accessToken === null) return 'refused';
    if (getTokenState(stored.accessToken, Date.now()) === 'fresh') return 'renewed';
  }
  return exchange(stored.refreshToken);
}

async function exchange(refreshToken: string | null): Promise<Renewal> {
  if (!refreshToken) return 'refused';
  try {
    const tokens = await sendRequest(
      refresh,
      { body: { 'refresh-token': refreshToken } },
      getStoredTokens().accessToken,
    );
    if (!tokens['access-token'] || !tokens['refresh-token'])
      throw new ApiError('UNEXPECTED', 0, 'The refresh response lacks a token');
    // The session may have ended meanwhile.
    if (getStoredTokens().refreshToken === refreshToken) updateTokens(tokens);
    return 'renewed';
  } catch (failure) {
    logError('Could not refresh the session', failure);
    if (!(failure instanceof ApiError)) throw failure;
    return failure.status === 401 ? 'refused' : failure;
  }
}

/** Runs in one tab at a time. Web Locks need a secure origin; elsewhere the server tolerates a second refresh. */
async function withTabLock<Result>(run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, run) : run();
}

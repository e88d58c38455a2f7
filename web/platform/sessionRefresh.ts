import { refresh } from '@promenade/contract/access';
import { TOKEN_REVALIDATE_MS } from '@promenade/contract/limits';
import { call } from './api.ts';
import { logged } from './logged.ts';
import { announceExpiry, keptTokens, renewSession, useSession } from './session.ts';
import { decodeAccess, isExpired, shouldRefresh } from './tokens.ts';

/** An expired token opens the dialog instead of being refreshed (A-SESSION-08). */
const REFRESH_WHEN_EXPIRED = false;
const LOCK = 'promenade-refresh';

/** What a token needs at this moment (`now` in milliseconds): nothing, a refresh, or a word to the person. */
export function judge(token: string | null, now: number): 'fine' | 'refresh' | 'expired' {
  const claims = decodeAccess(token);
  if (!claims || (isExpired(claims, now) && !REFRESH_WHEN_EXPIRED)) return 'expired';
  return shouldRefresh(claims, now) ? 'refresh' : 'fine';
}

/** Looks at the token now, every 60 seconds and whenever the tab is looked at again. Answers how to stop. */
export function watchSession(): () => void {
  const look = () => void revalidate(Date.now());
  look();
  const timer = setInterval(look, TOKEN_REVALIDATE_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** One look at the token of this tab. */
export async function revalidate(now: number): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken === null) return;
  const need = judge(accessToken, now);
  if (need === 'expired') announceExpiry();
  if (need === 'refresh') await oneTabAtATime(() => refreshTokens(now));
}

/** New tokens though the old ones are good: the claims they carry have changed (A-PROFILE-16). Failures are logged. */
export async function refreshNow(): Promise<void> {
  await oneTabAtATime(() => exchange(keptTokens()));
}

async function refreshTokens(now: number): Promise<void> {
  const kept = keptTokens();
  // Another tab was faster: its tokens are ours too.
  if (judge(kept.accessToken, now) === 'fine') useSession.setState(kept);
  else await exchange(kept);
}

async function exchange({ accessToken, refreshToken }: ReturnType<typeof keptTokens>): Promise<void> {
  if (!refreshToken || !accessToken) return;
  try {
    const tokens = await call(refresh, { body: { 'refresh-token': refreshToken } });
    const isWhole = Boolean(tokens['access-token'] && tokens['refresh-token']);
    const isOurs = useSession.getState().accessToken !== null;
    if (!isWhole) logged('The refresh answered without both tokens', Object.keys(tokens));
    else if (isOurs) renewSession(tokens);
  } catch (failure) {
    logged('The session could not be refreshed', failure);
  }
}

/** Web Locks exist on secure origins only; elsewhere the server's grace window covers a second tab. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(LOCK, work);
  else await work();
}

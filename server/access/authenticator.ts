import type { AppContext } from '../platform/context.ts';
import { listen } from '../platform/database/listen.ts';
import type { Caller, Callers } from '../platform/http/caller.ts';
import { AccessToken, MediaToken, PictureToken, tokenReader } from '../platform/http/tokens.ts';
import { keepNewest } from '../platform/process/keepNewest.ts';
import { findSession, type LiveSession, SESSION_ENDED } from './sessionQueries.ts';

/** How long a session that was looked up counts as alive without another look, unless its end is heard of. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;

/** Finds live sessions through a small cache that a session's end clears on every node. */
export async function makeCallers({
  db,
  pool,
  secrets,
  now,
}: Pick<AppContext, 'db' | 'pool' | 'secrets' | 'now'>): Promise<Callers> {
  const readAccess = tokenReader(secrets, AccessToken);
  const readPicture = tokenReader(secrets, PictureToken);
  const readMedia = tokenReader(secrets, MediaToken);
  const cache = new Map<string, { session: Promise<LiveSession | undefined>; until: number }>();
  const stop = await listen(pool, SESSION_ENDED, {
    heard: (sessionid) => cache.delete(sessionid),
    missed: () => cache.clear(),
  });

  async function live(sessionid: string, at: Date): Promise<Caller | undefined> {
    const known = cache.get(sessionid);
    const session = await (known && known.until > at.getTime() ? known.session : look(sessionid, at));
    return session && session.expires_at > at ? session : undefined;
  }

  /** In the cache before the answer is there: an end that is heard of meanwhile takes it out again. */
  function look(sessionid: string, at: Date): Promise<LiveSession | undefined> {
    const session = findSession(db, sessionid);
    session.catch(() => cache.delete(sessionid));
    keepNewest(cache, sessionid, { session, until: at.getTime() + CACHE_MS }, CACHE_SIZE);
    return session;
  }

  return {
    async byAccessToken(token) {
      const claims = await readAccess(token, now());
      return claims && live(claims.sid, now());
    },
    async byPictureCookie(token) {
      const claims = await readPicture(token, now());
      return claims && live(claims.sid, now());
    },
    async byMediaToken(token, object) {
      const claims = await readMedia(token, now());
      if (claims?.obj !== object) return undefined;
      const caller = await live(claims.sid, now());
      return caller?.playerid === claims.sub ? caller : undefined;
    },
    forget(sessionids) {
      for (const sessionid of sessionids) cache.delete(sessionid);
    },
    close: stop,
  };
}

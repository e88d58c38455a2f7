import { LRUCache } from 'lru-cache';
import type { AppContext } from '../platform/context.ts';
import { listen } from '../platform/database/listen.ts';
import type { Authenticator, Caller } from '../platform/http/caller.ts';
import { AccessToken, createTokenVerifier, MediaToken, PictureToken } from '../platform/http/tokens.ts';
import { findSession, type LiveSession, SESSION_ENDED } from './sessionQueries.ts';

const CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;

/** Finds live sessions through a cache that notifications of ended sessions invalidate on every node. */
export async function createAuthenticator({
  db,
  pool,
  secrets,
  now,
}: Pick<AppContext, 'db' | 'pool' | 'secrets' | 'now'>): Promise<Authenticator> {
  const verifyAccessToken = createTokenVerifier(secrets, AccessToken);
  const verifyPictureToken = createTokenVerifier(secrets, PictureToken);
  const verifyMediaToken = createTokenVerifier(secrets, MediaToken);
  const cache = new LRUCache<string, Promise<LiveSession | undefined>>({
    max: CACHE_SIZE,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const stopListening = await listen(pool, SESSION_ENDED, {
    onNotification: (sessionid) => cache.delete(sessionid),
    onReconnect: () => cache.clear(),
  });

  async function findCaller(sessionid: string): Promise<Caller | undefined> {
    const session = await (cache.get(sessionid) ?? fetchSession(sessionid));
    return session && session.expires_at > now() ? session : undefined;
  }

  /** Caches the promise, so that a notification during the query removes its outdated result. */
  function fetchSession(sessionid: string): Promise<LiveSession | undefined> {
    const session = findSession(db, sessionid);
    session.catch(() => cache.delete(sessionid));
    cache.set(sessionid, session);
    return session;
  }

  return {
    async findByAccessToken(token) {
      const claims = await verifyAccessToken(token, now());
      return claims && findCaller(claims.sid);
    },
    async findByPictureCookie(token) {
      const claims = await verifyPictureToken(token, now());
      return claims && findCaller(claims.sid);
    },
    async findByMediaToken(token, object) {
      const claims = await verifyMediaToken(token, now());
      if (claims?.obj !== object) return undefined;
      const caller = await findCaller(claims.sid);
      return caller?.playerid === claims.sub ? caller : undefined;
    },
    invalidateSessions(sessionids) {
      for (const sessionid of sessionids) cache.delete(sessionid);
    },
    close: stopListening,
  };
}

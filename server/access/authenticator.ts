import { API_TOKEN_PREFIX } from '@promenade/contract/tokens';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../platform/context.ts';
import { listen } from '../platform/database/listen.ts';
import {
  type Authenticator,
  type Caller,
  type Cookies,
  getSessionCookieName,
  SESSION_COOKIE_PREFIX,
} from '../platform/http/caller.ts';
import { AccessToken, CookieToken, createTokenVerifier, MediaToken } from '../platform/http/tokens.ts';
import { findCallerOfToken } from './apiTokens.ts';
import { findSession, type LiveSession, SESSION_ENDED } from './sessionQueries.ts';

const CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;
/** A browser normally has one; a request with many must not cost many lookups. */
const COOKIES_TRIED_MAX = 8;

/** Finds live sessions through a cache that notifications of ended sessions invalidate on every node. */
export async function createAuthenticator({
  db,
  pool,
  secrets,
  now,
  metrics,
}: Pick<AppContext, 'db' | 'pool' | 'secrets' | 'now' | 'metrics'>): Promise<Authenticator> {
  const verifyAccessToken = createTokenVerifier(secrets, AccessToken);
  const verifyCookieToken = createTokenVerifier(secrets, CookieToken);
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
    const cached = cache.get(sessionid);
    metrics?.cacheReads.inc({ cache: 'sessions', result: cached ? 'hit' : 'miss' });
    const session = await (cached ?? fetchSession(sessionid));
    return session && session.expires_at > now() ? session : undefined;
  }

  /** Caches the promise, so that a notification during the query removes its outdated result. */
  function fetchSession(sessionid: string): Promise<LiveSession | undefined> {
    const session = findSession(db, sessionid);
    session.catch(() => cache.delete(sessionid));
    cache.set(sessionid, session);
    return session;
  }

  async function findByCookie(name: string, value: string | undefined): Promise<Caller | undefined> {
    const claims = value && (await verifyCookieToken(value, now()));
    return claims && getSessionCookieName(claims.sid) === name ? findCaller(claims.sid) : undefined;
  }

  return {
    async findByAccessToken(token) {
      if (token.startsWith(API_TOKEN_PREFIX)) return findCallerOfToken(db, token, now());
      const claims = await verifyAccessToken(token, now());
      return claims && findCaller(claims.sid);
    },
    async findByCookies(cookies) {
      const newest = listSessionCookies(cookies).slice(-COOKIES_TRIED_MAX).reverse();
      const callers = await Promise.all(newest.map((name) => findByCookie(name, cookies[name])));
      return new Map(newest.flatMap((name, index) => (callers[index] ? [[name, callers[index]]] : [])));
    },
    async findByMediaToken(token, object, cookies) {
      const claims = await verifyMediaToken(token, now());
      if (claims?.obj !== object) return undefined;
      const name = getSessionCookieName(claims.sid);
      const caller = await findByCookie(name, cookies[name]);
      return caller?.sessionid === claims.sid && caller.playerid === claims.sub
        ? { ...caller, taking: claims.tak, file: claims.file, isPreview: claims.pre }
        : undefined;
    },
    invalidateSessions(sessionids) {
      for (const sessionid of sessionids) cache.delete(sessionid);
    },
    close: stopListening,
  };
}

export const listSessionCookies = (cookies: Cookies): string[] =>
  Object.keys(cookies).filter((name) => name.startsWith(SESSION_COOKIE_PREFIX));

import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import type { Cookies } from '../platform/http/caller.ts';
import { BrowserToken, signToken, verifyToken } from '../platform/http/tokens.ts';
import type { Config } from '../platform/process/config.ts';
import { DAY_MS } from '../platform/process/days.ts';

// A browser that has signed in to an account keeps a cookie that says so. The limits of sign-in for strangers do not bind
// it, so that nobody can lock another person out.

const COOKIE_PREFIX = 'promenade_browser_';
const COOKIE_DAYS = 180;
/** More accounts in one browser are not remembered; a request with many cookies must not cost much. */
const COOKIES_MAX = 8;

export interface BrowserCookie {
  name: string;
  value: string;
  expires: Date;
}

/** The ids of this browser by playerid. */
export async function findKnownBrowsers(
  { secrets }: Pick<AppContext, 'secrets'>,
  cookies: Cookies,
  now: Date,
): Promise<Map<string, string>> {
  const names = Object.keys(cookies).filter((name) => name.startsWith(COOKIE_PREFIX));
  const tokens = names.slice(-COOKIES_MAX).map((name) => verifyToken(secrets, BrowserToken, cookies[name] ?? '', now));
  const claims = await Promise.all(tokens);
  return new Map(claims.flatMap((claim) => (typeof claim === 'string' ? [] : [[claim.sub, claim.bid]])));
}

/** Remembers this browser for an account, by the id it has already. */
export async function createBrowserCookie(
  { secrets }: Pick<AppContext, 'secrets'>,
  playerid: string,
  browserid: string | undefined,
  now: Date,
): Promise<BrowserCookie> {
  const expires = new Date(now.getTime() + COOKIE_DAYS * DAY_MS);
  const name = COOKIE_PREFIX + createHash('sha256').update(playerid).digest('base64url').slice(0, 16);
  const value = await signToken(secrets, BrowserToken, { sub: playerid, bid: browserid ?? randomUUID() }, expires);
  return { name, value, expires };
}

/** Only calls that sign in receive the cookie. */
export function setBrowserCookie(reply: FastifyReply, { publicUrl }: Config, cookie: BrowserCookie): void {
  const { name, value, expires } = cookie;
  const secure = publicUrl?.startsWith('https:') ?? false;
  reply.setCookie(name, value, { path: '/api/auth', httpOnly: true, sameSite: 'strict', secure, expires });
}

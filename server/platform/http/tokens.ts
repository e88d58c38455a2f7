import { createHmac, timingSafeEqual } from 'node:crypto';
import { AccessClaims, LinkClaims } from '@promenade/contract/access';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Secrets } from '../process/secrets.ts';

/** The signing key and the claims of a kind of token. `exp` is in seconds since 1970. */
interface TokenKind<Claims extends { exp: number }> {
  purpose: 'access' | 'media' | 'cookie' | 'browser' | 'link' | 'unsubscribe';
  claims: z.ZodMiniType<Claims>;
}
const kind = <Claims extends { exp: number }>(definition: TokenKind<Claims>): TokenKind<Claims> => definition;

/** Authenticates API requests; `sid` is the session. */
export const AccessToken = kind({ purpose: 'access', claims: z.extend(AccessClaims, { sid: z.uuid() }) });

/**
 * Gives access to one object: `sub` is the playerid, `obj` is `audio:<trackid>` or similar, `tak` the taking of a
 * download (128 bits in base64url), `file` the key of the stored file of a stream, `pre` the preview of staff.
 */
export const MediaToken = kind({
  purpose: 'media',
  claims: z.object({
    sid: z.uuid(),
    sub: z.uuid(),
    obj: z.string(),
    tak: z.optional(z.string()),
    file: z.optional(z.string()),
    pre: z.optional(z.literal(true)),
    exp: z.number(),
  }),
});

/** The value of a session cookie (requirements decisions 20 and 30). */
export const CookieToken = kind({ purpose: 'cookie', claims: z.object({ sid: z.uuid(), exp: z.number() }) });

/** The cookie of a browser that has signed in to account `sub` before; `bid` is random. */
export const BrowserToken = kind({
  purpose: 'browser',
  claims: z.object({ sub: z.uuid(), bid: z.uuid(), exp: z.number() }),
});

/** A link in a mail; `jti` is 256 random bits, stored only as a hash (requirements decision 14). */
export const LinkToken = kind({ purpose: 'link', claims: z.extend(LinkClaims, { jti: z.string() }) });

/**
 * Only changes which release mails an account gets; `sub` is the playerid, `label` the labelid of a mail about one label.
 * `email` received the mail; mails of earlier versions do not say it.
 */
export const UnsubscribeToken = kind({
  purpose: 'unsubscribe',
  /** Without `sub`, of an invitation to an address without an account, by a label. */
  claims: z.object({
    sub: z.optional(z.uuid()),
    email: z.optional(z.string()),
    label: z.optional(z.uuid()),
    exp: z.number(),
  }),
});

/** Creates a JWT (HS256). `expiresAt` is rounded down to seconds. */
export function signToken<Claims extends { exp: number }>(
  secrets: Secrets,
  { purpose }: TokenKind<Claims>,
  claims: Omit<Claims, 'exp'>,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT({ ...claims, exp: Math.floor(expiresAt.getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secrets.getKey(purpose));
}

/** Returns the claims of a token with a valid signature for this purpose. */
export async function verifyToken<Claims extends { exp: number }>(
  secrets: Secrets,
  { purpose, claims }: TokenKind<Claims>,
  token: string,
  now: Date,
): Promise<Claims | 'expired' | 'invalid'> {
  const options = { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: now };
  try {
    const { payload } = await jwtVerify(token, secrets.getKey(purpose), options);
    const parsed = claims.safeParse(payload);
    return parsed.success ? parsed.data : 'invalid';
  } catch (reason) {
    if (reason instanceof errors.JWTExpired) return 'expired';
    if (reason instanceof errors.JOSEError) return 'invalid';
    throw reason;
  }
}

const SHORT_TOKEN_BYTES = 16;

/** Signs 16 random bytes: 43 characters of base64url, so that an invented token is recognised without a look-up. */
export function formatShortToken(secrets: Secrets, purpose: string, random: Buffer): string {
  const mac = createHmac('sha256', secrets.getKey(purpose)).update(random).digest();
  return Buffer.concat([random, mac.subarray(0, SHORT_TOKEN_BYTES)]).toString('base64url');
}

/** The random bytes of a token, and whether it is one of `formatShortToken`. */
export function parseShortToken(secrets: Secrets, purpose: string, token: string) {
  const random = Buffer.from(token, 'base64url').subarray(0, SHORT_TOKEN_BYTES);
  const [expected, received] = [Buffer.from(formatShortToken(secrets, purpose, random)), Buffer.from(token)];
  return { random, isSigned: received.length === expected.length && timingSafeEqual(received, expected) };
}

/** Verifies tokens of one kind, with a cache of valid ones. The verifier returns undefined for any other token. */
export function createTokenVerifier<Claims extends { exp: number }>(
  secrets: Secrets,
  kind: TokenKind<Claims>,
  cacheSize = 10_000,
): (token: string, now: Date) => Promise<Claims | undefined> {
  const cache = new LRUCache<string, Claims>({ max: cacheSize });
  return async (token, now) => {
    const cached = cache.get(token);
    if (cached && cached.exp * 1000 > now.getTime()) return cached;
    const claims = await verifyToken(secrets, kind, token, now);
    if (typeof claims === 'string') return undefined;
    cache.set(token, claims);
    return claims;
  };
}

import { AccessClaims, LinkClaims } from '@promenade/contract/access';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { keepNewest } from '../process/keepNewest.ts';
import type { Secrets } from '../process/secrets.ts';

/** What a token is for: its own key, and the claims that make it whole. `exp` is in seconds since 1970. */
interface TokenKind<Claims extends { exp: number }> {
  purpose: 'access' | 'media' | 'picture' | 'link' | 'unsubscribe';
  claims: z.ZodMiniType<Claims>;
}
const kind = <Claims extends { exp: number }>(declared: TokenKind<Claims>): TokenKind<Claims> => declared;

/** Calls the API as an account; `sid` is the session. */
export const AccessToken = kind({ purpose: 'access', claims: z.extend(AccessClaims, { sid: z.uuid() }) });

/** Hears one object: `sub` is the playerid, `obj` what it may fetch (`audio:<trackid>`). */
export const MediaToken = kind({
  purpose: 'media',
  claims: z.object({ sid: z.uuid(), sub: z.uuid(), obj: z.string(), exp: z.number() }),
});

/** The cookie that shows pictures (decision 20). */
export const PictureToken = kind({ purpose: 'picture', claims: z.object({ sid: z.uuid(), exp: z.number() }) });

/** A mailed link; `jti` is 256 random bits, kept as a hash only (decision 14). */
export const LinkToken = kind({ purpose: 'link', claims: z.extend(LinkClaims, { jti: z.string() }) });

/** Ends the release mails of an account, and does nothing else; `sub` is the playerid. */
export const UnsubscribeToken = kind({
  purpose: 'unsubscribe',
  claims: z.object({ sub: z.uuid(), exp: z.number() }),
});

/** A JWT (HS256). The moment it expires is cut to whole seconds. */
export function signToken<Claims extends { exp: number }>(
  secrets: Secrets,
  { purpose }: TokenKind<Claims>,
  claims: Omit<Claims, 'exp'>,
  expires: Date,
): Promise<string> {
  return new SignJWT({ ...claims, exp: Math.floor(expires.getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secrets.key(purpose));
}

/** The claims of a token that we signed for this purpose; `expired` when only its time is over. */
export async function readToken<Claims extends { exp: number }>(
  secrets: Secrets,
  { purpose, claims }: TokenKind<Claims>,
  token: string,
  now: Date,
): Promise<Claims | 'expired' | 'invalid'> {
  const rules = { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: now };
  try {
    const { payload } = await jwtVerify(token, secrets.key(purpose), rules);
    const whole = claims.safeParse(payload);
    return whole.success ? whole.data : 'invalid';
  } catch (refused) {
    if (refused instanceof errors.JWTExpired) return 'expired';
    if (refused instanceof errors.JOSEError) return 'invalid';
    throw refused;
  }
}

/**
 * Reads tokens of one kind and remembers the last `size` that were good, so that the next call with the same token
 * costs a look-up. Undefined for a token that is not or no longer good.
 */
export function tokenReader<Claims extends { exp: number }>(
  secrets: Secrets,
  kind: TokenKind<Claims>,
  size = 10_000,
): (token: string, now: Date) => Promise<Claims | undefined> {
  const good = new Map<string, Claims>();
  return async (token, now) => {
    const known = good.get(token);
    if (known) {
      if (known.exp * 1000 > now.getTime()) return known;
      good.delete(token);
    }
    const read = await readToken(secrets, kind, token, now);
    if (typeof read === 'string') return undefined;
    keepNewest(good, token, read, size);
    return read;
  };
}

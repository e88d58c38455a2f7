import { AccessClaims, LinkClaims } from '@promenade/contract/access';
import { TOKEN_REFRESH_MS } from '@promenade/contract/limits';
import { decodePayload, isExpired } from './tokenPayload.ts';

/** Undefined for a malformed token, never partial claims (requirement A-SESSION-19). */
export function parseAccessToken(token: string | null): AccessClaims | undefined {
  return AccessClaims.safeParse(decodePayload(token)).data;
}

/** Claims of a mailed link, unverified (requirement A-SESSION-21). */
export function parseLinkToken(token: string | undefined): LinkClaims | undefined {
  return LinkClaims.safeParse(decodePayload(token ?? null)).data;
}

/** Of a mailed link. `exp` is in seconds since 1970, `now` in milliseconds. */
export const isLinkExpired = ({ exp }: { exp: number }, now: number): boolean => exp * 1000 <= now;

/** `exp` is in seconds since 1970, `now` in milliseconds. */
export function shouldRefresh({ exp }: { exp: number }, now: number): boolean {
  return exp * 1000 - now < TOKEN_REFRESH_MS;
}

/** Requirement A-SESSION-01. */
export function isLoggedIn(token: string | null, now: number): boolean {
  const claims = parseAccessToken(token);
  return claims !== undefined && !isExpired(claims, now);
}

import { AccessClaims, LinkClaims } from '@promenade/contract/access';
import { TOKEN_EXPIRED_MS, TOKEN_REFRESH_MS } from '@promenade/contract/limits';

/** Undefined for a malformed token, never partial claims (requirement A-SESSION-19). */
export function parseAccessToken(token: string | null): AccessClaims | undefined {
  return AccessClaims.safeParse(decodePayload(token)).data;
}

/** Claims of a mailed link, unverified (requirement A-SESSION-21). */
export function parseLinkToken(token: string | undefined): LinkClaims | undefined {
  return LinkClaims.safeParse(decodePayload(token ?? null)).data;
}

/** Expiry of a media token in seconds since 1970; 0 for a malformed token. */
export function getTokenExpiry(token: string): number {
  const exp = (decodePayload(token) as { exp?: unknown } | undefined)?.exp;
  return typeof exp === 'number' ? exp : 0;
}

/** `exp` is in seconds since 1970, `now` in milliseconds. */
export function isExpired({ exp }: { exp: number }, now: number): boolean {
  return exp * 1000 - now < TOKEN_EXPIRED_MS;
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

function decodePayload(token: string | null): unknown {
  const payload = token?.split('.')[1];
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

import { AccessClaims, LinkClaims } from '@promenade/contract/access';
import { TOKEN_EXPIRED_MS, TOKEN_REFRESH_MS } from '@promenade/contract/limits';

/** The claims of an access token; undefined for anything that is not one, never a part (A-SESSION-19). */
export function decodeAccess(token: string | null): AccessClaims | undefined {
  const claims = AccessClaims.safeParse(decode(token));
  return claims.success ? claims.data : undefined;
}

/** The claims of a mailed link, to show before the server is asked (A-SESSION-21). */
export function decodeLink(token: string | undefined): LinkClaims | undefined {
  const claims = LinkClaims.safeParse(decode(token ?? null));
  return claims.success ? claims.data : undefined;
}

/** When a media token ends, in seconds since 1970; 0 for what cannot be read. */
export function expiryOf(token: string): number {
  const exp = (decode(token) as { exp?: unknown } | undefined)?.exp;
  return typeof exp === 'number' ? exp : 0;
}

/** `exp` is in seconds since 1970, `now` in milliseconds. */
export function isExpired({ exp }: { exp: number }, now: number): boolean {
  return exp * 1000 - now < TOKEN_EXPIRED_MS;
}

/** `exp` is in seconds since 1970, `now` in milliseconds. */
export function shouldRefresh({ exp }: { exp: number }, now: number): boolean {
  return exp * 1000 - now < TOKEN_REFRESH_MS;
}

/** Logged in means that an access token exists and is not expired (A-SESSION-01). */
export function isLoggedIn(token: string | null, now: number): boolean {
  const claims = decodeAccess(token);
  return claims !== undefined && !isExpired(claims, now);
}

function decode(token: string | null): unknown {
  const body = token?.split('.')[1];
  if (!body) return undefined;
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

import { TOKEN_EXPIRED_MS } from '@promenade/contract/limits';

/** `exp` is in seconds since 1970, `now` in milliseconds. */
export function isExpired({ exp }: { exp: number }, now: number): boolean {
  return exp * 1000 - now < TOKEN_EXPIRED_MS;
}

/** Expiry of a media token in seconds since 1970; 0 for a malformed token. */
export function getTokenExpiry(token: string): number {
  const exp = (decodePayload(token) as { exp?: unknown } | undefined)?.exp;
  return typeof exp === 'number' ? exp : 0;
}

/** The claims of a token, unverified; undefined for a malformed one. */
export function decodePayload(token: string | null): unknown {
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

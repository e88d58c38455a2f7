import type { AccessClaims, LinkClaims } from '@promenade/contract/access';

/** 2026-11-21 12:00 UTC, in milliseconds. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** A token without a valid signature, which the browser does not verify. */
export function createToken(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `header.${payload}.signature`;
}

/** An access token that expires `seconds` after `now`. */
export function createAccessToken(seconds: number, overrides: Partial<AccessClaims> = {}, now = Date.now()): string {
  return createToken({
    playerid: 'player-1',
    email: 'rosa@demo.test',
    fullname: 'Rosa Vance',
    username: 'rosa@demo.test',
    exp: now / 1000 + seconds,
    verified: true,
    label_staff: false,
    told: true,
    ...overrides,
  });
}

export function createLinkToken(overrides: Partial<LinkClaims> = {}): string {
  return createToken({
    kind: 'reset',
    email: 'rosa@demo.test',
    welcome_email: false,
    exp: Date.now() / 1000 + 3600,
    ...overrides,
  });
}

import type { AccessClaims, LinkClaims } from '@promenade/contract/access';

/** 2026-11-21 12:00 UTC, in milliseconds. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** A token with these claims; nobody in the browser checks who signed it. */
export function token(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const body = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `header.${body}.signature`;
}

/** An access token that runs out `seconds` after `now`. */
export function accessToken(seconds: number, more: Partial<AccessClaims> = {}, now = Date.now()): string {
  return token({
    playerid: 'player-1',
    email: 'rosa@demo.test',
    fullname: 'Rosa Vance',
    username: 'rosa@demo.test',
    exp: now / 1000 + seconds,
    verified: true,
    label_staff: false,
    ...more,
  });
}

/** The token of a mailed link. */
export function linkToken(more: Partial<LinkClaims> = {}): string {
  return token({
    kind: 'reset',
    email: 'rosa@demo.test',
    welcome_email: false,
    exp: Date.now() / 1000 + 3600,
    ...more,
  });
}

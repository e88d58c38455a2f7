import { createHash, createHmac, randomBytes } from 'node:crypto';
import { PUBLIC_REFRESH_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '@promenade/contract/limits';
import type { Secrets } from '../platform/process/secrets.ts';

/** The first refresh token of a session: 256 random bits. */
export const firstRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Derived, so that all who exchange the same token at once get the same one, though only hashes are kept. */
export const successorOf = (secrets: Secrets, token: string): string =>
  createHmac('sha256', secrets.key('refresh')).update(token).digest('base64url');

/** What is kept of a refresh token. */
export const hashOfRefresh = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Until when a refresh token made at this moment is good, and its session with it (decision 4). */
export function refreshExpiry(publicdevice: boolean, now: Date): Date {
  const seconds = publicdevice ? PUBLIC_REFRESH_TOKEN_SECONDS : REFRESH_TOKEN_SECONDS;
  return new Date(now.getTime() + seconds * 1000);
}

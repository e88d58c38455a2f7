import { createHash, randomBytes } from 'node:crypto';
import type { LinkClaims } from '@promenade/contract/access';
import { RESET_LINK_SECONDS } from '@promenade/contract/limits';
import type { Db } from '../platform/db.ts';
import type { Secrets } from '../platform/secrets.ts';
import { LinkToken, signToken } from '../platform/tokens.ts';
import { putLink } from './linkQueries.ts';

interface Addressee {
  kind: LinkClaims['kind'];
  /** An address of the account, lower-case. */
  email: string;
  accountid: number;
}

/**
 * The token of a new link that sets a password, good for 48 hours and once; it ends the older one of the same kind and
 * address (decision 14). A page address is `linkPath(token)` below PUBLIC_URL.
 */
export async function makeLink(
  db: Db,
  secrets: Secrets,
  { kind, email, accountid }: Addressee,
  now: Date,
): Promise<string> {
  const jti = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + RESET_LINK_SECONDS * 1000);
  await putLink(db, { hash: hashOfLink(jti), kind, email, account_id: accountid, expires_at: expires });
  return signToken(secrets, LinkToken, { kind, email, welcome_email: kind === 'welcome', jti }, expires);
}

/** Where the browser part opens a link that sets a password. */
export const linkPath = (token: string): string => `/resetpwd/${token}`;

/** What is kept of a link. */
export const hashOfLink = (jti: string): Buffer => createHash('sha256').update(jti).digest();

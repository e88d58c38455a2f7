import { createHash, randomBytes } from 'node:crypto';
import type { LinkKind } from '@promenade/contract/access';
import { EMAIL_PROOF_SECONDS, LOGIN_LINK_SECONDS, RESET_LINK_SECONDS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { LinkToken, readToken, signToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { findLink, lockAccountOfLink, putLink, takeForeignLink, takeLink } from './linkQueries.ts';
import { lockAccount } from './queries.ts';

type OneTimeKind = Exclude<LinkKind, 'invitation'>;

interface Addressee {
  kind: OneTimeKind;
  /** Lower-case. Of merge and split the address that comes or goes. */
  email: string;
  /** Null only for the proof of an address that has no account yet. */
  accountid: number | null;
  /** Of a sign-in link: what the session it starts is. */
  publicdevice?: boolean;
}

const SECONDS: Record<OneTimeKind, number> = {
  'sign-in': LOGIN_LINK_SECONDS,
  reset: RESET_LINK_SECONDS,
  welcome: RESET_LINK_SECONDS,
  merge: RESET_LINK_SECONDS,
  split: RESET_LINK_SECONDS,
  email: EMAIL_PROOF_SECONDS,
};

/**
 * The token of a new link, good once; it ends the older one of the same kind, address and account (decision 14).
 * A page address is `linkPath(kind, token)` below the service's own.
 */
export async function makeLink(
  db: Db,
  secrets: Secrets,
  { kind, email, accountid, publicdevice }: Addressee,
  now: Date,
): Promise<string> {
  const jti = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + SECONDS[kind] * 1000);
  await putLink(db, { hash: hashOfLink(jti), kind, email, account_id: accountid, expires_at: expires });
  const claims = { kind, email, welcome_email: kind === 'welcome', jti, ...(publicdevice && { publicdevice }) };
  return signToken(secrets, LinkToken, claims, expires);
}

/**
 * The claims of a link that we signed for one of these uses, and that is in time; whether it was used only the database
 * knows.
 * @throws INVALID_TOKEN (malformed, forged, for another use), TOKEN_EXPIRED
 */
export async function readLink(secrets: Secrets, kinds: LinkKind[], token: string, now: Date) {
  const link = await readToken(secrets, LinkToken, token, now);
  if (link === 'expired') throw new Refusal('TOKEN_EXPIRED');
  if (link === 'invalid' || !kinds.includes(link.kind)) throw new Refusal('INVALID_TOKEN');
  return link;
}

/**
 * The account of a link to one of its addresses, once. Inside a transaction: the account is held until it ends.
 * @throws TOKEN_EXPIRED (also used or replaced, or the address left the account)
 */
export async function consumeLink(db: Db, jti: string, now: Date): Promise<number> {
  await lockAccountOfLink(db, hashOfLink(jti));
  const accountid = await takeLink(db, hashOfLink(jti), now);
  if (accountid === undefined) throw new Refusal('TOKEN_EXPIRED');
  return accountid;
}

/**
 * The same for a link that this account must have asked for, whatever address it names.
 * @throws INVALID_TOKEN (another account's), TOKEN_EXPIRED (also used or replaced)
 */
export async function consumeOwnLink(db: Db, accountid: number, jti: string, now: Date): Promise<void> {
  await lockAccount(db, accountid);
  const link = await findLink(db, hashOfLink(jti));
  if (link && link.account_id !== accountid) throw new Refusal('INVALID_TOKEN');
  if ((await takeForeignLink(db, hashOfLink(jti), now)) === undefined) throw new Refusal('TOKEN_EXPIRED');
}

const PAGES = {
  'sign-in': 'authverify',
  reset: 'resetpwd',
  welcome: 'resetpwd',
  merge: 'merge',
  split: 'split',
} as const;

/** Where the browser part opens a mailed link. */
export const linkPath = (kind: keyof typeof PAGES, token: string): string => `/${PAGES[kind]}/${token}`;

/** What is kept of a link. */
export const hashOfLink = (jti: string): Buffer => createHash('sha256').update(jti).digest();

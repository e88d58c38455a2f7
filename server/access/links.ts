import { createHash, randomBytes } from 'node:crypto';
import type { LinkKind } from '@promenade/contract/access';
import { EMAIL_PROOF_SECONDS, RESET_LINK_SECONDS, SIGN_IN_LINK_SECONDS } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { formatShortToken, LinkToken, parseShortToken, signToken, verifyToken } from '../platform/http/tokens.ts';
import { queueMail } from '../platform/mail/mail.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import {
  findLink,
  lockLinkAccount,
  markAccountLinkUsed,
  markLinkUsed,
  type UsedLink,
  upsertLink,
} from './linkQueries.ts';
import { lockAccount } from './queries.ts';

// One-time links of mails, stored as SHA-256 with their use. The token of a sign-in link is random: spam filters take a
// longer address for a sign of spam. Other tokens are JWTs, of which the `jti` is stored. A newer link of the same kind,
// address and account replaces the older one (requirements decision 14).

type OneTimeKind = Exclude<LinkKind, 'invitation'> | 'sign-in';

interface LinkInput {
  kind: OneTimeKind;
  /** Lower-case. For merge and split the address to add or remove. */
  email: string;
  /** Null only for the proof of an address without an account. */
  accountid: number | null;
  /** Of a sign-in link: whether the session is one on a public computer. */
  publicdevice?: boolean;
  /** Of a merge or split link: the address that the account is signed in with. */
  account?: string;
}

const SECONDS: Record<OneTimeKind, number> = {
  'sign-in': SIGN_IN_LINK_SECONDS,
  reset: RESET_LINK_SECONDS,
  welcome: RESET_LINK_SECONDS,
  merge: RESET_LINK_SECONDS,
  split: RESET_LINK_SECONDS,
  email: EMAIL_PROOF_SECONDS,
};

const SIGN_IN_TOKEN = 'sign-in link';

export async function createLink(
  db: Db,
  secrets: Secrets,
  { kind, email, accountid, publicdevice = false, account }: LinkInput,
  now: Date,
): Promise<string> {
  const isShort = kind === 'sign-in';
  const jti = isShort
    ? formatShortToken(secrets, SIGN_IN_TOKEN, randomBytes(16))
    : randomBytes(32).toString('base64url');
  const expires = getLinkExpiry(kind, now);
  await upsertLink(db, {
    hash: hashLinkId(jti),
    kind,
    email,
    account_id: accountid,
    expires_at: expires,
    publicdevice,
  });
  if (isShort) return jti;
  const claims = { kind, email, welcome_email: kind === 'welcome', jti, ...(account && { account }) };
  return signToken(secrets, LinkToken, claims, expires);
}

const getLinkExpiry = (kind: OneTimeKind, now: Date): Date => new Date(now.getTime() + SECONDS[kind] * 1000);

interface LinkMail extends LinkInput {
  kind: keyof typeof PATHS;
  accountid: number;
  /** Recipient; `email` by default. */
  to?: string;
  language: string;
  /** The mail is not delivered before. */
  after?: Date | undefined;
  /** Values of the mail text besides `email`. */
  values?: Record<string, string>;
}

/** Creates a link and queues its mail. Must run in a transaction. */
export async function queueLinkMail(
  { secrets, jobs, address }: Pick<AppContext, 'secrets' | 'jobs' | 'address'>,
  db: Db,
  { to, language, values, after, ...link }: LinkMail,
  now: Date,
): Promise<void> {
  const { kind, email } = link;
  const url = `${address.url}${linkPath(kind, await createLink(db, secrets, link, now))}`;
  const expires = getLinkExpiry(kind, now);
  const mail = { kind, to: to ?? email, language, values: { email, ...values }, url, expires, after };
  await queueMail({ db, jobs }, mail, now);
}

/** @throws INVALID_TOKEN (malformed, forged, of another kind) */
export function requireSignInToken(secrets: Secrets, token: string): void {
  if (!parseShortToken(secrets, SIGN_IN_TOKEN, token).isSigned) throw new Refusal('INVALID_TOKEN');
}

/**
 * Returns the claims of a link token; whether it was used only the database knows.
 * @throws INVALID_TOKEN (malformed, forged, of another kind), TOKEN_EXPIRED
 */
export async function requireLinkClaims(secrets: Secrets, kinds: LinkKind[], token: string, now: Date) {
  const claims = await verifyToken(secrets, LinkToken, token, now);
  if (claims === 'expired') throw new Refusal('TOKEN_EXPIRED');
  if (claims === 'invalid' || !kinds.includes(claims.kind)) throw new Refusal('INVALID_TOKEN');
  return claims;
}

/**
 * Uses a link to an address of its account, locks the account and returns the link. Must run in a transaction.
 * @throws TOKEN_EXPIRED (also used or replaced, or the address left the account)
 */
export async function consumeLink(db: Db, jti: string, now: Date): Promise<UsedLink> {
  await lockLinkAccount(db, hashLinkId(jti));
  const link = await markAccountLinkUsed(db, hashLinkId(jti), now);
  if (!link) throw new Refusal('TOKEN_EXPIRED');
  return link;
}

/**
 * Uses a link that this account requested, to any address, and locks the account. Must run in a transaction.
 * @throws INVALID_TOKEN (another account's), TOKEN_EXPIRED (also used or replaced)
 */
export async function consumeRequestedLink(db: Db, accountid: number, jti: string, now: Date): Promise<void> {
  await lockAccount(db, accountid);
  const link = await findLink(db, hashLinkId(jti));
  if (link && link.account_id !== accountid) throw new Refusal('INVALID_TOKEN');
  if (!(await markLinkUsed(db, hashLinkId(jti), now))) throw new Refusal('TOKEN_EXPIRED');
}

/** Accepts tokens of any age: the row tells whether the link expired. */
const IGNORE_EXPIRY = new Date(0);

/**
 * Tells without a change whether this account can still use a merge or split link.
 * @throws INVALID_TOKEN (malformed, forged, another account's)
 */
export async function getLinkState(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { accountid }: Caller,
  kind: 'merge' | 'split',
  token: string,
  now: Date,
): Promise<{ data: { valid: boolean; email: string } }> {
  const { email, jti } = await requireLinkClaims(secrets, [kind], token, IGNORE_EXPIRY);
  const link = await findLink(db, hashLinkId(jti));
  if (link && link.account_id !== accountid) throw new Refusal('INVALID_TOKEN');
  return { data: { valid: link !== undefined && link.used_at === null && link.expires_at > now, email } };
}

const PATHS = {
  'sign-in': 'authverify',
  reset: 'resetpwd',
  welcome: 'resetpwd',
  merge: 'merge',
  split: 'split',
} as const;

/** Path of the web page that opens a mailed link. */
export const linkPath = (kind: keyof typeof PATHS, token: string): string => `/${PATHS[kind]}/${token}`;

export const hashLinkId = (jti: string): Buffer => createHash('sha256').update(jti).digest();

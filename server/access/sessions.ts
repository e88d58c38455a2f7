import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Tokens } from '@promenade/contract/access';
import { ACCESS_TOKEN_SECONDS, PUBLIC_REFRESH_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { type Authenticator, getSessionCookieName } from '../platform/http/caller.ts';
import { AccessToken, CookieToken, signToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { endSessions, insertSession, type lockSessionByToken, type NewSession } from './sessionQueries.ts';

// A session is a row; access and media tokens and its cookie are JWTs that name it. Its refresh token is stored as SHA-256
// only and is exchanged for a successor derived from it, so that concurrent exchanges yield the same token.

/** `authenticator` caches sessions; whoever ends a session must invalidate it there. */
export type SessionContext = AppContext & { authenticator: Authenticator };

/** A live session with the claims of its access token; `username` is the address in use. */
export type SessionAccount = NonNullable<Awaited<ReturnType<typeof lockSessionByToken>>>;

export interface SessionTokens {
  tokens: Tokens;
  /** Without `expires` it ends with the browser. */
  cookie: { name: string; value: string; expires: Date | undefined };
}

export type SessionInput = Omit<SessionAccount, 'sessionid'> & Pick<NewSession, 'accountid' | 'proof'>;

/** Starts a session; undefined when the account is not active or `proof` is outdated. */
export async function startSession(db: Db, secrets: Secrets, input: SessionInput, now: Date) {
  const { accountid, proof, ...account } = input;
  const { username, publicdevice } = account;
  const token = randomBytes(32).toString('base64url');
  const expires = getRefreshExpiry(publicdevice, now);
  const session = { accountid, proof, username, publicdevice, hash: hashRefreshToken(token), expires };
  const sessionid = await insertSession(db, session, now);
  return sessionid === undefined ? undefined : signSessionTokens(secrets, { ...account, sessionid }, token, now);
}

export async function signSessionTokens(
  secrets: Secrets,
  account: SessionAccount,
  refreshToken: string,
  now: Date,
): Promise<SessionTokens> {
  const { sessionid, playerid, username, firstname, lastname, publicdevice, verified, label_staff } = account;
  const { operator, told, haslabels, bounced } = account;
  const claims = {
    sid: sessionid,
    playerid,
    email: username,
    fullname: `${firstname} ${lastname}`.trim() || username,
    username,
    verified,
    label_staff,
    ...(operator && { operator }),
    ...(told && { told }),
    ...(haslabels && { haslabels }),
    ...(bounced && { bounced }),
  };
  const expires = getRefreshExpiry(publicdevice, now);
  const [access, value] = await Promise.all([
    signToken(secrets, AccessToken, claims, new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000)),
    signToken(secrets, CookieToken, { sid: sessionid }, expires),
  ]);
  return {
    tokens: { 'access-token': access, 'refresh-token': refreshToken },
    cookie: { name: getSessionCookieName(sessionid), value, expires: publicdevice ? undefined : expires },
  };
}

export async function signOut({ db, authenticator }: SessionContext, sessionid: string, now: Date): Promise<undefined> {
  await endSessions(db, { id: sessionid }, now);
  authenticator.invalidateSessions([sessionid]);
}

export async function signOutEverywhere(context: SessionContext, accountid: number, now: Date): Promise<undefined> {
  context.authenticator.invalidateSessions(await endSessions(context.db, { account_id: accountid }, now));
}

export const deriveSuccessor = (secrets: Secrets, refreshToken: string): string =>
  createHmac('sha256', secrets.getKey('refresh')).update(refreshToken).digest('base64url');

export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** When a session that starts or is refreshed now expires (requirements decision 4). */
export function getRefreshExpiry(publicdevice: boolean, now: Date): Date {
  const seconds = publicdevice ? PUBLIC_REFRESH_TOKEN_SECONDS : REFRESH_TOKEN_SECONDS;
  return new Date(now.getTime() + seconds * 1000);
}

import { REFRESH_GRACE_MS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { endSessions, getRotatedAt, lockSessionByToken, rotateRefreshToken } from './sessionQueries.ts';
import {
  deriveSuccessor,
  getRefreshExpiry,
  hashRefreshToken,
  type SessionAccount,
  type SessionContext,
  type SessionTokens,
  signSessionTokens,
} from './sessions.ts';

/**
 * Exchanges a refresh token for its successor. For 30 s the same token yields the same successor (second tab, lost
 * response). Later use counts as theft and ends the session (requirements decision 4).
 */
export async function refresh(context: SessionContext, token: string | undefined, now: Date): Promise<SessionTokens> {
  const { db, secrets, authenticator } = context;
  const exchanged = token && (await db.transaction().execute((db) => exchange(db, secrets, token, now)));
  if (!exchanged) throw new Refusal('UNAUTHENTICATED');
  const { account, successor } = exchanged;
  if (!successor) {
    authenticator.invalidateSessions([account.sessionid]);
    throw new Refusal('UNAUTHENTICATED');
  }
  return signSessionTokens(secrets, account, successor, now);
}

interface Exchange {
  account: SessionAccount;
  /** Undefined when the token was stolen and its session ended. */
  successor?: string;
}

/** Returns undefined without a live session. */
async function exchange(db: Db, secrets: Secrets, token: string, now: Date): Promise<Exchange | undefined> {
  const hash = hashRefreshToken(token);
  const account = await lockSessionByToken(db, hash, now);
  if (!account) return undefined;
  const { sessionid, publicdevice } = account;
  const rotatedAt = await getRotatedAt(db, hash);
  if (!rotatedAt) {
    const successor = deriveSuccessor(secrets, token);
    const expires = getRefreshExpiry(publicdevice, now);
    await rotateRefreshToken(db, { sessionid, hash, successorHash: hashRefreshToken(successor), expires }, now);
    return { account, successor };
  }
  if (now.getTime() - rotatedAt.getTime() <= REFRESH_GRACE_MS)
    return { account, successor: await findNewestSuccessor(db, secrets, token) };
  await endSessions(db, { id: sessionid }, now);
  return { account };
}

/** Skips successors that were exchanged themselves: using one later would count as theft. */
async function findNewestSuccessor(db: Db, secrets: Secrets, token: string): Promise<string> {
  const successor = deriveSuccessor(secrets, token);
  const isRotated = await getRotatedAt(db, hashRefreshToken(successor));
  return isRotated ? findNewestSuccessor(db, secrets, successor) : successor;
}

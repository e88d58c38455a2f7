import type { signIn as route } from '@promenade/contract/access';
import type { Asked } from '@promenade/contract/route';
import { Refusal } from '../platform/refusal.ts';
import type { World } from '../platform/world.ts';
import { type Grant, grant } from './grant.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './queries.ts';
import { firstRefreshToken, hashOfRefresh, refreshExpiry } from './refreshTokens.ts';
import { putSession } from './sessionQueries.ts';

/**
 * Starts a session with any address of the account (decision 15). Only the right password learns that an account is
 * under review; a disabled one answers as if it did not exist.
 * @throws INVALID_CREDENTIALS, VERIFICATION_PENDING, BUSY
 */
export async function signIn(
  { db, secrets }: Pick<World, 'db' | 'secrets'>,
  { username, password, publicdevice }: Asked<typeof route>['body'],
  now: Date,
): Promise<Grant> {
  const account = await findAccount(db, username);
  const right = await verifyPassword(account?.password_hash, password);
  if (!account?.password_hash || !right || account.status === 'disabled') throw new Refusal('INVALID_CREDENTIALS');
  if (account.status === 'pending') throw new Refusal('VERIFICATION_PENDING');
  const token = firstRefreshToken();
  const expires = refreshExpiry(publicdevice, now);
  const { accountid, password_hash: passwordHash } = account;
  const session = { accountid, passwordHash, username, publicdevice, hash: hashOfRefresh(token), expires };
  const sessionid = await putSession(db, session, now);
  if (!sessionid) throw new Refusal('INVALID_CREDENTIALS');
  return grant(secrets, { ...account, sessionid, username, publicdevice }, token, expires, now);
}

import type { signIn as route } from '@promenade/contract/access';
import type { RouteInput } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import { consumeRateLimits, perHour, type RateLimit, refundRateLimits } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './queries.ts';
import { type SessionTokens, startSession } from './sessions.ts';

type Body = RouteInput<typeof route>['body'];

const windowSeconds = 15 * 60;

/**
 * Signs in with any address of an account (requirements decision 15). Only the correct password reveals that an account
 * is under review; a disabled account looks unknown. Limits apply before hashing.
 * @throws INVALID_CREDENTIALS, VERIFICATION_PENDING, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(
  { db, secrets }: AppContext,
  body: Body,
  network: string,
  now: Date,
): Promise<SessionTokens> {
  const { username, password, publicdevice } = body;
  const subject = `${username} ${network}`;
  const addressFromNetwork: RateLimit = { action: 'sign-in', subject, max: 10, windowSeconds };
  const wider: RateLimit[] = [
    perHour('sign-in-address', username, 100),
    { action: 'sign-in-network', subject: network, max: 100, windowSeconds },
  ];
  // Checked first and alone, so that a flood from one network does not use up the address's limit for other networks.
  await consumeRateLimits(db, [addressFromNetwork], now);
  await consumeRateLimits(db, wider, now);
  const account = await findAccount(db, username);
  const isCorrect = await verifyPassword(account?.password_hash, password);
  if (!account?.password_hash || !isCorrect || account.status === 'disabled') throw new Refusal('INVALID_CREDENTIALS');
  await refundRateLimits(db, [addressFromNetwork, ...wider]);
  if (account.status === 'pending') throw new Refusal('VERIFICATION_PENDING');
  const proof = { passwordHash: account.password_hash };
  const session = await startSession(db, secrets, { ...account, username, publicdevice, proof }, now);
  if (!session) throw new Refusal('INVALID_CREDENTIALS');
  return session;
}

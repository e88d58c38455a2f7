import type { signIn as route } from '@promenade/contract/access';
import type { Asked } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import { giveBack, type Limit, perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Grant } from './grant.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './queries.ts';
import { startSession } from './startSession.ts';

const QUARTER = 15 * 60;
/**
 * Starts a session with any address of the account (decision 15). Only the right password learns that an account is
 * under review; a disabled one answers as if it did not exist. Wrong tries are limited before any hashing.
 * @throws INVALID_CREDENTIALS, VERIFICATION_PENDING, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { username, password, publicdevice, network }: Asked<typeof route>['body'] & { network: string },
  now: Date,
): Promise<Grant> {
  const here: Limit = { what: 'sign-in', subject: `${username} ${network}`, most: 10, withinSeconds: QUARTER };
  const wide: Limit[] = [
    perHour('sign-in-address', username, 100),
    { what: 'sign-in-network', subject: network, most: 100, withinSeconds: QUARTER },
  ];
  // First alone: who hammers from one network must not use up the tries of everybody else at this address.
  await spend(db, [here], now);
  await spend(db, wide, now);
  const account = await findAccount(db, username);
  const right = await verifyPassword(account?.password_hash, password);
  if (!account?.password_hash || !right || account.status === 'disabled') throw new Refusal('INVALID_CREDENTIALS');
  await giveBack(db, [here, ...wide]);
  if (account.status === 'pending') throw new Refusal('VERIFICATION_PENDING');
  const proof = { passwordHash: account.password_hash };
  const granted = await startSession(db, secrets, { ...account, username, publicdevice, proof }, now);
  if (!granted) throw new Refusal('INVALID_CREDENTIALS');
  return granted;
}

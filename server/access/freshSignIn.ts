import { FRESH_SIGN_IN_SECONDS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { verifyPassword } from './passwords.ts';
import { getSignInProof } from './signInQueries.ts';

/** Asks for the password unless this session started within the last ten minutes. Limit the attempts before. */
export async function requireFreshSignIn(
  db: Db,
  { sessionid }: Caller,
  password: string | undefined,
  now: Date,
): Promise<void> {
  const { created_at, password_hash } = await getSignInProof(db, sessionid);
  if (now.getTime() - created_at.getTime() <= FRESH_SIGN_IN_SECONDS * 1000) return;
  if (!password) throw new Refusal('REAUTHENTICATION_REQUIRED');
  if (!(await verifyPassword(password_hash, password)))
    throw new Refusal('VALIDATION', { password: 'Your password is incorrect.' });
}

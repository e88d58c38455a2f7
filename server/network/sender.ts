import type { Profile } from '@promenade/contract/profile';
import { findProfile } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';

/** The caller as mails name them; an account without a name goes by its address. */
export async function findSender(
  db: Db,
  { accountid, username }: Pick<Caller, 'accountid' | 'username'>,
): Promise<Profile & { name: string }> {
  const profile = await findProfile(db, accountid, username);
  return { ...profile, name: `${profile.firstname} ${profile.lastname}`.trim() || username };
}

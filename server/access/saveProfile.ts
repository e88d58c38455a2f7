import type { Profile, saveProfile as route } from '@promenade/contract/profile';
import type { Asked } from '@promenade/contract/route';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';
import { Refusal } from '../platform/refusal.ts';
import { listEmails } from './emailQueries.ts';
import { requirePlace } from './places.ts';
import { findProfile, lockAccount, updateAccount } from './queries.ts';

/**
 * Replaces the profile, addresses left out, and answers it.
 * @throws VALIDATION by field
 */
export async function saveProfile(
  db: Db,
  { accountid, username }: Caller,
  form: Asked<typeof route>['body'],
): Promise<Profile> {
  requirePlace(form);
  return db.transaction().execute(async (db) => {
    // Held, so that the address for notifications cannot be split off meanwhile.
    await lockAccount(db, accountid);
    const emails = await listEmails(db, accountid);
    if (!emails.includes(form.mailto)) {
      throw new Refusal('VALIDATION', { mailto: 'Please choose one of your emails' });
    }
    await updateAccount(db, accountid, form);
    return findProfile(db, accountid, username);
  });
}

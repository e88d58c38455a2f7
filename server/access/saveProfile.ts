import { type Profile, ProfileForm, type saveProfile as route } from '@promenade/contract/profile';
import type { Asked } from '@promenade/contract/route';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { invalid } from '../platform/http/serve.ts';
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
  { mailto, mailpref, ...given }: Asked<typeof route>['body'],
  now: Date,
): Promise<Profile> {
  return db.transaction().execute(async (db) => {
    // Held, so that the address for notifications cannot be split off meanwhile.
    await lockAccount(db, accountid);
    const emails = await listEmails(db, accountid);
    if (!emails.includes(mailto)) {
      throw new Refusal('VALIDATION', { mailto: 'Please choose one of your emails' });
    }
    const kept = await findProfile(db, accountid, username);
    const form = judge(given, kept);
    // Who turns release mails on is told of what comes from now on.
    const turnedOn = kept.mailpref === 'none' && mailpref !== 'none' && { mails_since: now };
    await updateAccount(db, accountid, { ...form, mailto, mailpref, ...turnedOn });
    return findProfile(db, accountid, username);
  });
}

/** What changes must be right; what was never filled in may stay so while only the settings change. */
function judge(given: ProfileForm, kept: Profile): ProfileForm {
  const fields = Object.keys(given) as (keyof ProfileForm)[];
  if (fields.every((field) => given[field] === kept[field])) return given;
  const judged = ProfileForm.safeParse(given);
  if (!judged.success) throw invalid(judged.error);
  requirePlace(judged.data);
  return judged.data;
}

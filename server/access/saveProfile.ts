import { type Profile, ProfileForm, type saveProfile as route } from '@promenade/contract/profile';
import type { RouteInput } from '@promenade/contract/route';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { validationRefusal } from '../platform/http/serve.ts';
import type { ApplyRules } from './accounts.ts';
import { requireCountry } from './countries.ts';
import { getProfile, listEmails, lockAccount, updateAccount } from './queries.ts';

/** Replaces the profile except its addresses, and returns it. */
export async function saveProfile(
  { db, applyRules }: { db: Db; applyRules: ApplyRules },
  { accountid, username }: Caller,
  { mailto, mailpref, ...fields }: RouteInput<typeof route>['body'],
  now: Date,
): Promise<Profile> {
  return db.transaction().execute(async (db) => {
    // Locked, so that a concurrent split cannot remove `mailto`.
    await lockAccount(db, accountid);
    const emails = await listEmails(db, accountid);
    if (!emails.includes(mailto)) throw new Refusal('VALIDATION', { mailto: 'Please choose one of your emails' });
    const previous = await getProfile(db, accountid, username);
    const form = validateForm(fields, previous);
    // Release mails that are turned on report only releases from now on.
    const turnedOn = previous.mailpref === 'none' && mailpref !== 'none' && { mails_since: now };
    await updateAccount(db, accountid, { ...form, mailto, mailpref, ...turnedOn });
    await applyRules(db, accountid);
    return getProfile(db, accountid, username);
  });
}

/** Accepts an unchanged form without validation, so that settings can be saved before it was ever filled in. */
function validateForm(form: ProfileForm, previous: Profile): ProfileForm {
  const fields = Object.keys(form) as (keyof ProfileForm)[];
  if (fields.every((field) => form[field] === previous[field])) return form;
  const { data, error } = ProfileForm.safeParse(form);
  if (error) throw validationRefusal(error);
  requireCountry(data);
  return data;
}

import { updateAccount } from '../access/queries.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';
import { Refusal } from '../platform/refusal.ts';
import { isTimeZone } from './localMorning.ts';

/** Keeps in which time zone an account lives. @throws VALIDATION when there is none of this name */
export async function saveTimeZone(db: Db, { accountid }: Caller, timezone: string): Promise<undefined> {
  if (!isTimeZone(timezone)) throw new Refusal('VALIDATION', { timezone: 'Unknown time zone' });
  await updateAccount(db, accountid, { timezone });
}

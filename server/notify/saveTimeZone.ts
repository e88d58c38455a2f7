import { updateAccount } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { isTimeZone } from './localMorning.ts';

/** Keeps in which time zone an account lives. @throws VALIDATION when there is none of this name */
export async function saveTimeZone(db: Db, { accountid }: Caller, timezone: string): Promise<undefined> {
  if (!isTimeZone(timezone)) throw new Refusal('VALIDATION', { timezone: 'Unknown time zone' });
  await updateAccount(db, accountid, { timezone });
}

import { insertAudit } from '../platform/audit/audit.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import type { JsonText } from '../platform/http/serve.ts';
import { getPersonalData } from './personalDataQueries.ts';

const EXPORTS_PER_HOUR = 10;

export async function downloadPersonalData(
  db: Db,
  { accountid, playerid }: Pick<Caller, 'accountid' | 'playerid'>,
  now: Date,
): Promise<JsonText> {
  await consumeRateLimits(db, [perHour('personal data', playerid, EXPORTS_PER_HOUR)], now);
  return { json: await exportPersonalData(db, { accountid, playerid }, playerid, now) };
}

/** Everything about an account as JSON text; `actor` is who exports it, for the audit trail. */
export function exportPersonalData(
  db: Db,
  { accountid, playerid }: Pick<Caller, 'accountid' | 'playerid'>,
  actor: string,
  now: Date,
): Promise<string> {
  return db.transaction().execute(async (db) => {
    const json = await getPersonalData(db, accountid);
    await insertAudit(db, { at: now, actor, action: 'account.export', subject: playerid });
    return json;
  });
}

import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** By internal ids; a track or an account that went away meanwhile is passed over. */
export async function putDownloads(
  db: Db,
  { accountid, trackIds, format, now }: { accountid: number; trackIds: number[]; format: string; now: Date },
): Promise<void> {
  await sql`
    insert into downloads (account_id, track_id, release_id, format, downloaded_at)
    select a.id, t.id, t.release_id, ${format}, ${now}
    from accounts a cross join tracks t where a.id = ${accountid} and t.id = any(${trackIds}::int[])
    on conflict (account_id, track_id, format) do update set downloaded_at = excluded.downloaded_at`.execute(db);
}

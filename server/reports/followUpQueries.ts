import type { FollowUp } from '@promenade/contract/reports';
import { sql } from 'kysely';
import { deliveredTo, isCounted } from '../catalogue/recipientQueries.ts';
import { audienceOfAccount, isAvailableAt, isDeliveredTo } from '../catalogue/rowQueries.ts';
import { hasStoppedLabel } from '../notify/labelMailQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** Recipients `a` of release `r` who can hear it, did not open it, and want mails of its label. */
const recipients = (releaseId: number, now: Date) => sql`
  from releases r join accounts a on a.id in ${deliveredTo}
  where r.id = ${releaseId} and ${isCounted} and ${isAvailableAt(now)} and ${isDeliveredTo(audienceOfAccount)}
    and a.mailpref <> 'none' and not ${hasStoppedLabel(sql`a.id`)}
    and not exists (select from release_opens o where (o.account_id, o.release_id, o.reportable) = (a.id, r.id, true))`;

export async function findFollowUp(db: Db, releaseId: number, now: Date): Promise<FollowUp> {
  const { rows } = await sql<{ people: number; sentat: Date | null }>`
    select sent_at as sentat, people from release_follow_ups where release_id = ${releaseId}
    union all select null, count(*)::int ${recipients(releaseId, now)}
    order by sentat limit 1`.execute(db);
  return { people: rows[0]?.people ?? 0, sentat: rows[0]?.sentat?.toISOString() ?? null };
}

/** Returns how many people it is for; undefined when there is one already. */
export async function insertFollowUp(
  db: Db,
  releaseId: number,
  accountid: number,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ people: number }>`
    insert into release_follow_ups (release_id, account_id, sent_at, people)
    select ${releaseId}, ${accountid}, ${now}, count(*) ${recipients(releaseId, now)}
    on conflict do nothing returning people`.execute(db);
  return rows[0]?.people;
}

interface FollowUpBatch {
  /** Internal. */
  releaseId: number;
  accountids: number[];
}

/** The next recipients by id, empty after the last; locks the follow-up. Undefined for a release that is gone. */
export async function nextFollowUpBatch(
  db: Db,
  releaseid: string,
  max: number,
  now: Date,
): Promise<FollowUpBatch | undefined> {
  const { rows } = await sql<{ releaseId: number; queuedTo: number }>`
    select release_id as "releaseId", queued_to as "queuedTo" from release_follow_ups
    where release_id = (select id from releases where releaseid = ${releaseid}) for update`.execute(db);
  if (!rows[0]) return undefined;
  const { releaseId, queuedTo } = rows[0];
  const found = await sql<{ id: number }>`
    select a.id ${recipients(releaseId, now)} and a.id > ${queuedTo} order by a.id limit ${max}`.execute(db);
  return { releaseId, accountids: found.rows.map(({ id }) => id) };
}

/** Stores the last account whose mail is queued. */
export async function setQueuedTo(db: Db, releaseId: number, accountid: number): Promise<void> {
  await sql`update release_follow_ups set queued_to = ${accountid} where release_id = ${releaseId}`.execute(db);
}

import type { FollowUp } from '@promenade/contract/reports';
import { sql } from 'kysely';
import { deliveredTo, isCounted } from '../catalogue/recipientQueries.ts';
import { audienceOfAccount, isAvailableAt, isDeliveredTo } from '../catalogue/rowQueries.ts';
import { isSuppressed, wantsNoMails } from '../notify/labelMailQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** Why recipient `a` of release `r` is not mailed again, or `people`. */
const reason = (now: Date) => sql`case
  when exists (select from release_opens o where (o.account_id, o.release_id, o.reportable) = (a.id, r.id, true)) then 'opened'
  when not (${isAvailableAt(now)} and ${isDeliveredTo(audienceOfAccount)}) then 'lost'
  when ${wantsNoMails} then 'unwanted' when ${isSuppressed} then 'cameback' else 'people' end`;

const recipients = (releaseId: number) => sql`
  from releases r join accounts a on a.id in ${deliveredTo} where r.id = ${releaseId} and ${isCounted}`;

const recipientsToMail = (releaseId: number, now: Date) => sql`${recipients(releaseId)} and ${reason(now)} = 'people'`;

export async function findFollowUp(db: Db, releaseId: number, now: Date): Promise<FollowUp> {
  const { rows } = await sql<Omit<FollowUp, 'sentat'> & { sentat: Date | null }>`
    select sent.sent_at as sentat, counts.*, coalesce(sent.people, counts.people) as people
    from (
      select count(*)::int as recipients, ${sql.join(
        ['people', 'opened', 'unwanted', 'cameback', 'lost'].map(
          (name) => sql`(count(*) filter (where reason = ${sql.lit(name)}))::int as ${sql.ref(name)}`,
        ),
      )} from (select ${reason(now)} as reason ${recipients(releaseId)}) reasons
    ) counts left join release_follow_ups sent on sent.release_id = ${releaseId}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row.');
  return { ...counts, sentat: counts.sentat?.toISOString() ?? null };
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
    select ${releaseId}, ${accountid}, ${now}, count(*) ${recipientsToMail(releaseId, now)}
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
    select a.id ${recipientsToMail(releaseId, now)} and a.id > ${queuedTo} order by a.id limit ${max}`.execute(db);
  return { releaseId, accountids: found.rows.map(({ id }) => id) };
}

/** Stores the last account whose mail is queued. */
export async function setFollowUpProgress(db: Db, releaseId: number, accountid: number): Promise<void> {
  await sql`update release_follow_ups set queued_to = ${accountid} where release_id = ${releaseId}`.execute(db);
}

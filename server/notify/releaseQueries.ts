import { sql } from 'kysely';
import { arrivedAt, audienceOfAccount, isAvailableAt } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type DeletedMail, joinDeletedMails } from '../platform/mail/mail.ts';
import { hasStoppedLabel } from './labelMailQueries.ts';

/** When the mails about release `r` are due; null: it is not mailed. */
const mailedAt = sql`(case when exists (select from release_announcements n where n.release_id = r.id)
  then (select greatest(${arrivedAt}, n.mail_at) from release_announcements n where n.release_id = r.id and n.mail_at is not null)
  else ${arrivedAt} end)`;

/** Lists releases that arrived in this period and whose `per-release` mails are not complete. */
export async function listUnsentReleases(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from releases r
    where ${isAvailableAt(to)} and ${mailedAt} > ${from} and ${mailedAt} <= ${to}
      and not exists (select from release_rounds d where d.release_id = r.id)
    order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks the `per-release` mails of these releases as complete. */
export async function insertReleaseRounds(db: Db, releaseids: number[], now: Date): Promise<void> {
  await sql`
    insert into release_rounds (release_id, done_at)
    select id, ${now}::timestamptz from releases where id = any(${releaseids}::int[]) order by id
    on conflict do nothing`.execute(db);
}

interface ReleaseMailRow {
  accountid: number;
  releaseid: number;
}

interface ReleaseMailBatch {
  accountids: number[];
  /** All releases of the period when undefined. */
  releaseids: number[] | undefined;
  from: Date;
  to: Date;
}

/**
 * Records and returns which releases to mail to each account: those it may hear that arrived since its mails were turned
 * on, and that it has not archived, received as a share, or been mailed before, unless it stopped the mails of the label.
 */
export async function insertReleaseMails(
  db: Db,
  { accountids, releaseids, from, to }: ReleaseMailBatch,
): Promise<ReleaseMailRow[]> {
  const onlyThese = releaseids ? sql` and r.id = any(${releaseids}::int[])` : sql``;
  const { rows } = await sql<ReleaseMailRow>`
    insert into release_mails (account_id, release_id, told_at)
    select account.id, r.id, ${to}::timestamptz
    from (
      select a.id, a.mails_since, ${audienceOfAccount} as audience
      from accounts a
      where a.id = any(${accountids}::int[]) and a.status = 'active' and a.mailpref <> 'none'
    ) account
    join releases r on r.audience && account.audience and (r.excluded && account.audience) is not true and ${arrivedAt} > account.mails_since
    where ${isAvailableAt(to)} and ${mailedAt} > ${from} and ${mailedAt} <= ${to}${onlyThese}
      and not exists (select from release_mails mailed where mailed.account_id = account.id and mailed.release_id = r.id)
      and not exists (
        select from marks m where m.account_id = account.id and m.release_id = r.id and m.archived_at is not null)
      and not exists (select from shares s where s.to_id = account.id and s.release_id = r.id)
      and not ${hasStoppedLabel(sql`account.id`)}
    order by account.id, r.id
    on conflict do nothing
    returning account_id as accountid, release_id as releaseid`.execute(db);
  return rows;
}

/** Lets the releases of mails that were deleted be mailed again, in the next morning. */
export async function deleteReleaseMails(db: Db, mails: DeletedMail[]): Promise<void> {
  await sql`
    delete from release_mails m using ${joinDeletedMails(mails)}
    where m.release_id = r.id and m.account_id = e.account_id and mail.reply_to is null`.execute(db);
}

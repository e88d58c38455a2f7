import type { MailCounts } from '@promenade/contract/label';
import { type RawBuilder, sql } from 'kysely';
import { deliveredTo, hasLost, isCounted } from '../catalogue/recipientQueries.ts';
import { arrivedAt, audienceOfAccount, isAvailableAt } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type DeletedMail, joinDeletedMails } from '../platform/mail/mail.ts';
import { DAY_MS } from '../platform/process/days.ts';
import { hasStoppedLabel, isSuppressed, wantsNoMails } from './labelMailQueries.ts';

/** Older releases are not mailed; the window spans two weekly mails. */
export const MAX_AGE_MS = 14 * DAY_MS;

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

/** The account archived release `r`, or got it from a connection: it is not mailed about it. */
const knowsAlready = (account: RawBuilder<unknown>) => sql`(
  exists (select from marks m where m.account_id = ${account} and m.release_id = r.id and m.archived_at is not null)
  or exists (select from shares s where s.to_id = ${account} and s.release_id = r.id))`;

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
      and not ${knowsAlready(sql`account.id`)}
      and not ${hasStoppedLabel(sql`account.id`)}
    order by account.id, r.id
    on conflict do nothing
    returning account_id as accountid, release_id as releaseid`.execute(db);
  return rows;
}

/**
 * Counts what becomes of the mails about a release: of those handed over as the report does, of the others by what their
 * recipients want and whether it has ended by then. Of a draft, as if it were published now.
 */
export async function countMails(db: Db, releaseId: number, now: Date): Promise<MailCounts> {
  const happened = (kind: string) => sql`exists (select from mail_events e
    where (e.account_id, e.release_id, e.kind) = (a.id, r.id, ${sql.lit(kind)}))`;
  const due = sql`greatest(${now}::timestamptz, ${mailedAt})`;
  // Of its morning in UTC: the zones of the recipients are hours apart from it.
  const sentAt = sql`(case a.mailpref
    when 'daily' then date_trunc('day', ${due} - interval '7 hours') + interval '1 day 7 hours'
    when 'weekly' then date_trunc('week', ${due} - interval '7 hours') + interval '7 days 7 hours'
    else ${due} end)`;
  const isMailable = sql`(r.state = 'draft' or r.state = 'available' and (r.ends_at <= ${sentAt}) is not true
    and coalesce(${mailedAt} > ${new Date(now.getTime() - MAX_AGE_MS)}::timestamptz, false) and ${arrivedAt} > a.mails_since)`;
  const kinds = ['mailed', 'waiting', 'atonce', 'daily', 'weekly', 'unwanted', 'cameback', 'none'] as const;
  const { rows } = await sql<MailCounts>`
    select ${sql.join(kinds.map((kind) => sql`(count(*) filter (where kind = ${sql.lit(kind)}))::int as ${sql.ref(kind)}`))}
    from (
      select case
        when ${happened('handed over')} then 'mailed'
        when ${happened('bounced')} or ${isSuppressed} then 'cameback'
        when exists (select from release_mails m where (m.account_id, m.release_id) = (a.id, r.id)) then 'waiting'
        when ${wantsNoMails} then 'unwanted'
        when not ${isMailable} or ${hasLost} or ${knowsAlready(sql`a.id`)} then 'none'
        when a.mailpref <> 'per-release' then a.mailpref
        when exists (select from release_rounds d where d.release_id = r.id) then 'daily'
        else 'atonce' end as kind
      from releases r cross join lateral ${deliveredTo} delivered join accounts a on a.id = delivered.account_id
      where r.id = ${releaseId} and ${isCounted}
    ) recipients`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row.');
  return counts;
}

/** Lets the releases of mails that were deleted be mailed again, in the next morning. */
export async function deleteReleaseMails(db: Db, mails: DeletedMail[]): Promise<void> {
  await sql`
    delete from release_mails m using ${joinDeletedMails(mails)}
    where m.release_id = r.id and m.account_id = e.account_id and mail.reply_to is null`.execute(db);
}

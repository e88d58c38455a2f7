import { sql } from 'kysely';
import { notificationEmail } from '../access/queries.ts';
import { audienceOfAccount, isAvailableAt, isDeliveredTo } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type DeletedMail, joinDeletedMails } from '../platform/mail/mail.ts';

/** A sharer with some of its connections. */
export interface SharePairs {
  fromId: number;
  toIds: number[];
}

/** Locks connections before shares, as the mails of other shares do. Needs a transaction. */
export async function lockConnections(db: Db, { fromId, toIds }: SharePairs): Promise<void> {
  await sql`
    select from connections where account_id = ${fromId} and other_id = any(${toIds}::int[])
    order by other_id for update`.execute(db);
}

export interface WaitingShare {
  fromId: number;
  toId: number;
  /** Null for a pair whose waiting releases the recipient cannot hear now: they are not announced. */
  releaseId: number | null;
  message: string;
  sender: string;
  replyTo: string;
  mailto: string;
  language: string;
}

/** In a transaction, takes the shares of up to `max` pairs (or of `pairs`) that were last mailed before this time. */
export async function claimWaitingShares(
  db: Db,
  { pairs, max, before, now }: { pairs: SharePairs | undefined; max: number; before: Date; now: Date },
): Promise<WaitingShare[]> {
  const onlyThese = pairs ? sql`and c.account_id = ${pairs.fromId} and c.other_id = any(${pairs.toIds}::int[])` : sql``;
  const { rows } = await sql<WaitingShare>`
    with due as (
      select c.account_id, c.other_id from connections c
      where (c.shares_mailed_at <= ${before}) is not false ${onlyThese} and (c.account_id, c.other_id) in (
        select from_id, to_id from shares where mail_waits)
      order by c.account_id, c.other_id limit ${max} for update
    ), claimed as (
      update connections c set shares_mailed_at = ${now} from due
      where c.account_id = due.account_id and c.other_id = due.other_id
      returning c.account_id as from_id, c.other_id as to_id
    ), taken as (
      update shares s set mail_waits = false from claimed c
      where s.from_id = c.from_id and s.to_id = c.to_id and s.mail_waits
      returning s.from_id, s.to_id, s.release_id, s.message, s.at
    ), visible as (
      select t.*, coalesce(nullif(trim(sender.firstname || ' ' || sender.lastname), ''), address.email) as sender,
        address.email as reply_to, accounts.language, ${notificationEmail} as mailto
      from taken t
      join accounts sender on sender.id = t.from_id and sender.status = 'active'
      join accounts on accounts.id = t.to_id and accounts.status = 'active'
      join accounts a on a.id = t.to_id
      join releases r on r.id = t.release_id and ${isAvailableAt(now)} and ${isDeliveredTo(audienceOfAccount)}
      cross join lateral (
        select email from account_emails where account_id = sender.id order by added_at, email limit 1) address
    )
    select claimed.from_id as "fromId", claimed.to_id as "toId", v.release_id as "releaseId", v.message, v.sender,
      v.reply_to as "replyTo", v.mailto, v.language
    from claimed left join visible v on v.from_id = claimed.from_id and v.to_id = claimed.to_id
    order by claimed.from_id, claimed.to_id, v.at, v.release_id`.execute(db);
  return rows;
}

/** Lets the shares of mails that were deleted wait again. */
export async function restoreWaitingShares(db: Db, mails: DeletedMail[]): Promise<void> {
  await sql`
    update shares s set mail_waits = true
    from ${joinDeletedMails(mails)} join account_emails sender on sender.email = mail.reply_to
    where s.release_id = r.id and s.to_id = e.account_id and s.from_id = sender.account_id`.execute(db);
}

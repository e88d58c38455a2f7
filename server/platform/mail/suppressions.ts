import { sql } from 'kysely';
import { insertAudit } from '../audit/audit.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/db.ts';
import { DAY_MS } from '../process/days.ts';
import { insertMailEvents } from './mail.ts';
import type { Bounce } from './returnedMail.ts';

// A suppressed address gets no mails except those that a person needs to sign in. An address is suppressed after a hard
// bounce, or after soft ones in a week that are three outages of its server. A refusal that is about this service counts
// for nothing.

const WEEK_MS = 7 * DAY_MS;
const SOFT_BOUNCES = 3;
/** Mails that were sent before or soon after another one came back met the same outage of their server. */
const OUTAGE_HOURS = 12;

/** Newest first; those of some addresses, or all. */
export const listSuppressions = (db: Db, addresses?: string[]) =>
  db
    .selectFrom('suppressions')
    .select(['address', 'since', 'reason'])
    .$if(addresses !== undefined, (rows) => rows.where(sql<boolean>`address = any(${addresses}::text[])`))
    .orderBy('since', 'desc')
    .orderBy('address')
    .execute();

/** Records what the mail server said of a mail, and suppresses its address when that is final. */
export async function recordBounce(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  mailid: string,
  bounce: Bounce,
): Promise<void> {
  await db.transaction().execute((db) => insertBounce(db, mailid, bounce, now()));
}

/** As `recordBounce`, in the transaction of `db`. */
export async function insertBounce(db: Db, mailid: string, { kind: said, reason }: Bounce, at: Date): Promise<void> {
  const kind = said === 'sender' ? 'soft' : said;
  // A second notice of a delay: OpenSMTPD announces so that it gave up.
  await sql`
    insert into mail_bounces as b (mail_id, address, kind, reason, at, counts)
    select id, recipient, ${kind}, ${reason}, ${at}, ${said !== 'sender'} from mails where id = ${mailid}
    on conflict (mail_id) do update set at = excluded.at, reason = excluded.reason, kind = case
      when 'hard' in (b.kind, excluded.kind) then 'hard' else 'soft' end, counts = excluded.counts`.execute(db);
  await sql`
    insert into suppressions (address, since, reason, mailid)
    select address, ${at}, reason, mail_id from mail_bounces b where mail_id = ${mailid} and counts and (kind = 'hard'
      or kind = 'soft' and ${SOFT_BOUNCES} <= (select count(*) from (
        select coalesce(m.sent_at, o.at) > max(o.at) over (order by coalesce(m.sent_at, o.at), o.mail_id
            rows between unbounded preceding and 1 preceding) + make_interval(hours => ${OUTAGE_HOURS}) as is_another
        from mail_bounces o left join mails m on m.id = o.mail_id
        where o.address = b.address and o.kind = 'soft' and o.counts and o.at > ${new Date(at.getTime() - WEEK_MS)}
      ) failures where is_another is not false))
    on conflict do nothing`.execute(db);
  if (kind !== 'delayed') await insertMailEvents(db, mailid, 'bounced', at);
}

/** Undoes what bounces of these mails did: they were about this service. */
export async function forgetBounces(db: Db, mailids: string[]): Promise<void> {
  await sql`delete from suppressions where mailid = any(${mailids}::uuid[])`.execute(db);
  await sql`update mail_bounces set counts = false where mail_id = any(${mailids}::uuid[])`.execute(db);
}

/** Lets an address get mails again; its bounces so far no longer count. Returns false when it was not suppressed. */
export async function liftSuppression(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  address: string,
  actor: string,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<{ since: Date; reason: string }>`
      delete from suppressions where address = ${address} returning since, reason`.execute(db);
    await sql`update mail_bounces set counts = false where address = ${address}`.execute(db);
    const [before] = rows;
    if (!before) return false;
    await insertAudit(db, { at: now(), actor, action: 'suppression.lift', subject: address, before });
    return true;
  });
}

/** Deletes bounces that no longer count. */
export async function deleteBounces(db: Db, before: Date): Promise<void> {
  await sql`delete from mail_bounces where at < ${before}`.execute(db);
}

/** Deletes what is stored of addresses whose account is deleted. */
export async function deleteBouncesOfAddresses(db: Db, emails: string[]): Promise<void> {
  await sql`delete from suppressions where address = any(${emails}::text[])`.execute(db);
  await sql`delete from mail_bounces where address = any(${emails}::text[])`.execute(db);
}

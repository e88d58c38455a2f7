import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/db.ts';
import { daysBefore } from '../process/days.ts';
import { classifyReply, getSharedWords } from './classifyReply.ts';
import { mailQueue, setMailProblem } from './mail.ts';
import type { Bounce } from './returnedMail.ts';
import { forgetBounces, insertBounce } from './suppressions.ts';

// When the servers of several domains refuse mails in the same words, the reason is this service: a wrong setting of its
// mail server, its reputation, its sender. All mails but those that people need to sign in are held then, and no address
// is suppressed. A held mail is tried now and then; the hold ends when it is taken, or by an operator.

const HOUR_MS = 3600_000;
const DOMAINS = 3;
/**
 * One in so many of the mailed domains must refuse: of a large installation, a few always do, in words that their servers
 * share.
 */
const SHARE = 10;
const RETRY_MS = HOUR_MS / 6;
/** A mail that comes back was taken first: whether it will come back is known later. */
const RETURNED_RETRY_MS = 4 * HOUR_MS;

export interface Refused {
  mailid: string;
  /** With its code. */
  reply: string;
  bounce: Bounce;
  /** It was taken by the mail server of this service, and came back. */
  isReturned: boolean;
}

/**
 * Records a refusal for good, and suppresses its address unless mails are held for its words. Returns whether it is
 * about this service.
 */
export async function recordRefusal(
  { db, jobs, now }: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  refused: Refused,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    // One after the other: the one that begins a hold undoes what those before it did.
    await sql`select pg_advisory_xact_lock(hashtext('mail_refusals'))`.execute(db);
    const { mailid, bounce } = refused;
    const words = await insertRefusal(db, refused, now());
    const isHeld = words !== undefined && (await beginHold(db, words, refused, now()));
    if (isHeld) await putBack(db, jobs, words);
    const isOurs = isHeld || bounce.kind === 'sender';
    // A mail that was not taken is tried again.
    if (refused.isReturned) await insertBounce(db, mailid, isOurs ? { ...bounce, kind: 'sender' } : bounce, now());
    else if (!isOurs && bounce.kind === 'hard') {
      await insertBounce(db, mailid, bounce, now());
      await setMailProblem(db, mailid, bounce.reason, 'refused');
    }
    return isOurs;
  });
}

/** Returns the words that several domains may share; servers of one provider say of many domains that a mailbox is unknown. */
async function insertRefusal(db: Db, { mailid, reply, isReturned }: Refused, at: Date): Promise<string | undefined> {
  const cause = classifyReply(reply);
  if (reply === '' || cause === 'recipient' || cause === 'size' || (isReturned && cause === 'address'))
    return undefined;
  const words = getSharedWords(reply);
  await sql`
    insert into mail_refusals (mail_id, domain, words, is_address, at)
    select id, split_part(recipient, '@', 2), ${words}, ${cause === 'address'}, ${at} from mails where id = ${mailid}
    on conflict (mail_id) do update set words = excluded.words, is_address = excluded.is_address, at = excluded.at`.execute(
    db,
  );
  return words;
}

/** Begins a hold when enough domains refuse. Words about an address count as long as the mail server takes nothing. */
async function beginHold(db: Db, words: string, { reply, isReturned }: Refused, at: Date): Promise<boolean> {
  const since = daysBefore(at, 1);
  const next = new Date(at.getTime() + (isReturned ? RETURNED_RETRY_MS : RETRY_MS));
  await sql`
    insert into mail_holds (words, reason, since, next_try_at)
    select ${words}, ${reply.slice(0, 500)}, ${at}, ${next} from mail_refusals where words = ${words} and at > ${since}
      and (not is_address or at > coalesce((select max(sent_at) from mails), '-infinity'))
    having count(distinct domain) >= ${DOMAINS} and count(distinct domain) * ${SHARE}::int >= (
      select count(distinct split_part(recipient, '@', 2)) from mails where sent_at > ${since})
    on conflict do nothing`.execute(db);
  const { rows } = await sql`select from mail_holds where words = ${words}`.execute(db);
  return rows.length > 0;
}

/** Frees the addresses of refused mails, and queues the mails that were given up. */
async function putBack(db: Db, jobs: AppContext['jobs'], words: string): Promise<void> {
  const { rows } = await sql<{ mailid: string; isGivenUp: boolean }>`
    select r.mail_id as mailid, m.sent_at is null and coalesce(b.counts and b.kind = 'hard', false) as "isGivenUp"
    from mail_refusals r join mails m on m.id = r.mail_id left join mail_bounces b on b.mail_id = r.mail_id
    where r.words = ${words}`.execute(db);
  await forgetBounces(
    db,
    rows.map(({ mailid }) => mailid),
  );
  const givenUp = rows.filter(({ isGivenUp }) => isGivenUp).map(({ mailid }) => mailid);
  await sql`update mails set ended = null where id = any(${givenUp}::uuid[])`.execute(db);
  for (const mailid of givenUp) await jobs.send(db, mailQueue, { mailid });
}

/** Whether this mail may be tried although mails are held; the words of the holds that its success ends. */
export async function claimHeldTry(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    update mail_holds set next_try_at = ${new Date(now.getTime() + RETRY_MS)} where next_try_at <= ${now}
    returning words`.execute(db);
  return rows.map(({ words }) => words);
}

/** Ends holds; the mails go on at their next attempts. Returns how many. */
export async function endHolds(db: Db, words?: string[]): Promise<number> {
  return db.transaction().execute(async (db) => {
    const these = words === undefined ? sql`true` : sql`words = any(${words}::text[])`;
    await sql`delete from mail_refusals where ${these}`.execute(db);
    const { numAffectedRows } = await sql`delete from mail_holds where ${these}`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/** Why mails are held, and how many domains refuse them; usually empty. */
export async function listHolds(db: Db): Promise<{ reason: string; since: Date; domains: number }[]> {
  const { rows } = await sql<{ reason: string; since: Date; domains: number }>`
    select reason, since, (select count(distinct domain)::int from mail_refusals r where r.words = h.words) as domains
    from mail_holds h order by since limit 20`.execute(db);
  return rows;
}

import { contactRequestTypes, type comment as route } from '@promenade/contract/network';
import type { RouteInput } from '@promenade/contract/route';
import { listOperatorEmails } from '../access/queries.ts';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import { notifyChange } from '../platform/database/changes.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { getReleaseTerms, getSender, insertComment, insertCommentClick } from './queries.ts';

type Request = Pick<RouteInput<typeof route>, 'params' | 'body'>;

const COMMENTS_PER_HOUR = 20;
const comment_types = contactRequestTypes.map((name, index) => ({ id: index + 1, name }));

export async function getCommentForm(db: Db, caller: Caller, releaseid: string, now: Date) {
  await requireCommentable(db, caller, releaseid, now);
  return { player_email: caller.username, comment_types };
}

/**
 * Stores a contact request and mails it to the label, else to support, else to the operators (requirements decision 17).
 */
export async function sendComment(
  context: AppContext,
  caller: Caller,
  request: Request,
  now: Date,
): Promise<undefined> {
  const { db, jobs, config } = context;
  const { params, body } = request;
  const { accountid } = caller;
  const { id, title, artist, contact } = await requireCommentable(db, caller, params.releaseid, now);
  const sender = await getSender(db, caller);
  const { player_email: email, comment_type_id: type_id, comment_text: message } = body;
  if (!sender.emails.includes(email)) throw new Refusal('NOT_YOUR_EMAIL');
  await consumeRateLimits(db, [perHour('comment', String(accountid), COMMENTS_PER_HOUR)], now);
  const recipient = contact || config.site.supportEmail;
  const details = [sender.title, sender.company, sender.city, sender.country].filter(Boolean).join(', ') || email;
  const values = { sender: sender.name, details, email, title, artist, type: contactRequestTypes[type_id - 1] ?? '' };
  await inTransaction(db, async (db) => {
    await notifyChange(db, { type: 'report', releaseid: params.releaseid });
    await insertComment(db, { release_id: id, account_id: accountid, player_email: email, type_id, message, at: now });
    for (const to of recipient ? [recipient] : await listOperatorEmails(db))
      await queueMail({ db, jobs }, { kind: 'contact', to, replyTo: email, values, quote: message }, now);
  });
}

export async function recordCommentClick(db: Db, caller: Caller, releaseid: string, now: Date): Promise<undefined> {
  const id = await requireRelease(db, { ...caller, releaseid }, now);
  await insertCommentClick(db, id, caller.accountid, now);
}

async function requireCommentable(db: Db, caller: Caller, releaseid: string, now: Date) {
  const id = await requireRelease(db, { ...caller, releaseid }, now);
  const terms = await getReleaseTerms(db, id);
  if (!terms.commenting_enabled) throw new Refusal('COMMENTING_NOT_ALLOWED');
  return { ...terms, id };
}

import { commentTypes, type commentInit as initRoute, type comment as route } from '@promenade/contract/network';
import type { Profile } from '@promenade/contract/profile';
import type { Answer, Asked } from '@promenade/contract/route';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { findOperatorMailboxes, findTerms, putComment, putCommentClick, type Terms } from './queries.ts';
import { findSender } from './sender.ts';

const COMMENTS_PER_HOUR = 20;
const comment_types = commentTypes.map((name, index) => ({ id: index + 1, name }));

/**
 * What the contact form starts with.
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE, COMMENTING_NOT_ALLOWED
 */
export async function startComment(
  db: Db,
  caller: Caller,
  releaseid: string,
  now: Date,
): Promise<Answer<typeof initRoute>> {
  await requireCommenting(db, caller, releaseid, now);
  const { emails } = await findSender(db, caller);
  return { data: { player_email: emails[0] ?? caller.username, comment_types } };
}

/**
 * Keeps a contact request and mails it to the label, else to the support, else to the operators (decision 17).
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE, COMMENTING_NOT_ALLOWED, NOT_YOUR_EMAIL, TOO_MANY_REQUESTS
 */
export async function sendComment(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs' | 'config'>,
  caller: Caller,
  { params, body }: Pick<Asked<typeof route>, 'params' | 'body'>,
  now: Date,
): Promise<undefined> {
  const release = await requireCommenting(db, caller, params.releaseid, now);
  const sender = await findSender(db, caller);
  const { player_email: email, comment_type_id: type_id, comment_text: message } = body;
  if (!sender.emails.includes(email)) throw new Refusal('NOT_YOUR_EMAIL');
  await spend(db, [perHour('comment', String(caller.accountid), COMMENTS_PER_HOUR)], now);
  const { title, artist } = release;
  const type = commentTypes[type_id - 1] ?? '';
  const values = { sender: sender.name, details: detailsOf(sender) || email, email, title, artist, type };
  await db.transaction().execute(async (db) => {
    const { accountid: account_id } = caller;
    await putComment(db, { release_id: release.id, account_id, player_email: email, type_id, message, at: now });
    for (const to of await readersOf(db, release, config.site.supportEmail)) {
      await queueMail({ db, jobs }, { kind: 'contact', to, replyTo: email, values, quote: message }, now);
    }
  });
}

/** @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE */
export async function noteClick(db: Db, caller: Caller, releaseid: string, now: Date): Promise<undefined> {
  const id = await requireRelease(db, { ...caller, releaseid }, now);
  await putCommentClick(db, id, caller.accountid, now);
}

async function requireCommenting(
  db: Db,
  caller: Caller,
  releaseid: string,
  now: Date,
): Promise<Terms & { id: number }> {
  const id = await requireRelease(db, { ...caller, releaseid }, now);
  const release = await findTerms(db, id);
  if (!release.commenting_enabled) throw new Refusal('COMMENTING_NOT_ALLOWED');
  return { ...release, id };
}

async function readersOf(db: Db, { contact }: Terms, supportEmail: string): Promise<string[]> {
  const reader = contact || supportEmail;
  return reader ? [reader] : findOperatorMailboxes(db);
}

/** Who writes, as a label wants to know: `Presenter, Radio Meridian, Toronto, CA`. */
const detailsOf = ({ title, company, city, country }: Profile): string =>
  [title, company, city, country].filter((part) => part !== '').join(', ');

import type { AppContext } from '../platform/context.ts';
import type { Caller, Callers } from '../platform/http/caller.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { requireAddressInUse } from './addressInUse.ts';
import { listEmails, removeEmail } from './emailQueries.ts';
import { endLinks } from './linkQueries.ts';
import { consumeOwnLink, readLink } from './links.ts';
import { mailLink } from './mailLink.ts';
import { putSessionEnds } from './sessionQueries.ts';

type Here = AppContext & { callers: Callers };

/** With `email` mails a link to the address in use, with `token` uses the link (decision 24). */
export const split = (here: Here, caller: Caller, asked: { token: string } | { email: string }, now: Date) =>
  'token' in asked ? confirmSplit(here, caller, asked.token, now) : startSplit(here, caller, asked.email, now);

/** @throws NOT_YOUR_EMAIL, ONLY_EMAIL, EMAIL_IN_USE, TOO_MANY_REQUESTS */
async function startSplit(context: AppContext, caller: Caller, email: string, now: Date): Promise<undefined> {
  const { accountid, username } = caller;
  await spend(context.db, [perHour('split', String(accountid), 10)], now);
  requireRemovable(await listEmails(context.db, accountid), email, username);
  const { language } = await requireAddressInUse(context.db, caller);
  const mail = { kind: 'split', email, to: username, accountid, language } as const;
  await context.db.transaction().execute((db) => mailLink(context, db, mail, now));
}

/**
 * Whatever hangs on the address ends with it: sessions, open links, the choice where notifications go (A-EMAILS-30).
 * @throws INVALID_TOKEN, TOKEN_EXPIRED, NOT_YOUR_EMAIL, ONLY_EMAIL, EMAIL_IN_USE
 */
async function confirmSplit(
  { db, jobs, secrets, config, callers }: Here,
  caller: Caller,
  token: string,
  now: Date,
): Promise<undefined> {
  const { accountid, username } = caller;
  const { email, jti } = await readLink(secrets, ['split'], token, now);
  const ended = await db.transaction().execute(async (db) => {
    await consumeOwnLink(db, accountid, jti, now);
    const { language } = await requireAddressInUse(db, caller);
    requireRemovable(await listEmails(db, accountid), email, username);
    await removeEmail(db, accountid, email);
    await endLinks(db, accountid, now, email);
    const values = { email, account: username, support: config.site.supportEmail };
    await queueMail({ db, jobs }, { kind: 'split-done', to: email, language, values }, now);
    return putSessionEnds(db, accountid, now, email);
  });
  callers.forget(ended);
}

function requireRemovable(emails: string[], email: string, username: string): void {
  if (!emails.includes(email)) throw new Refusal('NOT_YOUR_EMAIL');
  if (emails.length === 1) throw new Refusal('ONLY_EMAIL');
  if (email === username) throw new Refusal('EMAIL_IN_USE');
}

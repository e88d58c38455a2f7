import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { requireAddressInUse } from './addressInUse.ts';
import { putEmail } from './emailQueries.ts';
import { consumeOwnLink, readLink } from './links.ts';
import { mailLink } from './mailLink.ts';
import { findAccount } from './queries.ts';

/** With `email` mails a link to that address, with `token` uses the link (decision 24). */
export const merge = (context: AppContext, caller: Caller, asked: { token: string } | { email: string }, now: Date) =>
  'token' in asked ? confirmMerge(context, caller, asked.token, now) : startMerge(context, caller, asked.email, now);

/** @throws EMAIL_ASSOCIATED, TOO_MANY_REQUESTS */
async function startMerge(context: AppContext, caller: Caller, email: string, now: Date): Promise<undefined> {
  const { accountid, username } = caller;
  const limits = [perHour('merge', String(accountid), 10), perHour('merge-address', email, 5)];
  await spend(context.db, limits, now);
  if (await findAccount(context.db, email)) throw new Refusal('EMAIL_ASSOCIATED');
  const { language } = await requireAddressInUse(context.db, caller);
  const mail = { kind: 'merge', email, accountid, language, values: { account: username } } as const;
  await context.db.transaction().execute((db) => mailLink(context, db, mail, now));
}

/** @throws INVALID_TOKEN, TOKEN_EXPIRED, EMAIL_ASSOCIATED */
async function confirmMerge(
  { db, jobs, secrets, config }: AppContext,
  caller: Caller,
  token: string,
  now: Date,
): Promise<undefined> {
  const { accountid, username } = caller;
  const { email, jti } = await readLink(secrets, ['merge'], token, now);
  await db.transaction().execute(async (db) => {
    await consumeOwnLink(db, accountid, jti, now);
    const { language } = await requireAddressInUse(db, caller);
    if (!(await putEmail(db, accountid, email, now))) throw new Refusal('EMAIL_ASSOCIATED');
    const values = { email, support: config.site.supportEmail };
    await queueMail({ db, jobs }, { kind: 'merge-done', to: username, language, values }, now);
  });
}

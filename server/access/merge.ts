import type { merge as route } from '@promenade/contract/profile';
import type { RouteInput } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { requireCurrentAccount } from './accounts.ts';
import { requireFreshSignIn } from './freshSignIn.ts';
import { consumeRequestedLink, queueLinkMail, requireLinkClaims } from './links.ts';
import { consumeMailAllowance } from './mailAllowance.ts';
import { findAccount, insertEmail } from './queries.ts';

type Body = RouteInput<typeof route>['body'];

/** With `email` mails a link to that address, with `token` uses the link (requirements decision 24). */
export function mergeEmail(context: AppContext, caller: Caller, body: Body, now: Date): Promise<undefined> {
  if ('token' in body) return confirmMerge(context, caller, body.token, now);
  return requestMerge(context, caller, body, now);
}

async function requestMerge(
  context: AppContext,
  caller: Caller,
  { email, password }: Extract<Body, { email: string }>,
  now: Date,
): Promise<undefined> {
  const { accountid, username } = caller;
  await consumeRateLimits(context.db, [perHour('merge', String(accountid), 10)], now);
  await requireFreshSignIn(context.db, caller, password, now);
  if (await findAccount(context.db, email)) throw new Refusal('EMAIL_ASSOCIATED');
  const { language } = await requireCurrentAccount(context.db, caller);
  await consumeMailAllowance(context.db, email, now);
  const values = { account: username };
  const mail = { kind: 'merge', email, accountid, account: username, language, values } as const;
  await context.db.transaction().execute((db) => queueLinkMail(context, db, mail, now));
}

async function confirmMerge(context: AppContext, caller: Caller, token: string, now: Date): Promise<undefined> {
  const { db, jobs, secrets, config } = context;
  const { accountid, username } = caller;
  const { email, jti } = await requireLinkClaims(secrets, ['merge'], token, now);
  await db.transaction().execute(async (db) => {
    await consumeRequestedLink(db, accountid, jti, now);
    const { language } = await requireCurrentAccount(db, caller);
    if (!(await insertEmail(db, accountid, email, now))) throw new Refusal('EMAIL_ASSOCIATED');
    const values = { email, support: config.site.supportEmail };
    await queueMail({ db, jobs }, { kind: 'merge-done', to: username, language, values }, now);
  });
}

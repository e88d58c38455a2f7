import type { split as route } from '@promenade/contract/profile';
import type { RouteInput } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { requireCurrentAccount } from './accounts.ts';
import { revokeLinks } from './linkQueries.ts';
import { consumeRequestedLink, queueLinkMail, requireLinkClaims } from './links.ts';
import { deleteEmail, listEmails } from './queries.ts';
import { endSessions } from './sessionQueries.ts';
import type { SessionContext } from './sessions.ts';

type Body = RouteInput<typeof route>['body'];

/** With `email` mails a link to the address in use, with `token` uses the link (requirements decision 24). */
export function splitEmail(context: SessionContext, caller: Caller, body: Body, now: Date): Promise<undefined> {
  if ('token' in body) return confirmSplit(context, caller, body.token, now);
  return requestSplit(context, caller, body.email, now);
}

async function requestSplit(context: AppContext, caller: Caller, email: string, now: Date): Promise<undefined> {
  const { accountid, username } = caller;
  await consumeRateLimits(context.db, [perHour('split', String(accountid), 10)], now);
  requireRemovable(await listEmails(context.db, accountid), email, username);
  const { language } = await requireCurrentAccount(context.db, caller);
  const mail = { kind: 'split', email, to: username, accountid, account: username, language } as const;
  await context.db.transaction().execute((db) => queueLinkMail(context, db, mail, now));
}

/** Removes the address with its sessions, its open links and its choice as `mailto` (requirement A-EMAILS-30). */
async function confirmSplit(context: SessionContext, caller: Caller, token: string, now: Date): Promise<undefined> {
  const { db, jobs, secrets, config, authenticator } = context;
  const { accountid, username } = caller;
  const { email, jti } = await requireLinkClaims(secrets, ['split'], token, now);
  const ended = await db.transaction().execute(async (db) => {
    await consumeRequestedLink(db, accountid, jti, now);
    const { language } = await requireCurrentAccount(db, caller);
    requireRemovable(await listEmails(db, accountid), email, username);
    await deleteEmail(db, accountid, email);
    await revokeLinks(db, accountid, now, email);
    const values = { email, account: username, support: config.site.supportEmail };
    await queueMail({ db, jobs }, { kind: 'split-done', to: email, language, values }, now);
    return endSessions(db, { account_id: accountid, username: email }, now);
  });
  authenticator.invalidateSessions(ended);
}

function requireRemovable(emails: string[], email: string, username: string): void {
  if (!emails.includes(email)) throw new Refusal('NOT_YOUR_EMAIL');
  if (emails.length === 1) throw new Refusal('ONLY_EMAIL');
  if (email === username) throw new Refusal('EMAIL_IN_USE');
}

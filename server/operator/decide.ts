import { putDecision } from '../access/applicationQueries.ts';
import { mailLink } from '../access/mailLink.ts';
import { updateAccount } from '../access/queries.ts';
import { putSessionEnds } from '../access/sessionQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { holdAccount } from './holdAccount.ts';
import { putAudit } from './queries.ts';

/**
 * Opens an account under review and mails so: with a link that sets its password, where the sign-up asked for none.
 * @throws one sentence when the address has no account, or one that does not wait
 */
export function approve(context: AppContext, email: string): Promise<{ asksPassword: boolean }> {
  const { jobs, address, now } = context;
  const at = now();
  return context.db.transaction().execute(async (db) => {
    const { accountid, firstname, language, password_hash } = await decide(db, email, 'approved', at);
    const values = { name: firstname };
    const asksPassword = password_hash === null;
    if (asksPassword) await mailLink(context, db, { kind: 'welcome', email, accountid, language, values }, at);
    else {
      const url = `${address.url}/login`;
      await queueMail({ db, jobs }, { kind: 'approved', to: email, language, values, url }, at);
    }
    return { asksPassword };
  });
}

/**
 * Closes an account under review for good and mails so; its address stays taken.
 * @throws one sentence when the address has no account, or one that does not wait
 */
export async function reject({ db, jobs, config, now }: AppContext, email: string): Promise<void> {
  const at = now();
  const support = config.site.supportEmail;
  await db.transaction().execute(async (db) => {
    const { accountid, firstname, language } = await decide(db, email, 'rejected', at);
    await putSessionEnds(db, accountid, at);
    const mail = { kind: 'rejected', to: email, language, values: { name: firstname, support } } as const;
    await queueMail({ db, jobs }, { ...mail, ...(support && { replyTo: support }) }, at);
  });
}

const STATUS = { approved: 'active', rejected: 'disabled' } as const;

async function decide(db: Db, email: string, decision: 'approved' | 'rejected', at: Date) {
  const account = await holdAccount(db, email);
  const { accountid, playerid, status: before } = account;
  if (before !== 'pending') throw new Error(`The account of ${email} is ${before}, not pending: nothing was changed.`);
  const status = STATUS[decision];
  await updateAccount(db, accountid, { status, mails_since: at });
  await putDecision(db, accountid, decision, at);
  const line = { at, actor: 'command', action: `account.${decision}`, subject: playerid };
  await putAudit(db, { ...line, before: { status: before }, after: { status } });
  return account;
}

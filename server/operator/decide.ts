import { type Decision, setDecision } from '../access/applicationQueries.ts';
import { queueLinkMail } from '../access/links.ts';
import { updateAccount } from '../access/queries.ts';
import { endSessions } from '../access/sessionQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { requireAccount } from './account.ts';

/**
 * Activates a pending account and mails it; without a password the mail has a link that sets one.
 * @throws one sentence when the address has no pending account
 */
export function approve(context: AppContext, email: string): Promise<{ asksPassword: boolean }> {
  const { jobs, address } = context;
  const now = context.now();
  return context.db.transaction().execute(async (db) => {
    const { accountid, firstname, language, password_hash } = await decide(db, email, 'approved', now);
    const values = { name: firstname };
    const asksPassword = password_hash === null;
    if (asksPassword) await queueLinkMail(context, db, { kind: 'welcome', email, accountid, language, values }, now);
    else {
      const url = `${address.url}/login`;
      await queueMail({ db, jobs }, { kind: 'approved', to: email, language, values, url }, now);
    }
    return { asksPassword };
  });
}

/**
 * Disables a pending account for good and mails it; its address stays taken.
 * @throws one sentence when the address has no pending account
 */
export async function reject({ db, jobs, config, now: clock }: AppContext, email: string): Promise<void> {
  const now = clock();
  const support = config.site.supportEmail;
  await db.transaction().execute(async (db) => {
    const { accountid, firstname, language } = await decide(db, email, 'rejected', now);
    await endSessions(db, { account_id: accountid }, now);
    const mail = { kind: 'rejected', to: email, language, values: { name: firstname, support } } as const;
    await queueMail({ db, jobs }, { ...mail, ...(support && { replyTo: support }) }, now);
  });
}

const STATUS = { approved: 'active', rejected: 'disabled' } as const;

async function decide(db: Db, email: string, decision: Decision, now: Date) {
  const account = await requireAccount(db, email);
  const { accountid, playerid, status: before } = account;
  if (before !== 'pending') throw new Error(`The account of ${email} is ${before}, not pending: nothing was changed.`);
  const status = STATUS[decision];
  await updateAccount(db, accountid, { status, mails_since: now });
  await setDecision(db, accountid, decision, now);
  const entry = { at: now, actor: 'command', action: `account.${decision}`, subject: playerid };
  await insertAudit(db, { ...entry, before: { status: before }, after: { status } });
  return account;
}

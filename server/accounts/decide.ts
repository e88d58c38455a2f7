import { DECISION_HOLD_MS } from '@promenade/contract/operatorPeople';
import { type Decision, setDecision } from '../access/applicationQueries.ts';
import { revokeLinks } from '../access/linkQueries.ts';
import { queueLinkMail } from '../access/links.ts';
import { listPackages } from '../access/packageQueries.ts';
import { approveCompany, updateAccount } from '../access/queries.ts';
import { findCountryCheck, setApprovedCountry } from '../access/ruleQueries.ts';
import { endSessions } from '../access/sessionQueries.ts';
import { insertAudit, listAuditOf } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { ExplainedRefusal, Refusal } from '../platform/http/refusal.ts';
import { deleteUnsentMails, queueMail } from '../platform/mail/mail.ts';
import { COMMAND, changePackages, requireEmail } from './account.ts';
import { applyRules } from './packageRules.ts';

interface Approval {
  /** Names of packages that the account gets. */
  packages?: string[];
  verified?: boolean;
  /** In the audit trail; by default the command, whose mail is sent at once. Otherwise the mail waits while undo is possible. */
  actor?: string;
}

/**
 * Activates a pending account and mails it; without a password the mail has a link that sets one.
 * @throws one sentence when the address has no pending account
 */
export function approve(
  context: AppContext,
  accountName: string,
  { packages = [], verified = false, actor = COMMAND }: Approval = {},
): Promise<{ asksPassword: boolean }> {
  const { jobs, address } = context;
  const now = context.now();
  return inTransaction(context.db, async (db) => {
    const account = await decide(db, accountName, { decision: 'approved', actor, verified, packages }, now);
    const { accountid, playerid, email, firstname, language, password_hash } = account;
    await setApprovedCountry(db, accountid, (await findCountryCheck(db, accountid))?.country ?? '');
    await approveCompany(db, accountid);
    if (packages.length > 0) await changePackages({ ...context, db }, playerid, { add: packages, remove: [] }, actor);
    await applyRules({ ...context, db }, accountid);
    const values = { name: firstname };
    const asksPassword = password_hash === null;
    const after = getMailTime(actor, now);
    if (asksPassword)
      await queueLinkMail(context, db, { kind: 'welcome', email, accountid, language, values, after }, now);
    else {
      const url = `${address.url}/login`;
      await queueMail({ db, jobs }, { kind: 'approved', to: email, language, values, url, after }, now);
    }
    return { asksPassword };
  });
}

/**
 * Disables a pending account for good and mails it; its address stays taken.
 * @throws one sentence when the address has no pending account
 */
export async function reject(
  { db, jobs, config, now: clock }: AppContext,
  accountName: string,
  { reason = '', actor = COMMAND }: { reason?: string; actor?: string } = {},
): Promise<void> {
  const now = clock();
  const support = config.site.supportEmail;
  await inTransaction(db, async (db) => {
    const account = await decide(db, accountName, { decision: 'rejected', actor, reason }, now);
    const { accountid, email, firstname, language } = account;
    await endSessions(db, { account_id: accountid }, now);
    const mail = { kind: 'rejected', to: email, language, values: { name: firstname, support } } as const;
    const more = { ...(support && { replyTo: support }), ...(reason && { quote: reason }) };
    await queueMail({ db, jobs }, { ...mail, ...more, after: getMailTime(actor, now) }, now);
  });
}

/** The mail of a command leaves at once. */
const getMailTime = (actor: string, now: Date): Date | undefined =>
  actor === COMMAND ? undefined : new Date(now.getTime() + DECISION_HOLD_MS);

const STATUS = { approved: 'active', rejected: 'disabled' } as const;

interface DecisionMade {
  decision: Decision;
  actor: string;
  verified?: boolean;
  packages?: string[];
  reason?: string;
}

async function decide(
  db: Db,
  accountName: string,
  { decision, actor, verified = false, packages = [], reason = '' }: DecisionMade,
  now: Date,
) {
  const account = await requireEmail(db, accountName);
  const { accountid, playerid, email, status: before } = account;
  if (before !== 'pending') throw await refuseDecided(db, { playerid, email, status: before });
  const status = STATUS[decision];
  await updateAccount(db, accountid, { status, mails_since: now, ...(verified && { verified }) });
  await setDecision(db, accountid, decision, now);
  const entry = { at: now, actor, action: `account.${decision}`, subject: playerid };
  const held = await listPackages(db, accountid);
  const added = packages.filter((name) => !held.includes(name));
  const more = {
    ...(verified && { verified }),
    ...(added.length > 0 && { packages: added }),
    ...(reason && { reason }),
  };
  await insertAudit(db, {
    ...entry,
    before: { status: before, ...(verified && { verified: false }) },
    after: { status, ...more },
  });
  return account;
}

const DECISIONS = Object.keys(STATUS).map((decision) => `account.${decision}`);

async function findDecision(db: Db, playerid: string) {
  const { items } = await listAuditOf(db, playerid, { page: 1, pagesize: 100 });
  return items.find(({ action }) => DECISIONS.includes(action));
}

async function refuseDecided(db: Db, { playerid, email, status }: { playerid: string; email: string; status: string }) {
  const line = await findDecision(db, playerid);
  const sentence = `The account of ${email} is ${status}, not pending: nothing was changed.`;
  const who = line?.by ? ` ${line.by} has ${line.action.replace('account.', '')} it.` : '';
  return new ExplainedRefusal('APPLICATION_DECIDED', `${sentence}${who}`);
}

/** Takes a decision and its mail back. */
export async function undoDecision(
  { db, ...context }: AppContext,
  accountName: string,
  actor: string,
): Promise<undefined> {
  const now = context.now();
  await db.transaction().execute(async (db) => {
    const account = await requireEmail(db, accountName);
    const { accountid, playerid, email, status } = account;
    const line = await findDecision(db, playerid);
    const {
      packages = [],
      verified,
      ...after
    } = (line?.after ?? {}) as {
      status?: string;
      verified?: boolean;
      packages?: string[];
    };
    if (!line || status !== after.status || now.getTime() > line.at.getTime() + DECISION_HOLD_MS)
      throw new Refusal('UNDO_TOO_LATE');
    const kinds = ['welcome', 'approved', 'rejected'] as const;
    if ((await deleteUnsentMails(db, { to: email, kinds: [...kinds], at: line.at })) === 0)
      throw new Refusal('UNDO_TOO_LATE');
    if (packages.length > 0) await changePackages({ ...context, db }, playerid, { add: [], remove: packages }, actor);
    await revokeLinks(db, accountid, now);
    await endSessions(db, { account_id: accountid }, now);
    await updateAccount(db, accountid, {
      status: 'pending',
      approved_company: null,
      ...(verified && { verified: false }),
    });
    await setDecision(db, accountid, null, null);
    await setApprovedCountry(db, accountid, null);
    await applyRules({ ...context, db }, accountid);
    const entry = { at: now, actor, action: 'account.undo-decision', subject: playerid };
    await insertAudit(db, { ...entry, before: { status }, after: { status: 'pending' } });
  });
}

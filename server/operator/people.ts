import type * as contract from '@promenade/contract/operatorPeople';
import { DECISION_HOLD_MS } from '@promenade/contract/operatorPeople';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import { queueLinkMail } from '../access/links.ts';
import { listEmails } from '../access/queries.ts';
import { findCountryCheck } from '../access/ruleQueries.ts';
import {
  COMMAND,
  changePackages,
  endAccountSessions,
  requireAccount,
  requireEmail,
  requirePackages,
  setDisabled,
  setRole,
} from '../accounts/account.ts';
import { changeProfile } from '../accounts/accountProfile.ts';
import { approve, reject } from '../accounts/decide.ts';
import { removeStaff, setStaffRole } from '../accounts/labelStaff.ts';
import { listNotes } from '../accounts/noteQueries.ts';
import {
  type AccountRow,
  type ApplicantRow,
  findAccountDetail,
  listAccountPage,
  listAccountSessions,
  listApplicantPage,
  listLocks,
} from '../accounts/peopleQueries.ts';
import { countDeliveredWith } from '../catalogue/withdrawQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { mapPage } from '../platform/database/page.ts';
import { requireMatch } from '../platform/http/conditions.ts';
import { deleteRateLimitsOf } from '../platform/http/rateLimit.ts';
import { ExplainedRefusal, Refusal } from '../platform/http/refusal.ts';
import { liftSuppression, listSuppressions } from '../platform/mail/suppressions.ts';
import { DAY_MS } from '../platform/process/days.ts';
import { getMails } from './mails.ts';
import { deleteAccountByName } from './personalData.ts';
import { countExcludable, setExcludedEverywhere } from './releases.ts';

export async function getApplicants(
  db: Db,
  query: RouteInput<typeof contract.applicants>['query'],
  now: Date,
): Promise<RouteAnswer<typeof contract.applicants>> {
  const found = await listApplicantPage(db, query, new Date(now.getTime() - DECISION_HOLD_MS));
  return mapPage(found, ({ appliedat, answers, decided, ...row }) => {
    const { inviter, relationship, ...told } = answers ?? {};
    const { name = '', email = '' } = (inviter ?? {}) as { name?: string; email?: string };
    return {
      ...row,
      appliedat: toIso(appliedat),
      answers: Object.fromEntries(Object.entries(told).map(([field, value]) => [field, toText(value)])),
      inviter: inviter ? { name, email, relationship: toText(relationship) } : null,
      decided: decided && describeDecision(decided, now),
    };
  });
}

/** The mail of a command left at once: its decision cannot be taken back. */
function describeDecision({ actor, at, ...rest }: NonNullable<ApplicantRow['decided']>, now: Date) {
  const until = new Date(Date.parse(at) + DECISION_HOLD_MS);
  const isOpen = actor !== COMMAND && until > now;
  return { ...rest, at: new Date(at).toISOString(), until: isOpen ? until.toISOString() : null };
}

export async function decideApplication(
  context: AppContext,
  playerid: string,
  { decision, packages, verified, reason }: RouteInput<typeof contract.decideApplication>['body'],
  actor: string,
): Promise<undefined> {
  if (decision === 'approved') await approve(context, playerid, { packages, verified, actor });
  else await reject(context, playerid, { reason, actor });
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

const toIso = (date: Date | null): string | null => date?.toISOString() ?? null;

const toAccount = <Row extends AccountRow>(row: Row) => ({ ...row, seenat: toIso(row.seenat) });

export async function getAccounts(
  db: Db,
  query: RouteInput<typeof contract.accounts>['query'],
): Promise<RouteAnswer<typeof contract.accounts>> {
  return mapPage(await listAccountPage(db, query), toAccount);
}

const LOCKS_MS = 7 * DAY_MS;
const MAILS_SHOWN = 20;

export async function getAccount(db: Db, playerid: string, now: Date): Promise<contract.AccountDetail> {
  const found = await findAccountDetail(db, playerid);
  if (!found) throw new Refusal('ACCOUNT_NOT_FOUND');
  const { accountid, emails, createdat, deletionat, ...rest } = found;
  const [releases, check, sessions, locks, mails, suppressions, notes] = await Promise.all([
    countExcludable(db, { accountid, playerid }),
    findCountryCheck(db, accountid),
    listAccountSessions(db, accountid, now),
    listLocks(db, emails, new Date(now.getTime() - LOCKS_MS)),
    getMails(db, { recipients: emails }, { page: 1, pagesize: MAILS_SHOWN }),
    listSuppressions(db, emails),
    listNotes(db, accountid),
  ]);
  return {
    ...toAccount(rest),
    ...releases,
    countrycheck: check
      ? { approved: check.approved, isrefused: check.refused === check.country, packages: check.packages }
      : null,
    emails,
    createdat: createdat.toISOString(),
    deletionat: toIso(deletionat),
    sessions: sessions.map(({ startedat, seenat, ...session }) => ({
      ...session,
      startedat: startedat.toISOString(),
      seenat: seenat.toISOString(),
    })),
    locks: locks.map(({ at, ...lock }) => ({ ...lock, at: at.toISOString() })),
    suppressions: suppressions.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() })),
    mails,
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
  };
}

const ROLES = ['verified', 'label_staff', 'operator'] as const;

/**
 * Changes roles, packages, labels and profile, each by the function of its command, in one transaction.
 * @param match the header `If-Match`
 */
export async function changeAccount(
  context: AppContext,
  playerid: string,
  changes: RouteInput<typeof contract.changeAccount>['body'],
  { match, actor }: { match: string | undefined; actor: string },
): Promise<contract.AccountDetail> {
  await context.db.transaction().execute(async (db) => {
    const inThis = { ...context, db };
    await requireAccount(db, playerid);
    const now = await findAccountDetail(db, playerid);
    if (!now) throw new Refusal('ACCOUNT_NOT_FOUND');
    requireMatch(match, now.version, new Refusal('ACCOUNT_CHANGED'));
    for (const role of ROLES) {
      const isGranted = changes[role];
      if (isGranted !== undefined && isGranted !== now[role]) await setRole(inThis, playerid, role, isGranted, actor);
    }
    if (changes.packages) {
      const { packages } = changes;
      const add = packages.filter((name) => !now.packages.includes(name));
      const remove = now.packages.filter((name) => name !== EVERYONE && !packages.includes(name));
      if (add.length + remove.length > 0) await changePackages(inThis, playerid, { add, remove }, actor);
    }
    const { label } = changes;
    if (label?.role) await setStaffRole(inThis, label.labelid, playerid, label.role, actor);
    if (label?.role === null) await removeStaff(inThis, label.labelid, playerid, actor);
    await changeProfile(inThis, playerid, changes, actor);
  });
  return getAccount(context.db, playerid, context.now());
}

export async function previewPackages(
  db: Db,
  playerid: string,
  names: string[],
): Promise<{ gained: number; lost: number }> {
  const account = await findAccountDetail(db, playerid);
  if (!account) throw new Refusal('ACCOUNT_NOT_FOUND');
  return countDeliveredWith(db, account.accountid, await requirePackages(db, [EVERYONE, ...names]));
}

/** The package that every account holds. */
const EVERYONE = 'Everyone';

/**
 * Mails a link that signs in or sets a password to the oldest address, whatever its limits.
 * @throws one sentence for an unknown account, or one that is not active
 */
export async function sendLink(
  context: AppContext,
  accountName: string,
  kind: 'sign-in' | 'reset',
  actor = COMMAND,
): Promise<string> {
  const now = context.now();
  return context.db.transaction().execute(async (db) => {
    const { accountid, playerid, email, status, language } = await requireEmail(db, accountName);
    if (status !== 'active')
      throw new ExplainedRefusal('ACCOUNT_INACTIVE', `The account of ${accountName} is ${status}: nothing was sent.`);
    await queueLinkMail(context, db, { kind, email, accountid, language }, now);
    await insertAudit(db, { at: now, actor, action: 'account.send-link', subject: playerid, after: { kind } });
    return email;
  });
}

/** The addresses of an account can sign in and get mails again. @throws one sentence for an unknown account */
export async function liftLocks({ db, now }: AppContext, accountName: string, actor = COMMAND): Promise<number> {
  return inTransaction(db, async (db) => {
    const { accountid, playerid } = await requireAccount(db, accountName);
    const lifted = await deleteRateLimitsOf(db, await listEmails(db, accountid));
    await insertAudit(db, { at: now(), actor, action: 'account.lift-locks', subject: playerid, after: { lifted } });
    return lifted;
  });
}

/** All addresses of an account get mails again. */
async function liftSuppressions(context: AppContext, accountName: string, actor: string): Promise<void> {
  const { accountid } = await requireAccount(context.db, accountName);
  let isLifted = false;
  for (const address of await listEmails(context.db, accountid))
    if (await liftSuppression(context, address, actor)) isLifted = true;
  if (!isLifted) throw new Refusal('NOTHING_CHANGED');
}

const actions: Record<contract.AccountAction, (context: AppContext, name: string, actor: string) => Promise<unknown>> =
  {
    verify: (context, name, actor) => setRole(context, name, 'verified', true, actor),
    unverify: (context, name, actor) => setRole(context, name, 'verified', false, actor),
    disable: (context, name, actor) => setDisabled(context, name, true, actor),
    enable: (context, name, actor) => setDisabled(context, name, false, actor),
    'end-sessions': endAccountSessions,
    'send-sign-in-link': (context, name, actor) => sendLink(context, name, 'sign-in', actor),
    'send-password-link': (context, name, actor) => sendLink(context, name, 'reset', actor),
    'lift-locks': liftLocks,
    'lift-suppression': liftSuppressions,
    exclude: (context, name, actor) => setExcludedEverywhere(context, name, true, actor),
    include: (context, name, actor) => setExcludedEverywhere(context, name, false, actor),
    delete: (context, name, actor) => deleteAccountByName(context, name, true, actor),
  };

export async function actOnAccount(
  context: AppContext,
  playerid: string,
  action: contract.AccountAction,
  actor: string,
): Promise<undefined> {
  await actions[action](context, playerid, actor);
}

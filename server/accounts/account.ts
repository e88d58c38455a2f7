import { createAccount } from '../access/accounts.ts';
import { createLink, linkPath } from '../access/links.ts';
import { deletePackages, insertPackages, listPackages, type PackageSource } from '../access/packageQueries.ts';
import { findAccount, lockNamedAccount, updateAccount } from '../access/queries.ts';
import { endSessions } from '../access/sessionQueries.ts';
import { insertFormerPackages } from '../catalogue/names/formerQueries.ts';
import { findPackages } from '../catalogue/names/ownerQueries.ts';
import { listLostReleases } from '../media/ledgerQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { notifyChange } from '../platform/database/changes.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { ExplainedRefusal, Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';

/** A role that is left out stays as it is. */
export interface Roles {
  verified?: boolean;
  label_staff?: boolean;
  operator?: boolean;
}

/** The actor of the command line in the audit trail; the console has the playerid of its operator. */
export const COMMAND = 'command';

interface AccountResult {
  created: boolean;
  /** Only an active account can sign in. */
  status: 'pending' | 'active' | 'disabled';
  roles: Required<Roles>;
  /** Sets the password, once and within 48 hours. */
  link: string;
}

const ROLE_NAMES = { verified: 'verified', label_staff: 'label staff', operator: 'operator' } as const;
type Role = keyof typeof ROLE_NAMES;

/** Creates the account of an address or changes its roles, and creates a link that sets its password. */
export async function upsertAccount(context: AppContext, email: string, changes: Roles): Promise<AccountResult> {
  const { db, secrets, address } = context;
  const now = context.now();
  return inTransaction(db, async (db) => {
    const { accountid, ...result } = await createOrUpdate({ ...context, db }, email, changes, now);
    const token = await createLink(db, secrets, { kind: 'welcome', email, accountid }, now);
    return { ...result, link: `${address.url}${linkPath('welcome', token)}` };
  });
}

async function createOrUpdate(context: MailContext, email: string, changes: Roles, now: Date) {
  const { db } = context;
  const account = await findAccount(db, email);
  const entry = { at: now, actor: COMMAND };
  if (!account) {
    const roles = { verified: false, label_staff: false, operator: false, ...changes };
    const { accountid, playerid } = await createAccount(db, { email, ...roles });
    await insertAudit(db, { ...entry, action: 'account.make', subject: playerid, after: { email, ...roles } });
    return { accountid, created: true, status: 'active', roles } as const;
  }
  const { accountid, playerid, verified, label_staff, operator } = account;
  const before = { verified, label_staff, operator };
  const roles = { ...before, ...changes };
  await updateAccount(db, accountid, roles);
  if (roles.verified && !verified) await queueVerifiedMail(context, { ...account, email }, now);
  await insertAudit(db, { ...entry, action: 'account.change', subject: playerid, before, after: roles });
  return { accountid, created: false, status: account.status, roles };
}

/**
 * Gives or takes a role. Permissions follow within 5 s, token claims at the next refresh. A verification is mailed.
 * @throws one sentence when the address has no account, or the role is set already
 */
export async function setRole(
  context: AppContext,
  accountName: string,
  role: Role,
  isGranted: boolean,
  actor = COMMAND,
): Promise<void> {
  const now = context.now();
  await inTransaction(context.db, async (db) => {
    const account = await requireAccount(db, accountName);
    const { accountid, playerid, [role]: wasGranted } = account;
    if (wasGranted === isGranted)
      throw refuseChange(
        `${accountName} is ${isGranted ? 'already' : 'not'} ${ROLE_NAMES[role]}: nothing was changed.`,
      );
    if (role === 'operator') requireOther(playerid, actor);
    await updateAccount(db, accountid, { [role]: isGranted });
    if (role === 'verified' && isGranted) await queueVerifiedMail({ ...context, db }, account, now);
    const entry = { at: now, actor, action: 'account.change', subject: playerid };
    await insertAudit(db, { ...entry, before: { [role]: wasGranted }, after: { [role]: isGranted } });
  });
}

type MailContext = Pick<AppContext, 'db' | 'jobs' | 'address'>;

/** A pending account is not mailed: it cannot sign in yet. Nor is one without an address. */
async function queueVerifiedMail(
  { db, jobs, address }: MailContext,
  { email, status, language }: { email: string | undefined; status: string; language: string },
  now: Date,
): Promise<void> {
  if (status !== 'active' || email === undefined) return;
  await queueMail({ db, jobs }, { kind: 'verified', to: email, language, url: `${address.url}/releases` }, now);
}

/**
 * Disables or enables an account. A disabled one loses its sessions on every node at once, streams included.
 * @throws one sentence when the account is unknown, pending, or in that state already
 */
export async function setDisabled(
  { db, now: clock }: AppContext,
  accountName: string,
  isDisabled: boolean,
  actor = COMMAND,
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (db) => {
    const { accountid, playerid, status: before } = await requireAccount(db, accountName);
    const status = isDisabled ? 'disabled' : 'active';
    if (before === status || before === 'pending')
      throw refuseChange(`The account of ${accountName} is ${before}: nothing was changed.`);
    requireOther(playerid, actor);
    await updateAccount(db, accountid, { status });
    if (isDisabled) await endSessions(db, { account_id: accountid }, now);
    const action = isDisabled ? 'account.disable' : 'account.enable';
    const entry = { at: now, actor, action, subject: playerid };
    await insertAudit(db, { ...entry, before: { status: before }, after: { status } });
  });
}

/** Ends all sessions of an account on every node and returns their number. @throws one sentence for an unknown account */
export async function endAccountSessions(
  { db, now: clock }: AppContext,
  accountName: string,
  actor = COMMAND,
): Promise<number> {
  const now = clock();
  return inTransaction(db, async (db) => {
    const { accountid, playerid } = await requireAccount(db, accountName);
    const sessions = (await endSessions(db, { account_id: accountid }, now)).length;
    const entry = { at: now, actor, action: 'account.end-sessions', subject: playerid };
    await insertAudit(db, { ...entry, before: { sessions }, after: { sessions: 0 } });
    return sessions;
  });
}

/** What was sent in this time may still be playing. */
const PLAYING_MS = 3600_000;

/**
 * Gives and takes packages and returns the names of those that the account holds then. Permissions follow within 5 s, and
 * a lost release that plays falls silent.
 * @throws one sentence for an unknown account or package
 */
export async function changePackages(
  { db, now }: AppContext,
  accountName: string,
  { add, remove }: { add: string[]; remove: string[] },
  actor = COMMAND,
): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const account = await requireAccount(db, accountName);
    const change = { add: await requirePackages(db, add), remove: await requirePackages(db, remove) };
    return applyPackages(db, account, change, { actor, source: 'hand', now: now() });
  });
}

/** Gives and takes packages of a locked account by their ids, and returns the names of those that it holds then. */
export async function applyPackages(
  db: Db,
  { accountid, playerid }: { accountid: number; playerid: string },
  { add, remove }: { add: number[]; remove: number[] },
  { actor, ...change }: { actor: string; source: PackageSource; now: Date },
): Promise<string[]> {
  const before = await listPackages(db, accountid);
  if (add.length + remove.length === 0) return before;
  const { now } = change;
  await insertFormerPackages(db, accountid, remove);
  await deletePackages(db, accountid, remove, change);
  await insertPackages(db, accountid, add, change);
  const after = await listPackages(db, accountid);
  const entry = { at: now, actor, action: 'account.packages', subject: playerid };
  await insertAudit(db, { ...entry, before: { packages: before }, after: { packages: after } });
  await notifyChange(db, { type: 'counts', accountids: [accountid] });
  const since = new Date(now.getTime() - PLAYING_MS);
  for (const releaseid of await listLostReleases(db, { playerid, since }))
    await notifyChange(db, { type: 'taken', releaseid, accountid });
  return after;
}

export const refuseChange = (sentence: string) => new ExplainedRefusal('NOTHING_CHANGED', sentence);

/** Nobody locks the last operator out by mistake. */
function requireOther(playerid: string, actor: string): void {
  if (playerid === actor) throw new Refusal('OWN_ACCOUNT');
}

/** The ids of packages by their names or former names. @throws one sentence for an unknown one */
export async function requirePackages(db: Db, names: string[]): Promise<number[]> {
  return (await findPackages(db, names)).map(({ id, given }) => {
    if (id === null) throw new ExplainedRefusal('NOT_FOUND', `No package is called "${given}": nothing was changed.`);
    return id;
  });
}

/** Locks and returns an account by one of its addresses or its playerid; one may have no address. @throws one sentence when there is none */
export async function requireAccount(db: Db, name: string) {
  const account = await lockNamedAccount(db, name);
  if (!account)
    throw new ExplainedRefusal(
      'ACCOUNT_NOT_FOUND',
      `No account has the ${name.includes('@') ? 'address' : 'playerid'} ${name}.`,
    );
  return { ...account, email: account.email ?? undefined };
}

/** @throws one sentence, also when the account has no address to mail to */
export async function requireEmail(db: Db, name: string) {
  const { email, ...account } = await requireAccount(db, name);
  if (email === undefined)
    throw new ExplainedRefusal('ACCOUNT_WITHOUT_EMAIL', `The account ${name} has no address: add one first.`);
  return { ...account, email };
}

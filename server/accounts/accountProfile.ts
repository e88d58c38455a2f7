import type * as contract from '@promenade/contract/operatorPeople';
import type { RouteInput } from '@promenade/contract/route';
import { createAccount } from '../access/accounts.ts';
import { isEmailTaken } from '../access/applicationQueries.ts';
import { revokeLinks } from '../access/linkQueries.ts';
import { queueLinkMail } from '../access/links.ts';
import { approveCompany, deleteEmail, findAccount, insertEmail, listEmails, updateAccount } from '../access/queries.ts';
import { endSessions } from '../access/sessionQueries.ts';
import { deleteLabelStop, insertLabelStop } from '../notify/labelMailQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { COMMAND, changePackages, requireAccount } from './account.ts';
import { deleteNoteOf, insertNote } from './noteQueries.ts';
import { applyRules } from './packageRules.ts';
import { findAccountDetail } from './peopleQueries.ts';

type Changes = RouteInput<typeof contract.changeAccount>['body'];

const FACTS = ['firstname', 'lastname', 'company', 'mailpref'] as const;

/** Changes name, company (which it vouches for), mail frequency, addresses and stopped labels of an account. */
export async function changeProfile(
  context: AppContext,
  accountName: string,
  changes: Pick<Changes, (typeof FACTS)[number] | 'addemail' | 'removeemail' | 'labelmails'>,
  actor = COMMAND,
): Promise<void> {
  const now = context.now();
  await inTransaction(context.db, async (db) => {
    const { accountid, playerid, language } = await requireAccount(db, accountName);
    const { jobs } = context;
    const support = context.config.site.supportEmail;
    const detail = await findAccountDetail(db, playerid);
    const entry = { at: now, actor, subject: playerid };
    const changed = FACTS.filter((fact) => changes[fact] !== undefined && changes[fact] !== detail?.[fact]);
    if (changed.length > 0) {
      const pick = (from: Partial<Record<(typeof FACTS)[number], string>> | undefined) =>
        Object.fromEntries(changed.map((fact) => [fact, from?.[fact]]));
      await updateAccount(db, accountid, pick(changes));
      await insertAudit(db, { ...entry, action: 'account.profile', before: pick(detail), after: pick(changes) });
    }
    if (changes.company !== undefined && !(detail?.companyapproved && changes.company === detail.company)) {
      await approveCompany(db, accountid);
      await insertAudit(db, { ...entry, action: 'account.company', after: { company: changes.company } });
    }
    const { addemail, removeemail, labelmails } = changes;
    if (addemail !== undefined) {
      if (!(await insertEmail(db, accountid, addemail, now))) throw new Refusal('EMAIL_TAKEN');
      const values = { email: addemail, support };
      // Whoever reads a new address can sign in: the others are told.
      for (const to of detail?.emails ?? [])
        await queueMail({ db, jobs }, { kind: 'merge-done', to, language, values }, now);
      await insertAudit(db, { ...entry, action: 'account.add-address', after: { email: addemail } });
      await applyRules({ ...context, db }, accountid);
    }
    if (removeemail !== undefined) {
      const emails = await listEmails(db, accountid);
      if (!emails.includes(removeemail)) throw new Refusal('NOT_YOUR_EMAIL');
      if (emails.length === 1) throw new Refusal('ONLY_EMAIL');
      await deleteEmail(db, accountid, removeemail);
      await revokeLinks(db, accountid, now, removeemail);
      await endSessions(db, { account_id: accountid, username: removeemail }, now);
      const account = emails.find((other) => other !== removeemail) ?? '';
      const mail = { kind: 'split-done', to: removeemail, language } as const;
      await queueMail({ db, jobs }, { ...mail, values: { email: removeemail, account, support } }, now);
      await insertAudit(db, { ...entry, action: 'account.remove-address', before: { email: removeemail } });
    }
    if (labelmails) {
      const { labelid, stopped } = labelmails;
      if (stopped) await insertLabelStop(db, accountid, labelid, now);
      else await deleteLabelStop(db, accountid, labelid);
      await insertAudit(db, { ...entry, action: 'account.label-mails', after: { labelid, stopped } });
    }
  });
}

/** Makes an active account and mails a link that sets its password. */
export async function makeAccount(
  context: AppContext,
  { packages, ...account }: RouteInput<typeof contract.makeAccount>['body'],
  actor: string,
): Promise<{ playerid: string }> {
  const now = context.now();
  return inTransaction(context.db, async (db) => {
    const { email, firstname, verified } = account;
    if (await findAccount(db, email)) throw new Refusal('EMAIL_TAKEN');
    const { accountid, playerid } = await createAccount(db, account).catch((error: unknown) => {
      // Somebody else made it at the same moment.
      throw isEmailTaken(error) ? new Refusal('EMAIL_TAKEN') : error;
    });
    const entry = { at: now, actor, action: 'account.make', subject: playerid };
    await insertAudit(db, { ...entry, after: { email, verified } });
    if (packages.length > 0) await changePackages({ ...context, db }, playerid, { add: packages, remove: [] }, actor);
    const values = { name: firstname };
    await queueLinkMail(context, db, { kind: 'welcome', email, accountid, language: 'en', values }, now);
    return { playerid };
  });
}

/** The audit trail has no text of notes: it stays when the account is deleted. */
export async function addNote(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  accountName: string,
  note: string,
  actor: string,
): Promise<undefined> {
  await inTransaction(db, async (db) => {
    const { accountid, playerid } = await requireAccount(db, accountName);
    const { noteid } = await insertNote(db, { account_id: accountid, at: now(), actor, note });
    await insertAudit(db, { at: now(), actor, action: 'account.add-note', subject: playerid, after: { noteid } });
  });
}

export async function deleteNote(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { playerid, noteid }: { playerid: string; noteid: string },
  actor: string,
): Promise<undefined> {
  await inTransaction(db, async (db) => {
    const { accountid } = await requireAccount(db, playerid);
    if (!(await deleteNoteOf(db, accountid, noteid))) throw new Refusal('NOT_FOUND');
    await insertAudit(db, { at: now(), actor, action: 'account.delete-note', subject: playerid, before: { noteid } });
  });
}

import { deleteGrant, insertGrant } from '../access/packageQueries.ts';
import { deleteLabelMember, type LabelMember, listLabelMembers, upsertLabelMember } from '../access/staffQueries.ts';
import { setLabelTrusted, setPackageOpen } from '../catalogue/names/ownerQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { ExplainedRefusal } from '../platform/http/refusal.ts';
import { COMMAND, requireAccount } from './account.ts';
import { requireNamed } from './requireNamed.ts';

type Context = Pick<AppContext, 'db' | 'now'>;

interface NamedLabel {
  /** Internal. */
  id: number;
  labelid: string;
  name: string;
}

/** Who works for a label. @throws one sentence when the label is unknown */
export async function listStaff({ db }: Context, label: string): Promise<NamedLabel & { members: LabelMember[] }> {
  const found = await requireLabel(db, label);
  return { ...found, members: await listLabelMembers(db, found.id) };
}

/** Approves whom the label invites without a review, or no longer. @throws one sentence when the label is unknown */
export async function setTrusted(
  { db, now }: Context,
  labelName: string,
  isTrusted: boolean,
  actor: string = COMMAND,
): Promise<NamedLabel> {
  return inTransaction(db, async (db) => {
    const label = await requireLabel(db, labelName);
    if (!(await setLabelTrusted(db, label.id, isTrusted)))
      throw new ExplainedRefusal('NOTHING_CHANGED', `${label.name} is ${isTrusted ? '' : 'not '}trusted already.`);
    const entry = { at: now(), actor, action: 'label.trust', subject: label.labelid };
    await insertAudit(db, { ...entry, before: { trusted: !isTrusted }, after: { trusted: isTrusted } });
    return label;
  });
}

/** Gives an account a role for a label. @throws one sentence when the label or account is unknown */
export const setStaffRole = (
  context: Context,
  label: string,
  account: string,
  role: LabelMember['role'],
  actor = COMMAND,
): Promise<NamedLabel> =>
  changeStaff(context, { label, account, role, actor }, (db, member) =>
    upsertLabelMember(db, { ...member, role }, actor, context.now()),
  );

/** Takes the role away. @throws one sentence when the account does not work for the label */
export const removeStaff = (context: Context, label: string, account: string, actor = COMMAND): Promise<NamedLabel> =>
  changeStaff(context, { label, account, role: null, actor }, async (db, member) => {
    const before = await deleteLabelMember(db, member);
    if (before === null)
      throw new ExplainedRefusal('NOTHING_CHANGED', `${account} does not work for ${label}: nothing was changed.`);
    return before;
  });

interface StaffChange {
  label: string;
  account: string;
  role: LabelMember['role'] | null;
  actor: string;
}

async function changeStaff(
  { db, now }: Context,
  { label: name, account, role, actor }: StaffChange,
  change: (db: Db, member: { accountid: number; labelId: number }) => Promise<LabelMember['role'] | null>,
): Promise<NamedLabel> {
  return inTransaction(db, async (db) => {
    const label = await requireLabel(db, name);
    const { accountid, playerid } = await requireAccount(db, account);
    const before = await change(db, { accountid, labelId: label.id });
    await insertAudit(db, {
      at: now(),
      actor,
      action: 'label.staff',
      subject: playerid,
      before: { label: label.name, role: before },
      after: { label: label.name, role },
    });
    return label;
  });
}

/** Lets a label deliver to a package that is not open, or no longer. @throws one sentence when one is unknown or nothing changes */
export async function setGrant(
  { db, now }: Context,
  labelName: string,
  packageName: string,
  isGranted: boolean,
  actor = COMMAND,
): Promise<{ label: NamedLabel; package: string }> {
  return inTransaction(db, async (db) => {
    const label = await requireLabel(db, labelName);
    const { key, name } = await requireNamed(db, 'packages', packageName, { isName: true });
    const grant = { labelId: label.id, packageId: Number(key) };
    const isChanged = isGranted ? await insertGrant(db, grant, actor, now()) : await deleteGrant(db, grant);
    if (!isChanged)
      throw new ExplainedRefusal(
        'NOTHING_CHANGED',
        `${label.name} ${isGranted ? 'has' : 'does not have'} that grant: nothing was changed.`,
      );
    const entry = { at: now(), actor, action: 'label.package', subject: label.labelid };
    await insertAudit(db, {
      ...entry,
      before: { package: name, granted: !isGranted },
      after: { package: name, granted: isGranted },
    });
    return { label, package: name };
  });
}

/** Lets every label deliver to a package, or only those with a grant. @throws one sentence when it is unknown */
export async function setOpen(
  { db, now }: Context,
  packageName: string,
  isOpen: boolean,
  actor = COMMAND,
): Promise<string> {
  return inTransaction(db, async (db) => {
    const { key, name } = await requireNamed(db, 'packages', packageName);
    const before = await setPackageOpen(db, Number(key), isOpen);
    const entry = { at: now(), actor, action: 'package.open', subject: name };
    await insertAudit(db, { ...entry, before: { open: before }, after: { open: isOpen } });
    return name;
  });
}

export async function requireLabel(db: Db, name: string): Promise<NamedLabel> {
  const label = await requireNamed(db, 'labels', name, { unknown: 'LABEL_NOT_FOUND' });
  return { id: Number(label.key), labelid: label.id, name: label.name };
}

import { deleteLabelMember, type LabelMember, listLabelMembers, upsertLabelMember } from '../access/staffQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { requireAccount } from './account.ts';
import { listNamedLabels, type NamedLabel } from './queries.ts';

type Context = Pick<AppContext, 'db' | 'now'>;

/** Who works for a label. @throws one sentence when the label is unknown or ambiguous */
export async function listStaff({ db }: Context, label: string): Promise<NamedLabel & { members: LabelMember[] }> {
  const found = await requireLabel(db, label);
  return { ...found, members: await listLabelMembers(db, found.id) };
}

/** Gives an account a role for a label. @throws one sentence when the label or account is unknown */
export const setStaffRole = (
  context: Context,
  label: string,
  account: string,
  role: LabelMember['role'],
): Promise<NamedLabel> =>
  changeStaff(context, label, account, role, (db, member) =>
    upsertLabelMember(db, { ...member, role }, 'command', context.now()),
  );

/** Takes the role away. @throws one sentence when the account does not work for the label */
export const removeStaff = (context: Context, label: string, account: string): Promise<NamedLabel> =>
  changeStaff(context, label, account, null, async (db, member) => {
    const before = await deleteLabelMember(db, member);
    if (before === null) throw new Error(`${account} does not work for ${label}: nothing was changed.`);
    return before;
  });

async function changeStaff(
  { db, now }: Context,
  name: string,
  account: string,
  role: LabelMember['role'] | null,
  change: (db: Db, member: { accountid: number; labelId: number }) => Promise<LabelMember['role'] | null>,
): Promise<NamedLabel> {
  return db.transaction().execute(async (db) => {
    const label = await requireLabel(db, name);
    const { accountid, playerid } = await requireAccount(db, account);
    const before = await change(db, { accountid, labelId: label.id });
    await insertAudit(db, {
      at: now(),
      actor: 'command',
      action: 'label.staff',
      subject: playerid,
      before: { label: label.name, role: before },
      after: { label: label.name, role },
    });
    return label;
  });
}

async function requireLabel(db: Db, name: string): Promise<NamedLabel> {
  const [label, other] = await listNamedLabels(db, name);
  if (!label) throw new Error(`There is no label "${name}".`);
  if (other)
    throw new Error(`Several labels are called "${name}": use one of their ids: ${label.labelid}, ${other.labelid}.`);
  return label;
}

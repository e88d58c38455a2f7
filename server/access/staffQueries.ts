import type { StaffLabel } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { type Page, type PageOf, readPage } from '../platform/database/page.ts';
import type { Caller } from '../platform/http/caller.ts';
import { emailOfAccount } from './packageQueries.ts';

export type StaffMember = Pick<Caller, 'accountid' | 'operator'>;

/** The label `l` is one of the caller's; an operator acts for every label. */
export const isLabelOf = ({ accountid, operator }: StaffMember, labelId = sql`l.id`) =>
  operator
    ? sql`true`
    : sql`exists (select from account_label s where s.account_id = ${accountid} and s.label_id = ${labelId})`;

/** The role of the caller for label `labelId`; null for someone else. */
export const roleOf = ({ accountid, operator }: StaffMember, labelId = sql`l.id`) =>
  operator
    ? sql<StaffLabel['role'] | null>`'operator'`
    : sql<
        StaffLabel['role'] | null
      >`(select role from account_label s where s.account_id = ${accountid} and s.label_id = ${labelId})`;

/** The labels of the caller by name, one page. */
export async function listStaffLabels(db: Db, caller: StaffMember, page: Page): Promise<PageOf<StaffLabel>> {
  return readPage(
    db,
    page,
    (limit) => sql`
    select l.labelid, l.name, ${roleOf(caller)} as role, count(*) over ()::int as total,
      (select count(*)::int from releases r where r.owner_label_id = l.id) as releases
    from labels l where ${isLabelOf(caller)}
    order by l.name collate "und-x-icu", l.id ${limit}`,
  );
}

export interface OwnLabel {
  /** Internal. */
  id: number;
  name: string;
  role: StaffLabel['role'];
}

/** Undefined when the caller does not work for it. */
export async function findStaffLabel(db: Db, caller: StaffMember, labelid: string): Promise<OwnLabel | undefined> {
  const { rows } = await sql<OwnLabel>`
    select l.id, l.name, ${roleOf(caller)} as role from labels l
    where l.labelid = ${labelid} and ${isLabelOf(caller)}`.execute(db);
  return rows[0];
}

export interface LabelMember {
  playerid: string;
  name: string;
  email: string;
  role: 'editor' | 'viewer';
  since: Date;
}

export async function listLabelMembers(db: Db, labelId: number): Promise<LabelMember[]> {
  const { rows } = await sql<LabelMember>`
    select a.playerid, trim(a.firstname || ' ' || a.lastname) as name, s.role, s.since,
      ${emailOfAccount} as email
    from account_label s join accounts a on a.id = s.account_id
    where s.label_id = ${labelId} order by s.since, a.id`.execute(db);
  return rows;
}

/** Returns the former role. `grantedBy`: a playerid, or `command`. */
export async function upsertLabelMember(
  db: Db,
  { accountid, labelId, role }: { accountid: number; labelId: number; role: LabelMember['role'] },
  grantedBy: string,
  now: Date,
): Promise<LabelMember['role'] | null> {
  const before = await db
    .selectFrom('account_label')
    .where('account_id', '=', accountid)
    .where('label_id', '=', labelId)
    .forUpdate()
    .select('role')
    .executeTakeFirst();
  await db
    .insertInto('account_label')
    .values({ account_id: accountid, label_id: labelId, role, since: now, granted_by: grantedBy })
    .onConflict((row) =>
      row.columns(['account_id', 'label_id']).doUpdateSet({ role, since: now, granted_by: grantedBy }),
    )
    .execute();
  return before?.role ?? null;
}

/** Returns the former role; null when there was none. */
export async function deleteLabelMember(
  db: Db,
  { accountid, labelId }: { accountid: number; labelId: number },
): Promise<LabelMember['role'] | null> {
  const row = await db
    .deleteFrom('account_label')
    .where('account_id', '=', accountid)
    .where('label_id', '=', labelId)
    .returning('role')
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Who works for one label works for the other, with the stronger of both roles. */
export async function moveLabelMembers(db: Db, from: number, into: number): Promise<void> {
  await sql`
    insert into account_label as s (account_id, label_id, role, since, granted_by)
    select account_id, ${into}, role, since, granted_by from account_label where label_id = ${from}
    on conflict (account_id, label_id) do update
      set role = case when 'editor' in (s.role, excluded.role) then 'editor' else 'viewer' end`.execute(db);
  await sql`delete from account_label where label_id = ${from}`.execute(db);
}

export interface LabelFacts {
  contact: string | null;
  trusted: boolean;
  releases: number;
  /** Names of the packages that were granted to it. */
  packages: string[];
}

export async function getLabelFacts(db: Db, labelId: number): Promise<LabelFacts> {
  const { rows } = await sql<LabelFacts>`
    select contact, trusted, (select count(*)::int from releases r where r.owner_label_id = l.id) as releases,
      array(select p.name from label_package g join packages p on p.id = g.package_id where g.label_id = l.id
        order by p.name collate "und-x-icu") as packages
    from labels l where l.id = ${labelId}`.execute(db);
  return rows[0] as LabelFacts;
}

import type { StaffAudience, StaffPerson } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Audience } from './document.ts';

/** What labels see of account `a`, never its addresses (requirements decision 35). */
const person = sql`json_build_object('playerid', a.playerid,
  'name', coalesce(nullif(trim(a.firstname || ' ' || a.lastname), ''), a.company), 'title', a.title,
  'company', trim(a.company), 'country', a.country)`;

const named = (isMeant: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(${person} order by a.lastname, a.firstname, a.id), '[]') from accounts a where ${isMeant})`;

/** The people whom a document names, with the excluded ones and the typed addresses, which are no part of it. */
export async function findAudience(
  db: Db,
  releaseId: number,
  { packages = [], recipients = [] }: Audience,
): Promise<Omit<StaffAudience, 'decided' | 'packages'>> {
  const isExcluded = sql`a.id in (select account_id from release_exclusion where release_id = ${releaseId})`;
  const isNamed = sql`a.playerid = any(${recipients}::uuid[])`;
  const { rows } = await sql<Omit<StaffAudience, 'decided' | 'packages'>>`
    select ${named(isNamed)} as people, ${named(isExcluded)} as excluded,
      array(select address from release_address where release_id = ${releaseId} order by address) as addresses,
      (select count(*)::int from release_address where release_id = ${releaseId})
        + (select count(*)::int from accounts a where a.status = 'active' and not ${isExcluded} and (${isNamed} or a.id in (
          select account_id from account_package h join packages p on p.id = h.package_id
          where p.name = any(${packages}::text[])))) as size`.execute(db);
  const [audience] = rows;
  if (!audience) throw new Error(`There is no release ${releaseId}.`);
  return audience;
}

/** Packages that are open or granted to a label, by name, one page. */
export async function listGrantedPackages(
  db: Db,
  labelId: number,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<{ items: { name: string; people: number }[]; total: number }> {
  const { rows } = await sql<{ name: string; people: number; total: number }>`
    select p.name, count(*) over ()::int as total, (
      select count(*)::int from account_package h join accounts a on a.id = h.account_id
      where h.package_id = p.id and a.status = 'active') as people
    from packages p
    where p.open or exists (select from label_package g where g.package_id = p.id and g.label_id = ${labelId})
    order by p.name collate "und-x-icu", p.id limit ${pagesize} offset ${(page - 1) * pagesize}`.execute(db);
  return { items: rows.map(({ total: _total, ...item }) => item), total: rows[0]?.total ?? 0 };
}

/** Active accounts that have one of a label's releases or may get one, whose name, title or company has all words. */
export async function listLabelPeople(db: Db, labelId: number, words: string[], limit: number): Promise<StaffPerson[]> {
  const text = sql`fold_name(a.firstname || ' ' || a.lastname || ' ' || a.title || ' ' || a.company)`;
  const { rows } = await sql<{ person: StaffPerson }>`
    select ${person} as person from accounts a
    where a.status = 'active'
      and ${sql.join([sql`true`, ...words.map((word) => sql`position(fold_name(${word}) in ${text}) > 0`)], sql` and `)}
      and (
        exists (select from account_package h join packages p on p.id = h.package_id where h.account_id = a.id
          and (p.open or exists (select from label_package g where g.package_id = p.id and g.label_id = ${labelId})))
        or exists (select from release_recipient rr join releases r on r.id = rr.release_id
          where rr.account_id = a.id and r.owner_label_id = ${labelId})
        or exists (select from release_package rp join releases r on r.id = rp.release_id
          join account_package h on h.package_id = rp.package_id
          where h.account_id = a.id and r.owner_label_id = ${labelId}))
    order by a.lastname, a.firstname, a.id limit ${limit}`.execute(db);
  return rows.map(({ person }) => person);
}

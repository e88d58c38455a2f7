import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Page, PageOf } from '../platform/database/page.ts';
import { likeWord, splitPeopleSearch } from '../platform/database/searchWords.ts';

/** Names of the packages that an account holds, sorted. */
export async function listPackages(db: Db, accountid: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from packages p join account_package h on h.package_id = p.id
    where h.account_id = ${accountid} order by name collate "und-x-icu"`.execute(db);
  return rows.map(({ name }) => name);
}

/** How an account came to a package, or lost it; rules change nothing that was done by hand. */
export type PackageSource = 'hand' | 'rule';

/** A package that the account holds keeps its time. */
export async function insertPackages(
  db: Db,
  accountid: number,
  ids: number[],
  { source, now }: { source: PackageSource; now: Date },
): Promise<void> {
  await sql`
    insert into account_package (account_id, package_id, since, source)
    select ${accountid}, id, ${now}, ${source} from unnest(${ids}::int[]) id
    on conflict (account_id, package_id) do update set source = excluded.source where excluded.source = 'hand'`.execute(
    db,
  );
  if (source === 'hand')
    await sql`
      delete from package_removals where account_id = ${accountid} and package_id = any(${ids}::int[])`.execute(db);
}

export async function deletePackages(
  db: Db,
  accountid: number,
  ids: number[],
  { source, now }: { source: PackageSource; now: Date },
): Promise<void> {
  await sql`
    delete from account_package where account_id = ${accountid} and package_id = any(${ids}::int[])`.execute(db);
  if (source === 'hand')
    await sql`
      insert into package_removals (account_id, package_id, at)
      select ${accountid}, id, ${now} from unnest(${ids}::int[]) id on conflict do nothing`.execute(db);
}

/** False when the label had the grant already. `grantedBy`: a playerid, or `command`. */
export async function insertGrant(
  db: Db,
  { labelId, packageId }: { labelId: number; packageId: number },
  grantedBy: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into label_package (label_id, package_id, since, granted_by)
    values (${labelId}, ${packageId}, ${now}, ${grantedBy}) on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** False when there was none. */
export async function deleteGrant(
  db: Db,
  { labelId, packageId }: { labelId: number; packageId: number },
): Promise<boolean> {
  const { rows } = await sql`
    delete from label_package where label_id = ${labelId} and package_id = ${packageId} returning 1`.execute(db);
  return rows.length > 0;
}

type GrantColumn = 'label_id' | 'package_id';

/** Gives the grants of one label or package to another one, where it lacks them. */
export async function moveGrants(db: Db, column: GrantColumn, from: number, into: number): Promise<void> {
  const [moved, kept] = [sql.ref(column), sql.ref(column === 'label_id' ? 'package_id' : 'label_id')];
  await sql`
    insert into label_package (${moved}, ${kept}, since, granted_by)
    select ${into}, ${kept}, since, granted_by from label_package where ${moved} = ${from} on conflict do nothing`.execute(
    db,
  );
  await sql`delete from label_package where ${moved} = ${from}`.execute(db);
}

/** Who holds one package holds the other from now on, whatever its rule says. */
export async function moveMembers(db: Db, from: number, into: number, now: Date): Promise<void> {
  await sql`
    insert into account_package (account_id, package_id, since)
    select account_id, ${into}, ${now} from account_package where package_id = ${from}
    on conflict (account_id, package_id) do update set source = 'hand'`.execute(db);
  await sql`
    delete from package_removals where package_id = ${into}
      and account_id in (select account_id from account_package where package_id = ${from})`.execute(db);
  await sql`delete from account_package where package_id = ${from}`.execute(db);
}

export interface PackageMemberRow {
  playerid: string;
  name: string;
  email: string;
  company: string;
  since: Date;
  byrule: boolean;
}

/** The oldest address of account `a`; empty without one. */
export const emailOfAccount = sql`coalesce((select email from account_emails where account_id = a.id order by added_at, email limit 1), '')`;

/** A part of the name, company or an address of account `a`, as a pattern of `like`. */
export const isFoundBy = (pattern: string) => sql`(a.search_text like ${pattern} or exists (
  select from account_emails where account_id = a.id and email like ${pattern}))`;

/**
 * The accounts that hold a package and whose name, company or addresses have all words, by name; one page. A page of the
 * second half is read from the end: nearly all rows of a large package would be skipped before the last one.
 */
export async function listMembers(
  db: Db,
  packageId: number,
  { filter, page, pagesize }: Page & { filter?: string | undefined },
): Promise<PageOf<PackageMemberRow>> {
  const patterns = splitPeopleSearch(filter).map(likeWord);
  const conditions = [
    sql`(a.id in (select account_id from account_package where package_id = ${packageId})) is true`,
    ...patterns.map(isFoundBy),
  ];
  const all = sql.join(conditions, sql` and `);
  const counted =
    patterns.length > 0 ? sql`accounts a where ${all}` : sql`account_package where package_id = ${packageId}`;
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${counted}`.execute(db);
  const total = rows[0]?.total ?? 0;
  const before = (page - 1) * pagesize;
  const count = Math.max(0, Math.min(pagesize, total - before));
  const after = total - before - count;
  const direction = before <= after ? sql`asc` : sql`desc`;
  const found = await sql<PackageMemberRow>`
    with page as (
      select a.id from accounts a where ${all}
      order by a.sort_name ${direction}, a.id ${direction} limit ${sql.lit(count)} offset ${Math.max(0, Math.min(before, after))})
    select a.playerid, trim(a.firstname || ' ' || a.lastname) as name, a.company, h.since, h.source = 'rule' as byrule,
      ${emailOfAccount} as email
    from page join accounts a on a.id = page.id
    join account_package h on h.account_id = a.id and h.package_id = ${packageId}
    order by a.sort_name, a.id`.execute(db);
  return { items: found.rows, total, page, pagesize };
}

export interface AddressOwner {
  playerid: string;
  name: string;
  email: string;
  holds: boolean;
  /** Those of the given addresses that it has. */
  addresses: string[];
}

/** The accounts of addresses by name, and whether they hold a package. */
export async function listAddressOwners(db: Db, packageId: number, addresses: string[]): Promise<AddressOwner[]> {
  const { rows } = await sql<AddressOwner>`
    with found as (
      select account_id, array_agg(email) as addresses from account_emails
      where email = any(${addresses}::text[]) group by account_id)
    select a.playerid, trim(a.firstname || ' ' || a.lastname) as name, ${emailOfAccount} as email, f.addresses,
      exists (select from account_package where account_id = a.id and package_id = ${packageId}) as holds
    from found f join accounts a on a.id = f.account_id order by a.sort_name, a.id`.execute(db);
  return rows;
}

export interface PackageFacts {
  /** Accounts that hold it. */
  people: number;
  open: boolean;
  releases: number;
  /** Names. */
  labels: string[];
}

export async function getPackageFacts(db: Db, packageId: number): Promise<PackageFacts> {
  const { rows } = await sql<PackageFacts>`
    select open, (select count(*)::int from account_package where package_id = p.id) as people,
      (select count(*)::int from release_package r where r.package_id = p.id) as releases,
      array(select l.name from label_package g join labels l on l.id = g.label_id where g.package_id = p.id
        order by l.name collate "und-x-icu") as labels
    from packages p where p.id = ${packageId}`.execute(db);
  return rows[0] as PackageFacts;
}

import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** The packages of these names, ignoring case. */
export async function findPackages(db: Db, names: string[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from packages where fold_name(name) = any(select fold_name(name) from unnest(${names}::text[]) name)`.execute(
    db,
  );
  return rows;
}

/** Names of the packages that an account holds, sorted. */
export async function listPackages(db: Db, accountid: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from packages p join account_package h on h.package_id = p.id
    where h.account_id = ${accountid} order by name collate "und-x-icu"`.execute(db);
  return rows.map(({ name }) => name);
}

/** A package that the account holds keeps its time. */
export async function insertPackages(db: Db, accountid: number, ids: number[], now: Date): Promise<void> {
  await sql`
    insert into account_package (account_id, package_id, since)
    select ${accountid}, id, ${now} from unnest(${ids}::int[]) id on conflict do nothing`.execute(db);
}

export async function deletePackages(db: Db, accountid: number, ids: number[]): Promise<void> {
  await sql`
    delete from account_package where account_id = ${accountid} and package_id = any(${ids}::int[])`.execute(db);
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

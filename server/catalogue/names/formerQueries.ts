import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { audienceOfAccount, isAvailable, isDeliveredTo } from '../rowQueries.ts';

// Who had a release once (requirements decision 39). A loss is recorded when it happens: for an exclusion and a removed
// package below, for a later delivery by a trigger. Of a release that stopped (withdrawn or ended), everyone had it to
// whom it is delivered and who belonged to its audience before it stopped.

/** When release `r` was withdrawn or ended; null while it goes on, a time to come if an end is planned. */
const stoppedAt = sql`least(r.withdrawn_at, r.ends_at)`;

const accountOf = (audience: RawBuilder<unknown>) => sql`(select -min(id) from unnest(${audience}) id)`;

/** The account of this audience belonged to that of release `r` at a time when it could be heard. */
const wasDelivered = (audience: RawBuilder<unknown>) => sql`(
  r.state <> 'draft' and r.available_at <= now() and (${stoppedAt} <= r.available_at) is not true
  and ${isDeliveredTo(audience)} and (
    (${stoppedAt} <= now()) is not true or -${accountOf(audience)} = any(r.audience) or exists (
      select from account_package p
      where p.account_id = ${accountOf(audience)} and p.package_id = any(r.audience) and p.since < ${stoppedAt})))`;

/** The account of this audience could hear release `r`, now or once. */
export const hadRelease = (audience: RawBuilder<unknown>) => sql`(${wasDelivered(audience)} or exists (
  select from release_former_recipient f where f.release_id = r.id and f.account_id = ${accountOf(audience)}))`;

/** Records what the account loses with these packages. Call it before they are removed. */
export async function insertFormerPackages(db: Db, accountid: number, packageIds: number[]): Promise<void> {
  const others = sql`array(
    select package_id from account_package where account_id = ${accountid} and package_id <> all(${packageIds}::int[])
    union all select ${-accountid}::int)`;
  await sql`
    insert into release_former_recipient (release_id, account_id)
    select r.id, a.id from accounts a join releases r on r.audience && ${packageIds}::int[]
    where a.id = ${accountid} and ${wasDelivered(audienceOfAccount)} and not r.audience && ${others}
    on conflict do nothing`.execute(db);
}

/** Records who had the releases of a package that stopped while they held it. */
export async function insertFormerMembers(db: Db, packageId: number): Promise<void> {
  await sql`
    insert into release_former_recipient (release_id, account_id)
    select r.id, p.account_id from releases r join account_package p on p.package_id = ${packageId}
    where r.audience @> array[${packageId}::int] and r.state <> 'draft' and r.available_at <= now()
      and ${stoppedAt} <= now() and ${stoppedAt} > r.available_at and p.since < ${stoppedAt}
      and (-p.account_id = any(r.excluded)) is not true
    on conflict do nothing`.execute(db);
}

/** Records that the account had the release, if it had. Call it before the account is excluded. */
export async function insertFormerRecipient(db: Db, accountid: number, release: number): Promise<void> {
  await sql`
    insert into release_former_recipient (release_id, account_id)
    select r.id, a.id from accounts a, releases r
    where a.id = ${accountid} and r.id = ${release} and ${wasDelivered(audienceOfAccount)}
    on conflict do nothing`.execute(db);
}

/** Those of the accounts that have or had a release. */
export const listWhoHad = (db: Db, releaseid: string, accountids: number[]): Promise<number[]> =>
  listAccounts(db, releaseid, accountids, hadRelease(audienceOfAccount));

/** Those of the accounts that had a release and cannot hear it any more. */
export const listWhoLost = (db: Db, releaseid: string, accountids: number[]): Promise<number[]> =>
  listAccounts(
    db,
    releaseid,
    accountids,
    sql`(${hadRelease(audienceOfAccount)} and not (${isAvailable} and ${isDeliveredTo(audienceOfAccount)}))`,
  );

/** Accounts that may read the report of a release: staff of its owner, and operators among `operatorIds`. */
export async function listReportReaders(db: Db, releaseid: string, operatorIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.account_id as id from releases r join account_label s on s.label_id = r.owner_label_id
    where r.releaseid = ${releaseid}
    union select id from accounts where id = any(${operatorIds}::int[]) and operator`.execute(db);
  return rows.map(({ id }) => id);
}

async function listAccounts(
  db: Db,
  releaseid: string,
  accountids: number[],
  isMeant: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a, releases r
    where a.id = any(${accountids}::int[]) and r.releaseid = ${releaseid} and ${isMeant}`.execute(db);
  return rows.map(({ id }) => id);
}

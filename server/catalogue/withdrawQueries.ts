import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { audienceOfAccount, isDeliveredTo } from './rowQueries.ts';
import { foldCode } from './search/searchText.ts';

/** PostgreSQL channel that carries the `releaseid` of each withdrawn release to every node. */
export const RELEASE_WITHDRAWN = 'release_withdrawn';

export async function notifyWithdrawn(db: Db, releaseid: string): Promise<void> {
  await sql`select pg_notify(${sql.lit(RELEASE_WITHDRAWN)}, ${releaseid})`.execute(db);
}

/** A release that an operator named. `id` is internal. */
export type NamedRelease = Pick<
  Rows['releases'],
  'id' | 'releaseid' | 'title' | 'artist' | 'state' | 'available_at' | 'ends_at'
>;

/** Releases with this releaseid, UPC or exact title, at most ten. Zeros before a UPC, spaces and hyphens do not count. */
export async function listNamedReleases(db: Db, name: string): Promise<NamedRelease[]> {
  const hasUpc = sql`(ltrim(upc, '0') = ${foldCode(name)})`;
  const { rows } = await sql<NamedRelease>`
    select id, releaseid, title, artist, state, available_at, ends_at from releases
    where releaseid::text = lower(${name}) or ${hasUpc} or title = ${name}
    order by releaseid::text = lower(${name}) desc, ${hasUpc} desc nulls last, id limit 10`.execute(db);
  return rows;
}

/** Locks a release against changes by others and returns its state. */
export async function lockReleaseState(db: Db, id: number): Promise<Omit<NamedRelease, 'id' | 'artist'>> {
  return db
    .selectFrom('releases')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .select(['releaseid', 'title', 'state', 'available_at', 'ends_at'])
    .executeTakeFirstOrThrow(() => new Refusal('RELEASE_NOT_FOUND'));
}

/** Withdraws a release and notifies every node when the transaction commits. */
export async function setWithdrawn(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    with withdrawn as (
      update releases set state = 'withdrawn', withdrawn_at = ${now} where id = ${id} returning releaseid)
    select pg_notify(${sql.lit(RELEASE_WITHDRAWN)}, releaseid::text) from withdrawn`.execute(db);
}

export async function clearWithdrawn(db: Db, id: number): Promise<void> {
  await sql`update releases set state = 'available', withdrawn_at = null where id = ${id}`.execute(db);
}

/** Null removes the end. An end that has come notifies every node like a withdrawal. */
export async function setEnd(db: Db, id: number, endsAt: Date | null, now: Date): Promise<void> {
  await sql`
    with changed as (update releases set ends_at = ${endsAt} where id = ${id} returning releaseid, ends_at)
    select pg_notify(${sql.lit(RELEASE_WITHDRAWN)}, releaseid::text) from changed where ends_at <= ${now}`.execute(db);
}

/** Releases whose end came after `since`, at most a thousand. */
export async function listEndedSince(db: Db, since: Date, now: Date): Promise<string[]> {
  const { rows } = await sql<{ releaseid: string }>`
    select releaseid from releases
    where ends_at > ${since} and ends_at <= ${now} and state = 'available' order by ends_at limit 1000`.execute(db);
  return rows.map(({ releaseid }) => releaseid);
}

type ReleaseKey = Pick<NamedRelease, 'id' | 'releaseid'>;

const deliveredTo = (accountid: number) => sql`accounts a join releases r on ${isDeliveredTo(audienceOfAccount)}
  where a.id = ${accountid} and r.state <> 'draft'`;

const excludedAt = (accountid: number, at: Date) => sql`release_exclusion e join releases r on r.id = e.release_id
  where e.account_id = ${accountid} and e.at = ${at}`;

/** Releases that an account has or will have, without drafts. */
export async function listDeliveredTo(db: Db, accountid: number): Promise<ReleaseKey[]> {
  const { rows } = await sql<ReleaseKey>`
    select r.id, r.releaseid from ${deliveredTo(accountid)} order by r.id`.execute(db);
  return rows;
}

/** Releases from which an account was excluded at an instant. */
export async function listExcludedAt(db: Db, accountid: number, at: Date): Promise<ReleaseKey[]> {
  const { rows } = await sql<ReleaseKey>`
    select r.id, r.releaseid from ${excludedAt(accountid, at)} order by r.id`.execute(db);
  return rows;
}

/** How many both lists have; none was excluded without an instant. */
export async function countDeliveredAndExcluded(
  db: Db,
  accountid: number,
  at: Date | undefined,
): Promise<{ delivered: number; excluded: number }> {
  const { rows } = await sql<{ delivered: number; excluded: number }>`
    select (select count(*)::int from ${deliveredTo(accountid)}) as delivered,
      ${at ? sql`(select count(*)::int from ${excludedAt(accountid, at)})` : sql`0`} as excluded`.execute(db);
  return rows[0] ?? { delivered: 0, excluded: 0 };
}

/** How many releases an account would get and lose, drafts apart, if it held these packages alone. */
export async function countDeliveredWith(
  db: Db,
  accountid: number,
  packages: number[],
): Promise<{ gained: number; lost: number }> {
  const next = sql`${[...packages, -accountid]}::int[]`;
  const { rows } = await sql<{ gained: number; lost: number }>`
    select count(*) filter (where not held)::int as gained, count(*) filter (where held)::int as lost
    from (select ${isDeliveredTo(audienceOfAccount)} as held, ${isDeliveredTo(next)} as comes
      from accounts a cross join releases r where a.id = ${accountid} and r.state <> 'draft') x
    where held <> comes`.execute(db);
  return rows[0] ?? { gained: 0, lost: 0 };
}

/** False if the account was excluded already. */
export async function insertExclusion(db: Db, id: number, accountid: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into release_exclusion (release_id, account_id, at) values (${id}, ${accountid}, ${now})
    on conflict (release_id, account_id) do update set by_list = false where release_exclusion.by_list returning 1`.execute(
    db,
  );
  await updateExcluded(db, id);
  return rows.length > 0;
}

/** Exclusions by lists, which are not shown by name. */
export async function changeListExclusions(
  db: Db,
  id: number,
  { added, gone }: { added: number[]; gone: number[] },
  now: Date,
): Promise<void> {
  await sql`
    insert into release_exclusion (release_id, account_id, at, by_list)
    select ${id}, account, ${now}::timestamptz, true from unnest(${added}::int[]) account on conflict do nothing`.execute(
    db,
  );
  await sql`
    delete from release_exclusion where release_id = ${id} and by_list and account_id = any(${gone}::int[])`.execute(
    db,
  );
  await updateExcluded(db, id);
}

/** False if the account was not excluded. */
export async function deleteExclusion(db: Db, id: number, accountid: number): Promise<boolean> {
  const { rows } = await sql`
    delete from release_exclusion where release_id = ${id} and account_id = ${accountid} returning 1`.execute(db);
  await updateExcluded(db, id);
  return rows.length > 0;
}

/**
 * Repeats the exclusions in the row of the release, for the predicate of lists. The document has another version, so that
 * an editor who has not seen them cannot take them back.
 */
async function updateExcluded(db: Db, id: number): Promise<void> {
  await sql`
    with document as (update release_documents set version = version + 1 where release_id = ${id})
    update releases set excluded = (select array_agg(-account_id) from release_exclusion where release_id = ${id})
    where id = ${id}`.execute(db);
}

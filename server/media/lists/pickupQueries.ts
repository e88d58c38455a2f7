import type { Pickup } from '@promenade/contract/desk';
import { Naming } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { sql } from 'kysely';
import { nameOfAccount } from '../../catalogue/rowQueries.ts';
import type { Db } from '../../platform/database/db.ts';
import type { GivenNames, NamedFile } from './fileNames.ts';

/** The pick-ups `p` of the station of an account: of the company whose shelf it shares, and its own. */
const isOfStation = (accountid: number) =>
  sql`(p.account_id = ${accountid} or p.company = (select shelf_company(${accountid})))`;

/** Makes the pick-ups of a station wait for each other. */
export async function lockStation(db: Db, accountid: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('pickups ' || coalesce(shelf_company(${accountid}), ${accountid}::text), 0))`.execute(
    db,
  );
}

/** All names that a station gave to songs, so that no file is replaced by another song. */
export async function getGivenNames(db: Db, accountid: number): Promise<GivenNames & { names: Set<string> }> {
  const { rows } = await sql<{ name: string; path: string; number: number | null; trackid: string | null }>`
    select p.name, f.path, f.number, t.trackid
    from pickups p join pickup_files f on f.pickup_id = p.id left join tracks t on t.id = f.track_id
    where ${isOfStation(accountid)} order by p.id, f.ordinal`.execute(db);
  return {
    names: new Set(rows.map(({ name }) => name)),
    paths: new Map(rows.map(({ path, trackid }) => [path.toLowerCase(), trackid])),
    numbers: new Map(rows.flatMap(({ number, trackid }) => (number === null ? [] : [[number, trackid]]))),
  };
}

export async function insertPickup(
  db: Db,
  {
    accountid,
    name,
    naming,
    files,
  }: { accountid: number; name: string; naming: Naming; files: (NamedFile & { id: number })[] },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ pickupid: string }>`
    with pickup as (
      insert into pickups (account_id, company, name, format, naming, created_at)
      values (${accountid}, shelf_company(${accountid}), ${name}, ${naming.format}, ${JSON.stringify(naming)}, ${now})
      returning id, pickupid),
    files as (
      insert into pickup_files (pickup_id, ordinal, track_id, path, number)
      select pickup.id, f.ordinal, (f.file->>'id')::int, f.file->>'path', (f.file->>'number')::int
      from pickup, json_array_elements(${JSON.stringify(files)}::json) with ordinality f (file, ordinal))
    select pickupid from pickup`.execute(db);
  return rows[0]?.pickupid ?? '';
}

export interface StoredPickup extends Pick<Pickup, 'name' | 'format'> {
  naming: Naming;
  /** In their order; a song that is gone has no `trackid`. */
  files: { trackid: string | null; path: string }[];
}

/** A pick-up of this account. */
export async function findPickup(
  db: Db,
  { accountid, pickupid }: { accountid: number; pickupid: string },
): Promise<StoredPickup | undefined> {
  const { rows } = await sql<StoredPickup>`
    select p.name, p.format, p.naming, coalesce((
      select json_agg(json_build_object('trackid', t.trackid, 'path', f.path) order by f.ordinal)
      from pickup_files f left join tracks t on t.id = f.track_id where f.pickup_id = p.id), '[]') as files
    from pickups p where p.pickupid = ${pickupid} and p.account_id = ${accountid}`.execute(db);
  return rows[0] && { ...rows[0], naming: Naming.parse(rows[0].naming) };
}

export interface PickedUpTrack {
  trackid: string;
  playerid: string;
  name: string;
  isown: boolean;
  at: Date;
}

/**
 * Which of these tracks the station took home completely in a pick-up in this format, each with the last time: this account, or a
 * colleague since both share the shelf.
 */
export async function listPickedUp(
  db: Db,
  { accountid, format, trackids }: { accountid: number; format: AudioFormat; trackids: string[] },
): Promise<PickedUpTrack[]> {
  const { rows } = await sql<PickedUpTrack>`
    with station as materialized (
      select ${accountid}::int as account_id, null as company, '-infinity'::timestamptz as since
      union all select m.account_id, m.company, m.since from shelf_members m
      where m.company = shelf_company(${accountid}) and m.account_id <> ${accountid} and shelf_company(m.account_id) = m.company)
    select distinct on (t.id) t.trackid, a.playerid, ${nameOfAccount} as name, a.id = ${accountid} as isown,
      d.downloaded_at as at
    from tracks t join pickup_files f on f.track_id = t.id join pickups p on p.id = f.pickup_id and p.format = ${format}
    join station s on s.account_id = p.account_id and (s.company is null or s.company = p.company)
    join downloaded_tracks d on d.account_id = p.account_id and d.track_id = t.id and d.format = p.format
      and d.downloaded_at >= greatest(p.created_at, s.since)
    join accounts a on a.id = p.account_id
    where t.trackid = any(${trackids}::uuid[]) order by t.id, d.downloaded_at desc`.execute(db);
  return rows;
}

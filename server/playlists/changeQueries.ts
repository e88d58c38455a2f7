import { PLAYLIST_TRACKS_MAX } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import { type RawBuilder, sql } from 'kysely';
import { type Standing, standing } from '../catalogue/queries.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { findAs, isOwn, type Own } from './queries.ts';

type Named = Pick<Playlist, 'name' | 'desc' | 'default'>;

/** Empty. */
export async function insertPlaylist(
  db: Db,
  { accountid, name, desc, default: isDefault }: Named & Pick<Viewer, 'accountid'>,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ playlistid: string }>`
    insert into playlists (account_id, name, "desc", "default", created_at)
    values (${accountid}, ${name}, ${desc}, ${isDefault}, ${now}) returning playlistid`.execute(db);
  return rows[0]?.playlistid ?? '';
}

/** One statement, which locks the one row: whoever changes it at the same time waits and goes on from the result. */
const update = (db: Db, own: Own, change: RawBuilder<unknown>, where = sql`true`): Promise<Playlist | undefined> =>
  findAs(db, own, sql`update playlists p set ${change} where ${isOwn(own)} and ${where} returning p.*`);

/** Undefined when there is no such playlist, as below. Without a description the old one stays. */
export const renamePlaylist = (db: Db, { name, desc, ...own }: Own & { name: string; desc?: string | undefined }) =>
  update(db, own, sql`name = ${name}, "desc" = coalesce(${desc ?? null}, p."desc")`);

/** A playlist that has its star keeps the time it got it. */
export const putPin = (db: Db, own: Own, now: Date) =>
  update(db, own, sql`pinned_at = coalesce(p.pinned_at, ${now}::timestamptz)`);

/** Takes the star off. */
export const dropPin = (db: Db, own: Own) => update(db, own, sql`pinned_at = null`);

/** False when there was none. */
export async function removePlaylist(db: Db, own: Own): Promise<boolean> {
  const { rows } = await sql`delete from playlists p where ${isOwn(own)} returning 1`.execute(db);
  return rows.length > 0;
}

/** Where tracks go: right before or after another one, or without one to that end. All by internal ids, here and below. */
export interface Place {
  ids: number[];
  side: 'before' | 'after';
  reference: number | undefined;
}

/** What of a list of tracks does not stand in another one. */
const without = (list: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`array(
  select u.id from unnest(${list}) with ordinality u (id, at) where u.id <> all(${other}) order by u.at)`;
const listOf = (ids: number[]) => sql`${ids}::int[]`;

function put(ids: RawBuilder<unknown>, rest: RawBuilder<unknown>, { side, reference }: Omit<Place, 'ids'>) {
  if (reference === undefined) return side === 'before' ? sql`${ids} || ${rest}` : sql`${rest} || ${ids}`;
  const at = sql`array_position(rest.ids, ${reference}::int) ${side === 'before' ? sql`- 1` : sql``}`;
  return sql`(select rest.ids[:${at}] || ${ids} || rest.ids[${at} + 1:] from (select ${rest} as ids) rest)`;
}

/** What stands in it already stays where it is. Undefined also when the reference is not in it or there is no room. */
export function insertTracks(db: Db, own: Own, { ids, ...place }: Place): Promise<Playlist | undefined> {
  const added = without(listOf(ids), sql`p.tracks`);
  const isIn = place.reference === undefined ? sql`true` : sql`${place.reference} = any(p.tracks)`;
  const fits = sql`cardinality(p.tracks) + cardinality(${added}) <= ${PLAYLIST_TRACKS_MAX}`;
  return update(db, own, sql`tracks = ${put(added, sql`p.tracks`, place)}`, sql`${isIn} and ${fits}`);
}

/** Undefined also when one of them is not in it. The reference does not move. */
export function moveTracks(db: Db, own: Own, place: Place & { reference: number }): Promise<Playlist | undefined> {
  const moved = listOf(place.ids);
  const isIn = sql`p.tracks @> ${listOf([place.reference, ...place.ids])}`;
  return update(db, own, sql`tracks = ${put(moved, without(sql`p.tracks`, moved), place)}`, isIn);
}

/** What does not stand in it is passed over. */
export const dropTracks = (db: Db, own: Own, ids: number[]) =>
  update(db, own, sql`tracks = ${without(sql`p.tracks`, listOf(ids))}`);

/** The others stay in their order. */
export const dropAllTracks = (db: Db, own: Own) => update(db, own, sql`tracks = '{}'`);

/** Undefined when there is no such playlist. */
export async function findOrder(db: Db, own: Own): Promise<number[] | undefined> {
  const { rows } = await sql<{ tracks: number[] }>`select p.tracks from playlists p where ${isOwn(own)}`.execute(db);
  return rows[0]?.tracks;
}

/** A track by its internal id, and what decides whether the account may hear it. */
export interface FoundTrack extends Standing {
  track: number;
  assettype: 'audio' | 'video';
}

/** Those there are of the asked ones, in their order. */
export async function findTracks(
  db: Db,
  { audience }: Pick<Viewer, 'audience'>,
  trackids: string[],
): Promise<FoundTrack[]> {
  // As a row of their own the ids do not decide on the plan: planning took longer than looking them up.
  const { rows } = await sql<FoundTrack>`
    with asked as materialized (select ${trackids}::uuid[] as trackids)
    select t.id as track, t.assettype, ${standing({ audience })}
    from unnest((select trackids from asked)) with ordinality a (trackid, at)
    join tracks t on t.trackid = a.trackid join releases r on r.id = t.release_id order by a.at`.execute(db);
  return rows;
}

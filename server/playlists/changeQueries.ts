import { PLAYLIST_TRACKS_MAX } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import { type RawBuilder, sql } from 'kysely';
import { hadRelease } from '../catalogue/names/formerQueries.ts';
import { type ReleaseAccess, releaseAccess } from '../catalogue/queries.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { findPlaylistFrom, isOwnPlaylist, type OwnPlaylist } from './queries.ts';

type PlaylistText = Pick<Playlist, 'name' | 'desc' | 'default'>;

/** Returns the public id of the new, empty playlist. */
export async function insertPlaylist(
  db: Db,
  { accountid, name, desc, default: isDefault }: PlaylistText & Pick<Viewer, 'accountid'>,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ playlistid: string }>`
    insert into playlists (account_id, name, "desc", "default", created_at)
    values (${accountid}, ${name}, ${desc}, ${isDefault}, ${now}) returning playlistid`.execute(db);
  return rows[0]?.playlistid ?? '';
}

/**
 * Changes a playlist in one statement, so that concurrent changes wait and continue from the result. Undefined if the
 * playlist does not exist or `where` is false; so are the changes below.
 */
const update = (
  db: Db,
  own: OwnPlaylist,
  change: RawBuilder<unknown>,
  where = sql`true`,
): Promise<Playlist | undefined> =>
  findPlaylistFrom(
    db,
    own,
    sql`update playlists p set ${change} where ${isOwnPlaylist(own)} and ${where} returning p.*`,
  );

/** Without a description the old one stays. */
export const renamePlaylist = (
  db: Db,
  { name, desc, ...own }: OwnPlaylist & { name: string; desc?: string | undefined },
) => update(db, own, sql`name = ${name}, "desc" = coalesce(${desc ?? null}, p."desc")`);

/** A pinned playlist keeps its time. */
export const setPin = (db: Db, own: OwnPlaylist, now: Date) =>
  update(db, own, sql`pinned_at = coalesce(p.pinned_at, ${now}::timestamptz)`);

export const clearPin = (db: Db, own: OwnPlaylist) => update(db, own, sql`pinned_at = null`);

/** False if the playlist does not exist. */
export async function deletePlaylist(db: Db, own: OwnPlaylist): Promise<boolean> {
  const { rows } = await sql`delete from playlists p where ${isOwnPlaylist(own)} returning 1`.execute(db);
  return rows.length > 0;
}

/** Where tracks go: next to a reference track, or to the begin or end. All ids are internal. */
export interface Insertion {
  ids: number[];
  side: 'before' | 'after';
  reference: number | undefined;
}

/** Elements of a list that are not in another one, in their order. */
const without = (list: RawBuilder<unknown>, excluded: RawBuilder<unknown>) => sql`array(
  select u.id from unnest(${list}) with ordinality u (id, position) where u.id <> all(${excluded}) order by u.position)`;
const idArray = (ids: number[]) => sql`${ids}::int[]`;

function insertInto(list: RawBuilder<unknown>, ids: RawBuilder<unknown>, { side, reference }: Omit<Insertion, 'ids'>) {
  if (reference === undefined) return side === 'before' ? sql`${ids} || ${list}` : sql`${list} || ${ids}`;
  const before = sql`array_position(list.ids, ${reference}::int) ${side === 'before' ? sql`- 1` : sql``}`;
  return sql`(select list.ids[:${before}] || ${ids} || list.ids[${before} + 1:] from (select ${list} as ids) list)`;
}

/** Tracks of the playlist stay where they are. Undefined also if the reference is missing or the playlist is full. */
export function insertTracks(db: Db, own: OwnPlaylist, { ids, ...location }: Insertion): Promise<Playlist | undefined> {
  const added = without(idArray(ids), sql`p.tracks`);
  const hasReference = location.reference === undefined ? sql`true` : sql`${location.reference} = any(p.tracks)`;
  const hasRoom = sql`cardinality(p.tracks) + cardinality(${added}) <= ${PLAYLIST_TRACKS_MAX}`;
  const tracks = insertInto(sql`p.tracks`, added, location);
  return update(db, own, sql`tracks = ${tracks}`, sql`${hasReference} and ${hasRoom}`);
}

/** Undefined also if one of the tracks is missing. The reference does not move. */
export function moveTracks(
  db: Db,
  own: OwnPlaylist,
  insertion: Insertion & { reference: number },
): Promise<Playlist | undefined> {
  const moved = idArray(insertion.ids);
  const hasAll = sql`p.tracks @> ${idArray([insertion.reference, ...insertion.ids])}`;
  return update(db, own, sql`tracks = ${insertInto(without(sql`p.tracks`, moved), moved, insertion)}`, hasAll);
}

export const deleteTracks = (db: Db, own: OwnPlaylist, ids: number[]) =>
  update(db, own, sql`tracks = ${without(sql`p.tracks`, idArray(ids))}`);

export const clearTracks = (db: Db, own: OwnPlaylist) => update(db, own, sql`tracks = '{}'`);

/** Internal ids of the tracks, in their order. With `lock`, the playlist is locked until the transaction ends. */
export async function findTrackOrder(db: Db, own: OwnPlaylist, lock?: 'lock'): Promise<number[] | undefined> {
  const { rows } = await sql<{ tracks: number[] }>`
    select p.tracks from playlists p where ${isOwnPlaylist(own)} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]?.tracks;
}

export interface TrackAccess extends ReleaseAccess {
  track: number;
  assettype: 'audio' | 'video';
}

/** Finds the tracks that the viewer has or had, in the order of `trackids`. */
export async function findTrackAccess(
  db: Db,
  { audience }: Pick<Viewer, 'audience'>,
  trackids: string[],
): Promise<TrackAccess[]> {
  // In a row of their own the ids do not influence the plan: planning took longer than the lookup.
  const { rows } = await sql<TrackAccess>`
    with input as materialized (select ${trackids}::uuid[] as trackids)
    select t.id as track, t.assettype, ${releaseAccess({ audience })}
    from unnest((select trackids from input)) with ordinality i (trackid, position)
    join tracks t on t.trackid = i.trackid
    join releases r on r.id = t.release_id and ${hadRelease(sql`${audience}::int[]`)} order by i.position`.execute(db);
  return rows;
}

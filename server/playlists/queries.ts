import { PLAYLIST_THUMBNAILS } from '@promenade/contract/limits';
import type { Playlist, PlaylistSort } from '@promenade/contract/playlists';
import { type RawBuilder, sql } from 'kysely';
import { joinTrackMark, trackJson, type Viewer, visibleToViewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { onPage, type Page } from '../platform/database/page.ts';

/** A playlist that must belong to the account. */
export interface OwnPlaylist extends Viewer {
  playlistid: string;
}

/** The condition on playlist `p`. */
export const isOwnPlaylist = ({ accountid, playlistid }: OwnPlaylist) =>
  sql`p.playlistid = ${playlistid} and p.account_id = ${accountid}`;

/** The tracks `t` of playlist `p` and their positions `o.position`. */
const tracksOfPlaylist = sql`unnest(p.tracks) with ordinality o (id, position) join tracks t on t.id = o.id`;

/** The tracks that the viewer may hear, with their releases `r`. */
const visibleTracks = (viewer: Viewer) => sql`
  ${tracksOfPlaylist} join releases r on r.id = t.release_id and ${visibleToViewer(viewer)}`;

/** The members of `Playlist`; needs `joinSummary`. */
const playlistColumns = sql`p.playlistid, p.name, p."desc", p."default", s.tracks, s.duration,
  p.pinned_at is not null as pinned, s.covers[1] as thumbnail, s.covers as thumbnails, s.candownload`;

/** Joins counts and covers of playlist `p` as `s`; each cover once, in the order of its first track. */
const joinSummary = (viewer: Viewer) => sql`
  cross join lateral (
    select coalesce(sum(c.tracks), 0)::int as tracks, coalesce(sum(c.duration), 0) as duration,
      coalesce(bool_or(c.candownload), false) as candownload,
      coalesce((array_agg(c.cover order by c.position) filter (where c.cover is not null))[:${sql.lit(PLAYLIST_THUMBNAILS)}], '{}') as covers
    from (
      select sum(o.tracks) as tracks, sum(o.duration) as duration, bool_or(o.candownload and r.candownload) as candownload,
        min(o.position) as position, min('/api/cover/' || r.releaseid || '/' || r.cover_hash || '-500.webp') as cover
      from (
        select t.release_id, count(*) as tracks, sum(t.duration) as duration, bool_or(t.candownload) as candownload,
          min(o.position) as position
        from ${tracksOfPlaylist} group by t.release_id
      ) o join releases r on r.id = o.release_id and ${visibleToViewer(viewer)} group by r.cover_hash
    ) c
  ) s`;

/** A track of the contract as JSON text, with the colour of its release. */
const colouredTrackJson = (viewer: Viewer) => sql`left(${trackJson(viewer)}, -1) || ',"color":"' || r.color || '"}'`;
const songsColumn = (viewer: Viewer) => sql`
  (select '[' || coalesce(string_agg(${colouredTrackJson(viewer)}, ',' order by o.position), '') || ']'
    from ${visibleTracks(viewer)} ${joinTrackMark(viewer)}) as songs`;

/** @param query finds or changes one playlist and returns its columns */
export async function findPlaylistFrom(
  db: Db,
  viewer: Viewer,
  query: RawBuilder<unknown>,
): Promise<Playlist | undefined> {
  const { rows } = await sql<Playlist>`
    with p as (${query}) select ${playlistColumns} from p ${joinSummary(viewer)}`.execute(db);
  return rows[0];
}

export const findPlaylist = (db: Db, own: OwnPlaylist): Promise<Playlist | undefined> =>
  findPlaylistFrom(db, own, sql`select p.* from playlists p where ${isOwnPlaylist(own)}`);

/** `songs` is JSON text. */
export async function findPlaylistWithTracks(
  db: Db,
  own: OwnPlaylist,
): Promise<(Playlist & { songs: string }) | undefined> {
  const { rows } = await sql<Playlist & { songs: string }>`
    select ${playlistColumns}, ${songsColumn(own)} from playlists p ${joinSummary(own)} where ${isOwnPlaylist(own)}`.execute(
    db,
  );
  return rows[0];
}

/** Tracks as JSON text, in their order. */
export async function listTracks(db: Db, own: OwnPlaylist, page: Page): Promise<string[]> {
  const { rows } = await sql<{ song: string }>`
    select ${colouredTrackJson(own)} as song from playlists p cross join ${visibleTracks(own)} ${joinTrackMark(own)}
    where ${isOwnPlaylist(own)} order by o.position ${onPage(page)}`.execute(db);
  return rows.map(({ song }) => song);
}

const ORDER: Record<PlaylistSort, string> = {
  '-date': 'p.created_at desc, p.id desc',
  name: 'p.name collate "und-x-icu", p.id desc',
  '-pinned': 'p.pinned_at desc nulls last, p.created_at desc, p.id desc',
};

/** The playlists of an account whose name and description contain each of the folded words. */
interface PlaylistSearch extends Viewer {
  words: string[];
}

export interface PlaylistPage extends PlaylistSearch, Page {
  sort: PlaylistSort;
}

/** Folds like `foldWords` in show.ts. */
const foldedText = sql`lower(regexp_replace(normalize(p.name || ' ' || p."desc", NFKD), '[\\u0300-\\u036f]+', '', 'g') collate "und-x-icu")`;
const matchesSearch = ({ accountid, words }: PlaylistSearch) => sql`p.account_id = ${accountid} and not exists (
  select from unnest(${words}::text[]) word where strpos(${foldedText}, word) = 0)`;

export async function listPlaylists(
  db: Db,
  { sort, ...search }: PlaylistPage,
  withTracks: boolean,
): Promise<(Playlist & { songs?: string })[]> {
  const order = sql.raw(ORDER[sort]);
  const { rows } = await sql<Playlist & { songs?: string }>`
    select ${playlistColumns}${withTracks ? sql`, ${songsColumn(search)}` : sql``}
    from (
      select p.* from playlists p where ${matchesSearch(search)}
      order by ${order} ${onPage(search)}
    ) p
    ${joinSummary(search)} order by ${order}`.execute(db);
  return rows;
}

export async function countPlaylists(db: Db, search: PlaylistSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from playlists p where ${matchesSearch(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

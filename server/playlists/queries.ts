import { PLAYLIST_THUMBNAILS } from '@promenade/contract/limits';
import type { Playlist, PlaylistSort } from '@promenade/contract/playlists';
import { type RawBuilder, sql } from 'kysely';
import { audible, song, type Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** A playlist and the account that asks for it, whose it must be. */
export interface Own extends Viewer {
  playlistid: string;
}

/** The condition on playlist `p`. */
export const isOwn = ({ accountid, playlistid }: Own) =>
  sql`p.playlistid = ${playlistid} and p.account_id = ${accountid}`;

/** The tracks `t` of playlist `p` and their places `o.at`. */
const itsTracks = sql`unnest(p.tracks) with ordinality o (id, at) join tracks t on t.id = o.id`;

/** Those that the account may hear, with their releases `r`. */
const tracksHeardBy = (hearer: Viewer) => sql`
  ${itsTracks} join releases r on r.id = t.release_id and ${audible(hearer)}`;

/** The members of `Playlist`; wants `summed` joined. */
const shown = sql`p.playlistid, p.name, p."desc", p."default", s.tracks, s.duration, p.pinned_at is not null as pinned,
  s.covers[1] as thumbnail, s.covers as thumbnails, s.candownload`;

/** Each cover once, in the order of its first track. A release is looked at once, however many of its tracks there are. */
const summed = (hearer: Viewer) => sql`
  cross join lateral (
    select coalesce(sum(c.tracks), 0)::int as tracks, coalesce(sum(c.duration), 0) as duration,
      coalesce(bool_or(c.candownload), false) as candownload,
      coalesce((array_agg(c.cover order by c.at) filter (where c.cover is not null))[:${sql.lit(PLAYLIST_THUMBNAILS)}], '{}') as covers
    from (
      select sum(o.tracks) as tracks, sum(o.duration) as duration, bool_or(o.candownload and r.candownload) as candownload,
        min(o.at) as at, min('/api/cover/' || r.releaseid || '/' || r.cover_hash || '-500.webp') as cover
      from (
        select t.release_id, count(*) as tracks, sum(t.duration) as duration, bool_or(t.candownload) as candownload,
          min(o.at) as at
        from ${itsTracks} group by t.release_id
      ) o join releases r on r.id = o.release_id and ${audible(hearer)} group by r.cover_hash
    ) c
  ) s`;

/** A track of the contract as JSON text, with what `tracksHeardBy` joined. */
const coloured = sql`left(${song}, -1) || ',"color":"' || r.color || '"}'`;
const marksOf = ({ accountid }: Viewer) => sql`
  left join track_marks tm on tm.account_id = ${accountid} and tm.release_id = r.id and tm.track_id = t.id`;
const songsOf = (hearer: Viewer) => sql`
  (select '[' || coalesce(string_agg(${coloured}, ',' order by o.at), '') || ']'
    from ${tracksHeardBy(hearer)} ${marksOf(hearer)}) as songs`;

/** Its tracks are JSON text, so that nothing is parsed on the way. */
type FullPlaylist = Playlist & { songs: string };

/**
 * As it is for the account that asks; undefined without one.
 * @param p finds or changes one playlist and answers its columns
 */
export async function findAs(db: Db, hearer: Viewer, p: RawBuilder<unknown>): Promise<Playlist | undefined> {
  const { rows } = await sql<Playlist>`with p as (${p}) select ${shown} from p ${summed(hearer)}`.execute(db);
  return rows[0];
}

/** Undefined when there is none, or it is another account's. */
export const findPlaylist = (db: Db, own: Own): Promise<Playlist | undefined> =>
  findAs(db, own, sql`select p.* from playlists p where ${isOwn(own)}`);

/** With its tracks; undefined as above. */
export async function findFull(db: Db, own: Own): Promise<FullPlaylist | undefined> {
  const { rows } = await sql<FullPlaylist>`
    select ${shown}, ${songsOf(own)} from playlists p ${summed(own)} where ${isOwn(own)}`.execute(db);
  return rows[0];
}

/** Tracks as JSON text, in their order. A page counts from 1. */
export async function listSongs(db: Db, own: Own, { page, pagesize }: Record<'page' | 'pagesize', number>) {
  const { rows } = await sql<{ song: string }>`
    select ${coloured} as song from playlists p cross join ${tracksHeardBy(own)} ${marksOf(own)}
    where ${isOwn(own)} order by o.at limit ${sql.lit(pagesize)} offset ${(page - 1) * pagesize}`.execute(db);
  return rows.map(({ song }) => song);
}

const ORDER: Record<PlaylistSort, string> = {
  '-date': 'p.created_at desc, p.id desc',
  name: 'p.name collate "und-x-icu", p.id desc',
  '-pinned': 'p.pinned_at desc nulls last, p.created_at desc, p.id desc',
};

/** Which playlists of the account: those whose name and description hold every one of the folded words. */
export interface Choice extends Viewer {
  words: string[];
}

/** The same as `foldedWords` does to what they are compared with. */
const folded = sql`lower(regexp_replace(normalize(p.name || ' ' || p."desc", NFKD), '[\\u0300-\\u036f]+', '', 'g') collate "und-x-icu")`;
const isChosen = ({ accountid, words }: Choice) => sql`p.account_id = ${accountid} and not exists (
  select from unnest(${words}::text[]) word where strpos(${folded}, word) = 0)`;

interface Page extends Choice {
  page: number;
  pagesize: number;
  sort: PlaylistSort;
}

/** A page counts from 1. */
export async function listPlaylists(
  db: Db,
  { page, pagesize, sort, ...choice }: Page,
  isFull: boolean,
): Promise<(Playlist & { songs?: string })[]> {
  const order = sql.raw(ORDER[sort]);
  const { rows } = await sql<Playlist & { songs?: string }>`
    select ${shown}${isFull ? sql`, ${songsOf(choice)}` : sql``}
    from (
      select p.* from playlists p where ${isChosen(choice)}
      order by ${order} limit ${sql.lit(pagesize)} offset ${(page - 1) * pagesize}
    ) p
    ${summed(choice)} order by ${order}`.execute(db);
  return rows;
}

/** How many the pages hold together. */
export async function countPlaylists(db: Db, choice: Choice): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from playlists p where ${isChosen(choice)}`.execute(db);
  return rows[0]?.total ?? 0;
}

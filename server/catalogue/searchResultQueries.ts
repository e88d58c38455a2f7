import type { SearchSection } from '@promenade/contract/search';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { shaped } from '../platform/database/shaped.ts';
import { audible, itsMark, listed, song, type Viewer } from './rowQueries.ts';

/** A result as it is shown, as JSON text. */
export interface FoundRow {
  section: SearchSection;
  id: number;
  publicid: string;
  json: string;
}

/** What is shown of results, as far as the account may still hear them. In no order. */
export const findRows = (db: Db, hearer: Viewer, ids: Ids): Promise<FoundRow[]> =>
  foundRows(db, 0, { ...hearer, ...ids });

type Ids = Record<SearchSection, number[]>;

const foundRows = shaped<0, Viewer & Ids, FoundRow>((_one, values) => {
  const { accountid, releases, tracks, artists, labels } = values;
  // As a row of their own the ids do not decide on the plan: the planner keeps one.
  return sql<FoundRow>`
    with asked as materialized (select ${releases}::int[] as releases, ${tracks}::int[] as tracks,
      ${artists}::int[] as artists, ${labels}::int[] as labels)
    select 'releases' as section, r.id, r.releaseid::text as publicid, ${listed(values)} as json
    from releases r ${itsMark(values)} where r.id = any((select releases from asked)::int[]) and ${audible(values)}
    union all
    select 'tracks', t.id, t.trackid::text, ${song}
    from tracks t
    join releases r on r.id = t.release_id
    left join track_marks tm on tm.account_id = ${accountid} and tm.release_id = r.id and tm.track_id = t.id
    where t.id = any((select tracks from asked)::int[]) and ${audible(values)}
    union all
    select 'artists', a.id, a.artistid::text, json_build_object('artistid', a.artistid, 'artist', a.name,
      'thumbnail', coalesce('/api/artist/' || a.artistid || '/' || a.picture_hash || '.webp', heard.cover || '-500.webp'),
      'coverart', coalesce('/api/artist/' || a.artistid || '/' || a.picture_hash || '.webp', heard.cover || '-1000.webp'),
      'releases', heard.count)::text
    from artists a cross join lateral (
      select count(*) as count, (array_agg('/api/cover/' || r.releaseid || '/' || r.cover_hash
        order by r.available_at desc, r.id desc) filter (where r.cover_hash is not null))[1] as cover
      from release_artist l join releases r on r.id = l.release_id
      where l.artist_id = a.id and ${audible(values)} having count(*) > 0) heard
    where a.id = any((select artists from asked)::int[])
    union all
    select 'labels', b.id, b.labelid::text, json_build_object('labelid', b.labelid, 'label', b.name,
      'logo', '/api/logo/' || heard.releaseid || '/' || b.logo_hash || '.webp', 'releases', heard.count)::text
    from labels b cross join lateral (
      select count(*) as count, (array_agg(r.releaseid order by r.available_at desc, r.id desc))[1] as releaseid
      from release_label l join releases r on r.id = l.release_id
      where l.label_id = b.id and ${audible(values)} having count(*) > 0) heard
    where b.id = any((select labels from asked)::int[])`;
});

/** The picture of an artist, and whether the account hears a release of that artist; undefined without such an artist. */
export async function findArtistPicture(
  db: Db,
  { artistid, audience }: Pick<Viewer, 'audience'> & { artistid: string },
): Promise<{ picture_hash: string | null; heard: boolean } | undefined> {
  const { rows } = await sql<{ picture_hash: string | null; heard: boolean }>`
    select a.picture_hash, exists (
      select from release_artist l cross join lateral (
        select from releases r where r.id = l.release_id and ${audible({ audience })} limit 1) r
      where l.artist_id = a.id) as heard
    from artists a where a.artistid = ${artistid}`.execute(db);
  return rows[0];
}

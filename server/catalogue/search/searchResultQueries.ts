import type { SearchSection } from '@promenade/contract/search';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import {
  joinTrackMark,
  joinViewerState,
  releaseJson,
  trackJson,
  type Viewer,
  visibleForCounting,
  visibleToViewer,
} from '../rowQueries.ts';

export interface SearchResult {
  section: SearchSection;
  /** Internal. */
  id: number;
  publicid: string;
  /** As the contract shows it, without its score. */
  json: string;
}

/**
 * Reads the results that the viewer may see, by internal ids; in no order.
 * @param isLarge see `SearchRequest`
 */
export async function listResults(
  db: Db,
  viewer: Viewer,
  ids: Record<SearchSection, number[]>,
  isLarge = false,
): Promise<SearchResult[]> {
  const isVisible = (isLarge ? visibleForCounting : visibleToViewer)(viewer);
  const { rows } = await sql<SearchResult>`
    with ids as materialized (
      select ${ids.releases}::int[] as releases, ${ids.tracks}::int[] as tracks,
        ${ids.artists}::int[] as artists, ${ids.labels}::int[] as labels),
    page as materialized (
      select r.id, r.releaseid, r.fragment, r.trackcount, r.tempos, r.keys from releases r
      where r.id = any((select releases from ids)::int[]) and ${visibleToViewer(viewer)})
    select 'releases' as section, r.id, r.releaseid::text as publicid, ${releaseJson} as json
    from page r ${joinViewerState(viewer)}
    union all
    select 'tracks', t.id, t.trackid::text, ${trackJson(viewer)}
    from tracks t join releases r on r.id = t.release_id ${joinTrackMark(viewer)}
    where t.id = any((select tracks from ids)::int[]) and ${visibleToViewer(viewer)}
    union all
    select 'artists', a.id, a.artistid::text, json_build_object('artistid', a.artistid, 'artist', a.name,
      'thumbnail', coalesce(latest.cover || '-500.webp', '/api/artist/' || a.artistid || '/' || a.picture_hash || '.webp'),
      'coverart', coalesce(latest.cover || '-1000.webp', '/api/artist/' || a.artistid || '/' || a.picture_hash || '.webp'),
      'releases', visible.count)::text
    from artists a cross join lateral (
      select count(*) as count, array_agg(r.id order by r.available_at desc, r.id desc) as ids
      from release_artist link join releases r on r.id = link.release_id
      where link.artist_id = a.id and ${isVisible} having count(*) > 0) visible
    left join lateral (
      select '/api/cover/' || r.releaseid || '/' || r.cover_hash as cover
      from unnest(visible.ids) with ordinality u (id, position) join releases r on r.id = u.id
      where r.cover_hash is not null and not r.cover_drawn order by u.position limit 1) latest on true
    where a.id = any((select artists from ids)::int[])
    union all
    select 'labels', b.id, b.labelid::text, json_build_object('labelid', b.labelid, 'label', b.name,
      'logo', '/api/logo/' || latest.releaseid || '/' || b.logo_hash || '.webp', 'releases', visible.count)::text
    from labels b cross join lateral (
      select count(*) as count, (array_agg(r.id order by r.available_at desc, r.id desc))[1] as latest_id
      from release_label link join releases r on r.id = link.release_id
      where link.label_id = b.id and ${isVisible} having count(*) > 0) visible
    join releases latest on latest.id = visible.latest_id
    where b.id = any((select labels from ids)::int[])`.execute(db);
  return rows;
}

/** The picture of an artist, and whether the viewer may see a release of that artist. */
interface ArtistPicture {
  picture_hash: string | null;
  /** Null when it is not known. */
  bytes: number | null;
  visible: boolean;
}

export async function findArtistPicture(
  db: Db,
  { artistid, audience }: Pick<Viewer, 'audience'> & { artistid: string },
): Promise<ArtistPicture | undefined> {
  const { rows } = await sql<ArtistPicture>`
    select a.picture_hash, s.bytes, exists (
      select from release_artist link cross join lateral (
        select from releases r where r.id = link.release_id and ${visibleToViewer({ audience })} limit 1) r
      where link.artist_id = a.id) as visible
    from artists a left join stored_files s on s.key = 'artists/' || a.picture_hash || '.webp'
    where a.artistid = ${artistid}`.execute(db);
  return rows[0];
}

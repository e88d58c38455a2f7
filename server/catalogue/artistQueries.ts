import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { onPage, type Page } from '../platform/database/page.ts';
import { joinTrackMark, trackJson, type Viewer, visibleToViewer } from './rowQueries.ts';

/** The internal id of an artist or label; undefined if the viewer may see none of its releases. */
export async function findVisibleId(
  db: Db,
  kind: 'artist' | 'label',
  { publicid, audience }: Pick<Viewer, 'audience'> & { publicid: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select n.id from ${sql.table(`${kind}s`)} n
    where n.${sql.ref(`${kind}id`)} = ${publicid} and exists (
      select from ${sql.table(`release_${kind}`)} link cross join lateral (
        select from releases r where r.id = link.release_id and ${visibleToViewer({ audience })} limit 1) r
      where link.${sql.ref(`${kind}_id`)} = n.id)`.execute(db);
  return rows[0]?.id;
}

interface TrackPage extends Viewer, Page {
  /** Internal. */
  artistId: number;
}

/** The visible tracks of the artist's releases whose credit names the artist. */
const artistTracks = ({ artistId, audience }: TrackPage) => sql`
  from artists a join release_artist link on link.artist_id = a.id join releases r on r.id = link.release_id
  join tracks t on t.release_id = r.id
  where a.id = ${artistId} and ${visibleToViewer({ audience })} and strpos(lower(t.artist), lower(a.name)) > 0`;

/** Returns `Track`s of the contract as JSON text, separated by commas: newest release first, in the order of the release. */
export async function listArtistTracks(db: Db, page: TrackPage): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    with page as materialized (
      select t.*, r.available_at ${artistTracks(page)}
      order by r.available_at desc, r.id desc, t.ordinal ${onPage(page)})
    select coalesce(string_agg(${trackJson(page)}, ',' order by t.available_at desc, t.release_id desc, t.ordinal), '') as json
    from page t ${joinTrackMark(page)}`.execute(db);
  return rows[0]?.json ?? '';
}

export async function countArtistTracks(db: Db, page: TrackPage): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${artistTracks(page)}`.execute(db);
  return rows[0]?.total ?? 0;
}

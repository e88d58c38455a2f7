import { Vocabulary } from '@promenade/contract/operatorCatalogue';
import { sql } from 'kysely';
import type { SaidOfRelease } from '../../catalogue/document/releaseDraft.ts';
import { idColumns, labelNames, releaseFactColumns, type Viewer, visibleToViewer } from '../../catalogue/rowQueries.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Rows } from '../../platform/database/tables.ts';

type TrackFact = 'disc' | 'ordinal' | 'title' | 'version' | 'artist' | 'explicit' | 'assettype' | 'duration' | 'isrc';
type TrackCredit = 'language' | 'composer' | 'writers' | 'publishing' | 'producer' | 'canadian' | 'lyrics';

export type SheetTrack = Pick<Rows['tracks'], TrackFact | TrackCredit>;

export interface ReleaseSheet extends SaidOfRelease, Pick<Rows['releases'], 'available_at' | 'explicit' | 'duration'> {
  labels: { name: string; logo_hash: string | null }[];
  markets: string[];
  tracks: SheetTrack[];
}

const namesIn = (kind: keyof typeof idColumns) => sql`
  (select coalesce(json_agg(n.name order by n.name), '[]') from ${sql.table(kind)} n
    where n.id = any(r.${sql.ref(idColumns[kind])})) as ${sql.ref(kind)}`;

export async function findReleaseSheet(db: Db, release_id: number): Promise<ReleaseSheet | undefined> {
  const { rows } = await sql<ReleaseSheet>`
    select r.title, r.artist, r.release_type, ${releaseFactColumns()},
      r.available_at, r.impact_date::text as impact_date, r.explicit, r.duration, r.cover_hash, r.color,
      (select coalesce(json_agg(json_build_object('name', l.name, 'logo_hash', l.logo_hash) order by rl.position), '[]')
        from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id) as labels,
      ${sql.join(Vocabulary.options.map(namesIn))},
      (select coalesce(json_agg(json_build_object('disc', t.disc, 'ordinal', t.ordinal, 'title', t.title,
          'version', t.version, 'artist', t.artist, 'explicit', t.explicit, 'assettype', t.assettype,
          'duration', t.duration, 'isrc', t.isrc, 'language', t.language, 'composer', t.composer,
          'writers', to_json(t.writers), 'publishing', t.publishing, 'producer', t.producer, 'canadian', t.canadian,
          'lyrics', t.lyrics) order by t.ordinal), '[]')
        from tracks t where t.release_id = r.id) as tracks
    from releases r where r.id = ${release_id}`.execute(db);
  return rows[0];
}

/** Name and time zone of an account. */
export async function findReader(db: Db, accountid: number): Promise<{ name: string; zone: string }> {
  const { rows } = await sql<{ name: string; zone: string }>`
    select trim(firstname || ' ' || lastname) as name, timezone as zone from accounts where id = ${accountid}`.execute(
    db,
  );
  return rows[0] ?? { name: '', zone: 'UTC' };
}

export interface PlaylistSheetTrack
  extends Pick<SheetTrack, 'title' | 'version' | 'artist' | 'explicit' | 'duration' | 'isrc'> {
  release: string;
  label: string;
  available: string;
  impact_date: string | null;
}

export interface PlaylistSheet {
  name: string;
  desc: string;
  /** Of the cover of the first track, #rrggbb; null when the playlist is empty. */
  color: string | null;
  tracks: PlaylistSheetTrack[];
}

export async function findPlaylistSheet(
  db: Db,
  { playlistid, ...viewer }: Viewer & { playlistid: string },
): Promise<PlaylistSheet | undefined> {
  const { rows } = await sql<PlaylistSheet>`
    select p.name, p."desc", visible.color, visible.tracks
    from playlists p cross join lateral (
      select (array_agg(r.color order by o.position))[1] as color,
        coalesce(json_agg(json_build_object('title', t.title, 'version', t.version, 'artist', t.artist,
          'explicit', t.explicit, 'duration', t.duration, 'isrc', t.isrc, 'release', r.title,
          'label', ${labelNames}, 'available', r.available_at, 'impact_date', r.impact_date)
          order by o.position), '[]') as tracks
      from unnest(p.tracks) with ordinality o (id, position) join tracks t on t.id = o.id
      join releases r on r.id = t.release_id where ${visibleToViewer(viewer)}
    ) visible
    where p.playlistid = ${playlistid} and p.account_id = ${viewer.accountid}`.execute(db);
  return rows[0];
}

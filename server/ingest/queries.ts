import { sql } from 'kysely';
import type { DraftTrack, ReleaseDraft } from '../catalogue/releaseDraft.ts';
import type { Db } from '../platform/database/db.ts';

export interface ExistingRelease {
  releaseid: string;
  title: string;
  fingerprint: string;
  available_at: Date;
  tracks: number;
}

export async function findExistingRelease(db: Db, identity: string): Promise<ExistingRelease | undefined> {
  const { rows } = await sql<ExistingRelease>`
    select releaseid, title, fingerprint, available_at,
      (select count(*)::int from tracks t where t.release_id = r.id) as tracks
    from releases r where identity = ${identity}`.execute(db);
  return rows[0];
}

/** Analysis and files of a track, derived from its delivered file. */
export type TrackMedia = Pick<
  DraftTrack,
  'duration' | 'loudness' | 'loudness_range' | 'peak' | 'waveform_hash' | 'renditions'
>;

/**
 * Finds what an earlier import made of the same bytes.
 * @param file storage key of the delivered audio or video
 */
export async function findExistingTrackMedia(db: Db, file: string): Promise<TrackMedia | undefined> {
  // Requires an MP3, because an earlier import may not have been able to decode the sound of a video.
  const { rows } = await sql<TrackMedia>`
    select t.duration, t.loudness, t.loudness_range, t.peak, t.waveform_hash,
      (select json_agg(to_jsonb(f) - 'track_id' order by f.kind) from renditions f where f.track_id = t.id) as renditions
    from tracks t
    where exists (select from renditions d where d.track_id = t.id and d.kind in ('original', 'video') and d.file = ${file})
      and exists (select from renditions m where m.track_id = t.id and m.kind = 'mp3')
    limit 1`.execute(db);
  return rows[0];
}

/** Storage keys of all files that rows reference, with the release of the row, if any. */
const referencedFiles = sql`(
  select t.release_id, f.file from renditions f join tracks t on t.id = f.track_id
  union all select release_id, file from attachments
  union all select release_id, file from promo_pictures
  union all select release_id, 'waveforms/' || waveform_hash || '.bin' from tracks
  union all select r.id, 'covers/' || r.cover_hash || '-' || size || ending from releases r,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending
  union all select null, 'logos/' || logo_hash || '.webp' from labels
  union all select null, 'artists/' || picture_hash || '.webp' from artists) referenced`;

export async function listUnreferencedKeys(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select unnest(${keys}::text[]) as file
    except select file from ${referencedFiles} where file = any(${keys}::text[])`.execute(db);
  return rows.map(({ file }) => file);
}

/** Storage keys that a release and its labels reference before the release is written again. */
export async function listReplacedKeys(db: Db, { identity, labels }: ReleaseDraft): Promise<string[]> {
  const names = labels.map(({ name }) => name.toLowerCase());
  const { rows } = await sql<{ file: string }>`
    select file from ${referencedFiles}
      where file is not null and release_id = (select id from releases where identity = ${identity})
    union select 'logos/' || logo_hash || '.webp' from labels
      where logo_hash is not null and lower(name) = any(${names}::text[])`.execute(db);
  return rows.map(({ file }) => file);
}

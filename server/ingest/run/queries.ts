import { sql } from 'kysely';
import type { ReleaseDraft, TrackMedia } from '../../catalogue/document/releaseDraft.ts';
import type { Db } from '../../platform/database/db.ts';
import { referencedFiles } from '../storedFiles/storedFileQueries.ts';

/**
 * Finds what an earlier import made of the same bytes.
 * @param file storage key of the delivered audio or video
 */
export async function findExistingTrackMedia(db: Db, file: string): Promise<TrackMedia | undefined> {
  // Requires an MP3, because an earlier import may not have been able to decode the sound of a video.
  const { rows } = await sql<TrackMedia>`
    select t.duration, t.loudness, t.loudness_range, t.peak, t.clipped_samples, t.edge_silence, t.waveform_hash,
      t.analysis_version, t.hook_found, t.tempo_found, t.key_found, t.true_peak, t.stream_loudness, t.stream_true_peak,
      (select json_agg(to_jsonb(f) - 'track_id' order by f.kind) from renditions f where f.track_id = t.id) as renditions
    from tracks t
    where exists (select from renditions d where d.track_id = t.id and d.kind in ('original', 'video') and d.file = ${file})
      and exists (select from renditions m where m.track_id = t.id and m.kind = 'mp3')
    limit 1`.execute(db);
  return rows[0];
}

/**
 * Originals of audio tracks of which no analysis, or one of a lower version, is known; those of the newest tracks first.
 * @param before internal id of a track: only older ones are listed
 */
export async function listUnmeasuredFiles(db: Db, version: number, before: number | null, limit: number) {
  const { rows } = await sql<{ file: string; newest: number }>`
    select f.file, max(t.id) as newest from tracks t join renditions f on f.track_id = t.id and f.kind = 'original'
    where t.assettype = 'audio' and t.analysis_version < ${version} and (${before}::int is null or t.id < ${before})
    group by f.file order by newest desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Storage keys that a release and its labels reference before the release is written again.
 * @param releaseId internal id; undefined: a new release
 */
export async function listReplacedKeys(
  db: Db,
  releaseId: number | undefined,
  labels: ReleaseDraft['labels'],
): Promise<string[]> {
  const names = labels.map(({ name }) => name);
  const { rows } = await sql<{ file: string }>`
    select file from ${referencedFiles} where file is not null and release_id = ${releaseId ?? null}
    union select 'logos/' || logo_hash || '.webp' from labels
      where logo_hash is not null and fold_name(name) in (select fold_name(given) from unnest(${names}::text[]) given)`.execute(
    db,
  );
  return rows.map(({ file }) => file);
}

/** The names of the pictures of a release's promotional text. */
export async function listPromoPictures(db: Db, id: number): Promise<{ releaseid: string; names: string[] }> {
  const { rows } = await sql<{ releaseid: string; names: string[] }>`
    select releaseid, array(select name from promo_pictures where release_id = r.id) as names
    from releases r where id = ${id}`.execute(db);
  return rows[0] ?? { releaseid: '', names: [] };
}

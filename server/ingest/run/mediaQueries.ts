import { sql } from 'kysely';
import type { TrackMedia } from '../../catalogue/document/releaseDraft.ts';
import { noteStoredFiles } from '../../catalogue/document/storedFileQueries.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Rows } from '../../platform/database/tables.ts';

// `decoded_media` has what was decoded of audio that no track has yet: the import that follows a check, or a run that was killed, decodes
// nothing twice. A row counts as a reference to its files. It ends when a track has the file, when its delivery is discarded,
// a week after its last use, or as one of too many.

const ROWS_MAX = 20_000;

/** Notes the use. @param version of analysis and rendering */
export async function findDecodedMedia(
  db: Db,
  file: string,
  version: string,
  now: Date,
): Promise<{ media: TrackMedia; warning: string | null } | undefined> {
  const { rows } = await sql<{ media: TrackMedia; warning: string | null }>`
    update decoded_media set used_at = ${now} where file = ${file} and version = ${version}
    returning media, warning`.execute(db);
  return rows[0];
}

export async function upsertDecodedMedia(
  db: Db,
  { media, ...row }: Omit<Rows['decoded_media'], 'media'> & { media: TrackMedia },
): Promise<void> {
  const values = { ...row, media: JSON.stringify(media) };
  await db
    .insertInto('decoded_media')
    .values(values)
    .onConflict((conflict) => conflict.column('file').doUpdateSet(values))
    .execute();
}

/**
 * Deletes rows, in a transaction. Files that nothing else names stay for the grace time.
 * @param usedAt from when on, at the latest
 */
export async function deleteDecodedMedia(
  db: Db,
  which: { deliveryId: number } | { files: string[] } | { unusedSince: Date },
  usedAt: Date,
): Promise<void> {
  const isMeant =
    'deliveryId' in which
      ? sql`delivery_id = ${which.deliveryId}`
      : 'files' in which
        ? sql`file = any(${which.files}::text[])`
        : sql`used_at < ${which.unusedSince}
            or file in (select file from decoded_media order by used_at desc offset ${ROWS_MAX})`;
  const { rows } = await sql<{ files: string[]; waveform: string | null }>`
    delete from decoded_media where ${isMeant}
    returning array(select jsonb_path_query(media, '$.renditions[*].file') #>> '{}') as files,
      media->>'waveform_hash' as waveform`.execute(db);
  const keys = rows.flatMap(({ files, waveform }) => [
    ...files,
    ...(waveform === null ? [] : [`waveforms/${waveform}.bin`]),
  ]);
  await noteStoredFiles(db, keys, usedAt);
}

/**
 * Finds what an earlier import made of the same bytes.
 * @param file storage key of the delivered audio or video
 */
export async function findExistingTrackMedia(db: Db, file: string): Promise<TrackMedia | undefined> {
  // Requires an MP3, because an earlier import may not have been able to decode the sound of a video.
  const { rows } = await sql<TrackMedia>`
    select t.duration, t.loudness, t.loudness_range, t.peak, t.clipped_samples, t.edge_silence, t.waveform_hash,
      t.analysis_version, t.hook_found, t.tempo_found, t.key_found, t.markers_found, t.true_peak, t.stream_loudness, t.stream_true_peak,
      (select json_agg(to_jsonb(f) - 'track_id' order by f.kind) from renditions f where f.track_id = t.id) as renditions
    from tracks t
    where exists (select from renditions d where d.track_id = t.id and d.kind in ('original', 'video') and d.file = ${file})
      and exists (select from renditions m where m.track_id = t.id and m.kind = 'mp3')
    limit 1`.execute(db);
  return rows[0];
}

export type PcmFile = Pick<Rows['renditions'], 'file' | 'data_offset' | 'data_bytes'> & {
  sample_rate: number;
  channels: number;
  bits: number;
  /** Internal id of the newest track that has it. */
  newest: number;
};

/**
 * WAVs that a FLAC can be made of and that have none, those of the newest tracks first.
 * @param before internal id of a track: only older ones are listed
 */
export async function listWavsWithoutFlac(db: Db, before: number | null, limit: number): Promise<PcmFile[]> {
  const { rows } = await sql<PcmFile>`
    select f.file, f.data_offset, f.data_bytes, f.sample_rate, f.channels, f.bits, max(f.track_id) as newest
    from renditions f join tracks t on t.id = f.track_id
    where f.kind = 'wav' and f.bits in (16, 24) and f.channels <= 8 and t.release_id is not null
      and (${before}::int is null or f.track_id < ${before})
      and not exists (select from renditions o where o.track_id = f.track_id and o.kind = 'flac')
    group by 1, 2, 3, 4, 5, 6 order by newest desc limit ${limit}`.execute(db);
  return rows;
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

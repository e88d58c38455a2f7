import { sql } from 'kysely';
import type { TrackMedia } from '../../catalogue/document/releaseDraft.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Rows } from '../../platform/database/tables.ts';
import { noteStoredFiles } from '../storedFiles/storedFileQueries.ts';

// What was decoded of audio that no track has yet: the import that follows a check, or a run that was killed, decodes
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

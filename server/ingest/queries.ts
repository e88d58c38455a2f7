import { sql } from 'kysely';
import type { DraftTrack, ReleaseDraft } from '../catalogue/releaseDraft.ts';
import type { Db } from '../platform/database/db.ts';

/** A release of an earlier import; `tracks` counts them. */
export interface KnownRelease {
  releaseid: string;
  title: string;
  fingerprint: string;
  available_at: Date;
  tracks: number;
}

/** The release that an earlier import made of the same delivery. */
export function findKnownRelease(db: Db, identity: string): Promise<KnownRelease | undefined> {
  return db
    .selectFrom('releases')
    .select(['releaseid', 'title', 'fingerprint', 'available_at'])
    .select((select) =>
      select
        .selectFrom('tracks')
        .select((count) => count.fn.countAll<number>().as('tracks'))
        .whereRef('tracks.release_id', '=', 'releases.id')
        .as('tracks'),
    )
    .where('identity', '=', identity)
    .executeTakeFirst()
    .then((row) => row && { ...row, tracks: row.tracks ?? 0 });
}

/** What a track gets from its file. */
export type SoundPart = Pick<
  DraftTrack,
  'duration' | 'loudness' | 'loudness_range' | 'peak' | 'waveform_hash' | 'renditions'
>;

/**
 * What an earlier import heard in the same bytes and made of them.
 * @param file key of the delivered audio or video in storage
 */
export async function findKnownSound(db: Db, file: string): Promise<SoundPart | undefined> {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('renditions as delivered', 'delivered.track_id', 'tracks.id')
    .innerJoin('renditions as made', 'made.track_id', 'tracks.id')
    .select(['tracks.id', 'duration', 'loudness', 'loudness_range', 'peak', 'waveform_hash'])
    .where('delivered.kind', 'in', ['original', 'video'])
    .where('delivered.file', '=', file)
    // The sound of a video may not have been read where it was imported first.
    .where('made.kind', '=', 'mp3')
    .limit(1)
    .executeTakeFirst();
  if (!track) return undefined;
  const renditions = await db
    .selectFrom('renditions')
    .selectAll()
    .where('track_id', '=', track.id)
    .orderBy('kind')
    .execute();
  const { id: _id, ...heard } = track;
  return { ...heard, renditions: renditions.map(({ track_id: _track, ...rendition }) => rendition) };
}

/** Keys in storage of all files that rows name, each with the release that it belongs to, if any. */
const named = sql`(
  select t.release_id, f.file from renditions f join tracks t on t.id = f.track_id
  union all select release_id, file from attachments
  union all select release_id, file from promo_pictures
  union all select release_id, 'waveforms/' || waveform_hash || '.bin' from tracks
  union all select r.id, 'covers/' || r.cover_hash || '-' || size || ending from releases r,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending
  union all select null, 'logos/' || logo_hash || '.webp' from labels
  union all select null, 'artists/' || picture_hash || '.webp' from artists) named`;

/** Those of some keys that no row names. */
export async function findUnnamed(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select unnest(${keys}::text[]) as file except select file from ${named} where file = any(${keys}::text[])`.execute(
    db,
  );
  return rows.map(({ file }) => file);
}

/** Keys of what the rows of a release and of its labels name before it is written again. */
export async function findReplaced(db: Db, { identity, labels }: ReleaseDraft): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from ${named} where release_id = (select id from releases where identity = ${identity})
    union select 'logos/' || logo_hash || '.webp' from labels
      where logo_hash is not null and lower(name) = any(${labels.map(({ name }) => name.toLowerCase())}::text[])`.execute(
    db,
  );
  return rows.map(({ file }) => file).filter((file) => file !== null);
}

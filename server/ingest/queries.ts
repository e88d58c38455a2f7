import type { DraftRendition } from '../catalogue/releaseDraft.ts';
import type { Db } from '../platform/db.ts';

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

/** What an earlier import heard in the same bytes and made of them. */
export interface KnownSound {
  duration: number;
  loudness: number | null;
  loudness_range: number | null;
  peak: number | null;
  waveform_hash: string | null;
  renditions: DraftRendition[];
}

/** @param file key of the delivered audio or video in storage */
export async function findKnownSound(db: Db, file: string): Promise<KnownSound | undefined> {
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

import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** A track's file and the release that decides who may hear it. */
export interface Rendition {
  releaseid: string;
  file: string;
  media_type: string;
}

/** The MP3 of a track or the video itself; undefined when there is no such one, or no file of it. */
export async function findStreamed(
  db: Db,
  { trackid, kind }: { trackid: string; kind: 'audio' | 'video' },
): Promise<Rendition | undefined> {
  const { rows } = await sql<Rendition>`
    select r.releaseid, f.file, f.media_type
    from tracks t join releases r on r.id = t.release_id
    join renditions f on f.track_id = t.id and f.kind = ${kind === 'audio' ? 'mp3' : 'video'}
    where t.trackid = ${trackid} and t.assettype = ${kind}`.execute(db);
  return rows[0];
}

/** Undefined when there is no such track; the hash is null for a video. */
export async function findWaveform(
  db: Db,
  trackid: string,
): Promise<{ releaseid: string; waveform_hash: string | null } | undefined> {
  const { rows } = await sql<{ releaseid: string; waveform_hash: string | null }>`
    select r.releaseid, t.waveform_hash from tracks t join releases r on r.id = t.release_id where t.trackid = ${trackid}`.execute(
    db,
  );
  return rows[0];
}

/** A file for the listener and the release that decides who may have it. */
export interface Attachment {
  releaseid: string;
  /** As delivered; not safe to put anywhere. */
  filename: string;
  file: string;
  media_type: string;
}

/** By the public id. */
export async function findAttachment(db: Db, attachmentid: string): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment>`
    select r.releaseid, f.filename, f.file, f.media_type
    from attachments f join releases r on r.id = f.release_id where f.attachmentid = ${attachmentid}`.execute(db);
  return rows[0];
}

/** By the release's internal id and the name that its promotional text uses. */
export async function findPromoPicture(
  db: Db,
  { release_id, name }: { release_id: number; name: string },
): Promise<{ file: string; media_type: string } | undefined> {
  const { rows } = await sql<{ file: string; media_type: string }>`
    select file, media_type from promo_pictures where release_id = ${release_id} and name = ${name}`.execute(db);
  return rows[0];
}

import { sql } from 'kysely';
import { type Standing, standing } from '../catalogue/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';

type Listener = Pick<Caller, 'audience'>;

/** A track's file, and how its release, which decides who may hear it, stands to the caller. */
export interface Rendition extends Standing {
  file: string;
  media_type: string;
}

/** The MP3 of a track or the video itself; undefined when there is no such one, or no file of it. */
export async function findStreamed(
  db: Db,
  { audience, trackid, kind }: Listener & { trackid: string; kind: 'audio' | 'video' },
): Promise<Rendition | undefined> {
  const { rows } = await sql<Rendition>`
    select ${standing({ audience })}, f.file, f.media_type
    from tracks t join releases r on r.id = t.release_id
    join renditions f on f.track_id = t.id and f.kind = ${kind === 'audio' ? 'mp3' : 'video'}
    where t.trackid = ${trackid} and t.assettype = ${kind}`.execute(db);
  return rows[0];
}

/** Undefined when there is no such track; the hash is null for a video. */
export async function findWaveform(
  db: Db,
  { audience, trackid }: Listener & { trackid: string },
): Promise<(Standing & { waveform_hash: string | null }) | undefined> {
  const { rows } = await sql<Standing & { waveform_hash: string | null }>`
    select ${standing({ audience })}, t.waveform_hash
    from tracks t join releases r on r.id = t.release_id where t.trackid = ${trackid}`.execute(db);
  return rows[0];
}

/** A file for the listener, and how its release stands to the caller. */
export interface Attachment extends Standing {
  /** As delivered; not safe to put anywhere. */
  filename: string;
  file: string;
  media_type: string;
}

/** By the public id. */
export async function findAttachment(
  db: Db,
  { audience, attachmentid }: Listener & { attachmentid: string },
): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment>`
    select ${standing({ audience })}, f.filename, f.file, f.media_type
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

import { sql } from 'kysely';
import { type ReleaseAccess, releaseAccess } from '../catalogue/queries.ts';
import { isSendable, joinPair } from '../catalogue/soundPairQueries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';

type Audience = Pick<Caller, 'audience'>;

export interface StreamFile extends ReleaseAccess {
  file: string;
  bytes: number;
  media_type: string;
  /** Its sound is sent only as copies for single accounts. */
  mark: boolean;
}

/** Finds the MP3 of a track, or the file of a video. */
export async function findStreamFile(
  db: Db,
  { audience, trackid, kind }: Audience & { trackid: string; kind: 'audio' | 'video' },
): Promise<(StreamFile & { releaseid: string }) | undefined> {
  const { rows } = await sql<StreamFile & { releaseid: string }>`
    select ${releaseAccess({ audience })}, r.releaseid, coalesce(p.file, f.file) as file,
      coalesce(p.copy_bytes, f.bytes) as bytes, f.media_type, r.mark
    from tracks t join releases r on r.id = t.release_id
    join renditions f on f.track_id = t.id and f.kind = ${kind === 'audio' ? 'mp3' : 'video'} ${joinPair}
    where t.trackid = ${trackid} and t.assettype = ${kind} and ${isSendable}`.execute(db);
  return rows[0];
}

interface Waveform {
  waveform_hash: string | null;
  bytes: number | null;
}

export async function findWaveform(
  db: Db,
  { audience, trackid }: Audience & { trackid: string },
): Promise<(ReleaseAccess & Waveform) | undefined> {
  const { rows } = await sql<ReleaseAccess & Waveform>`
    select ${releaseAccess({ audience })}, t.waveform_hash, s.bytes
    from tracks t join releases r on r.id = t.release_id
    left join stored_files s on s.key = 'waveforms/' || t.waveform_hash || '.bin' where t.trackid = ${trackid}`.execute(
    db,
  );
  return rows[0];
}

export interface Attachment extends StreamFile {
  /** As delivered, not sanitized. */
  filename: string;
}

export async function findAttachment(
  db: Db,
  { audience, attachmentid }: Audience & { attachmentid: string },
): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment>`
    select ${releaseAccess({ audience })}, f.filename, f.file, f.bytes, f.media_type
    from attachments f join releases r on r.id = f.release_id where f.attachmentid = ${attachmentid}`.execute(db);
  return rows[0];
}

interface PromoPicture {
  file: string;
  bytes: number | null;
  media_type: string;
}

/** Takes the internal id of the release and the name that the promotional text uses. */
export async function findPromoPicture(
  db: Db,
  { release_id, name }: { release_id: number; name: string },
): Promise<PromoPicture | undefined> {
  const { rows } = await sql<PromoPicture>`
    select p.file, s.bytes, p.media_type from promo_pictures p left join stored_files s on s.key = p.file
    where p.release_id = ${release_id} and p.name = ${name}`.execute(db);
  return rows[0];
}

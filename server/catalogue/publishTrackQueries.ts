import { shownTextNames, shownTexts } from '@promenade/contract/releaseFields';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { IdentifiedTrack } from './document/document.ts';
import {
  type Analysis,
  type DraftRendition,
  deliveredFileOf,
  type ReleaseDraft,
  type StoredFile,
} from './document/releaseDraft.ts';
import { isSendable, joinPair } from './soundPairQueries.ts';

/** Returns the internal id of a work and inserts a new one. */
export async function upsertWork(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into works as w (key) values (${key}) on conflict (key) do update set key = w.key returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The upsert of a work returned no id.');
  return row.id;
}

/** A stored track before another import; `file` is its delivered file. */
export interface KnownTrack {
  id: number;
  trackid: string;
  /** The release lost it. */
  isRemoved: boolean;
  disc: number;
  ordinal: number;
  title: string;
  version: string;
  assettype: 'audio' | 'video';
  isrc: string | null;
  candownload: boolean;
  file: string | null;
}

/** The tracks of a release in their order, then those that it lost, the latest first. */
export async function listTracks(db: Db, releaseId: number): Promise<KnownTrack[]> {
  const { rows } = await sql<KnownTrack>`
    select t.id, t.trackid, t.release_id is null as "isRemoved", t.disc, t.ordinal, t.title, t.version, t.assettype, t.isrc,
      t.candownload, f.file
    from tracks t left join renditions f on f.track_id = t.id and f.kind in ('original', 'video')
    where t.release_id = ${releaseId} or t.removed_from = ${releaseId}
    order by t.removed_at desc nulls first, t.ordinal`.execute(db);
  return rows;
}

/** Removes the other tracks and negates the ordinals of these, so that new ones can use them. */
export async function keepTracks(db: Db, releaseId: number, trackids: string[], now: Date): Promise<void> {
  await sql`
    update tracks set release_id = null, removed_from = release_id, removed_at = ${now}
    where release_id = ${releaseId} and trackid <> all(${trackids}::uuid[])`.execute(db);
  await sql`update tracks set ordinal = -ordinal where release_id = ${releaseId}`.execute(db);
}

interface WrittenTrack {
  releaseId: number;
  ordinal: number;
  workId: number | null;
  track: IdentifiedTrack;
}

/** Returns the internal id. */
export async function upsertTrack(db: Db, { releaseId, ordinal, workId, track }: WrittenTrack): Promise<number> {
  const {
    renditions: _renditions,
    work: _work,
    number: _number,
    guessed: _guessed,
    candownload = true,
    canadian,
    ...columns
  } = track;
  const of = { release_id: releaseId, removed_from: null, removed_at: null, work_id: workId, ordinal };
  const row = { ...columns, ...of, candownload, canadian: JSON.stringify(canadian) };
  const { id } = await db
    .insertInto('tracks')
    .values(row)
    .onConflict((conflict) => conflict.column('trackid').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes when the track gets another recording. */
export async function replaceRenditions(
  db: Db,
  track_id: number,
  renditions: DraftRendition[],
  now: Date,
): Promise<void> {
  const former = await db
    .deleteFrom('renditions')
    .where('track_id', '=', track_id)
    .returning(['kind', 'file'])
    .execute();
  const [before, after] = [former, renditions].map((list) => deliveredFileOf({ renditions: list }));
  if (before !== undefined && before !== after)
    await db.updateTable('tracks').set({ recorded_at: now }).where('id', '=', track_id).execute();
  if (renditions.length > 0)
    await db
      .insertInto('renditions')
      .values(renditions.map((row) => ({ ...row, track_id })))
      .execute();
}

/** Locks the releases that have this file, as publishing does before it writes tracks; returns their internal ids. */
async function lockReleasesWith(db: Db, file: string, kind: DraftRendition['kind']): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from releases where id in (
      select t.release_id from tracks t join renditions f on f.track_id = t.id
      where f.file = ${file} and f.kind = ${kind})
    order by id for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives all tracks that have a stored MP3 another one. */
export async function replaceMp3(
  db: Db,
  replaced: string,
  { file, bytes, crc32 }: Omit<StoredFile, 'media_type'>,
): Promise<void> {
  const releaseIds = await lockReleasesWith(db, replaced, 'mp3');
  await db
    .updateTable('renditions')
    .set({ file, bytes, crc32, data_offset: 0, data_bytes: bytes })
    .where('file', '=', replaced)
    .where('kind', '=', 'mp3')
    .execute();
  await updateTrackFragments(db, releaseIds);
}

/** Gives all tracks that have this WAV a FLAC, unless they have one. */
export async function addFlac(
  db: Db,
  wav: string,
  flac: StoredFile & Pick<DraftRendition, 'data_offset' | 'data_bytes'>,
): Promise<void> {
  const releaseIds = await lockReleasesWith(db, wav, 'wav');
  await sql`
    insert into renditions (track_id, kind, file, bytes, crc32, media_type, source, data_offset, data_bytes, sample_rate,
      channels, bits)
    select track_id, 'flac', ${flac.file}, ${flac.bytes}, ${flac.crc32}, ${flac.media_type}, source, ${flac.data_offset},
      ${flac.data_bytes}, sample_rate, channels, bits
    from renditions where kind = 'wav' and file = ${wav} on conflict do nothing`.execute(db);
  await updateTrackFragments(db, releaseIds);
}

/** Writes the sizes of all tracks that have this original again, in a transaction. */
export async function updateSizes(db: Db, original: string): Promise<void> {
  await updateTrackFragments(db, await lockReleasesWith(db, original, 'original'));
}

/** Gives all tracks that have this original and no newer analysis this one. */
export async function setAnalysis(db: Db, original: string, analysis: Analysis): Promise<void> {
  const releaseIds = await lockReleasesWith(db, original, 'original');
  await db
    .updateTable('tracks')
    .set(analysis)
    .where('analysis_version', '<', analysis.analysis_version)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('renditions')
          .whereRef('track_id', '=', 'tracks.id')
          .where('kind', '=', 'original')
          .where('file', '=', original),
      ),
    )
    .execute();
  await updateTempos(db, releaseIds);
}

/** Writes tempos and keys of releases from their audio tracks: what was delivered, else what was found. */
export async function updateTempos(db: Db, releaseIds: number[]): Promise<void> {
  await sql`
    update releases r set
      tempos = array(select distinct floor(coalesce(bpm, tempo_found) + 0.5)::int as tempo from tracks
        where release_id = r.id and assettype = 'audio' and coalesce(bpm, tempo_found) is not null order by tempo),
      keys = array(select distinct coalesce(key, key_found) as key from tracks
        where release_id = r.id and assettype = 'audio' and coalesce(key, key_found) is not null order by key)
    where id = any(${releaseIds}::int[])`.execute(db);
}

export async function replaceAttachments(
  db: Db,
  release_id: number,
  attachments: ReleaseDraft['attachments'],
): Promise<void> {
  await db.deleteFrom('attachments').where('release_id', '=', release_id).execute();
  const rows = attachments.map((attachment, position) => ({ ...attachment, release_id, position }));
  if (rows.length > 0) await db.insertInto('attachments').values(rows).execute();
}

export async function replacePromoPictures(
  db: Db,
  release_id: number,
  pictures: ReleaseDraft['promoPictures'],
): Promise<void> {
  await db.deleteFrom('promo_pictures').where('release_id', '=', release_id).execute();
  if (pictures.length > 0)
    await db
      .insertInto('promo_pictures')
      .values(pictures.map((row) => ({ ...row, release_id })))
      .execute();
}

const shownMembers = sql.join(
  shownTextNames.map((name) => sql`${sql.lit(name)}, coalesce(${sql.ref(`r.${shownTexts[name]}`)}, '')`),
);

/**
 * Writes the fragments of all tracks of these releases: JSON members that are equal for every viewer, without braces.
 * Call after everything else is written, including the fragments of the releases.
 */
export async function updateTrackFragments(db: Db, releaseIds: number[]): Promise<void> {
  await sql`
    update tracks track set fragment = substr(tracks_json.members, 2, length(tracks_json.members) - 2)
    from (
      select t.id, (json_build_object('trackid', t.trackid, 'id', t.trackid, 'index', t.ordinal - 1, 'releaseid', r.releaseid,
    'title', t.title, 'version', t.version, 'artist', t.artist, 'explicit', t.explicit = 'explicit', 'ordinal', t.ordinal,
    'duration', t.duration, 'coverart', listed.members->'coverart', 'assettype', t.assettype,
    'candownload', t.candownload and r.candownload,
    'sizes', (select coalesce(json_object_agg(format, bytes), '{}') from (
      select case f.kind when 'video' then 'mp4' else f.kind end as format, coalesce(p.copy_bytes, f.bytes) as bytes
      from renditions f ${joinPair} where f.track_id = t.id and f.kind <> 'original' and ${isSendable}
      union all select 'aiff', null where r.mark and t.assettype = 'audio') formats),
    'artists', listed.members->'artists', 'labels', listed.members->'labels', 'genres', listed.members->'genres',
    'available', listed.members->'available', 'impactdate', listed.members->'impactdate',
    'mediaURL', case t.assettype when 'audio' then '/api/audio/stream/' || t.trackid || '.mp3' else '/api/video/stream/' || t.trackid end,
    'market_tags', listed.members->'market_tags',
    'waveform', '/api/waveform/' || t.trackid || '/' || t.waveform_hash || '.bin',
    'album', r.title, 'language', coalesce(t.language, r.language, ''), 'composer', coalesce(t.composer, ''),
    'isrc', coalesce(t.isrc, ''), ${shownMembers},
    'copyrightyear', r.copyrightyear, 'canadian', t.canadian, 'writers', to_json(t.writers),
    'publishing', coalesce(t.publishing, ''), 'producer', coalesce(t.producer, ''), 'lyrics', t.lyrics))::text as members
      from tracks t join releases r on r.id = t.release_id
      cross join lateral (select ('{' || r.fragment || '}')::json as members) listed
      where r.id = any(${releaseIds}::int[])
    ) tracks_json
    where tracks_json.id = track.id`.execute(db);
}

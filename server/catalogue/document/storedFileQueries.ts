import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { ReleaseDraft } from './releaseDraft.ts';

/** All files that rows name: storage key, release of the row if any, what names it, and the size if the row says it. */
export const REFERENCED_FILES = `(
  select coalesce(t.release_id, t.removed_from) as release_id, f.file, f.bytes, f.kind || ' of track ' || t.ordinal || ' "' || t.title || '"' as what
    from renditions f join tracks t on t.id = f.track_id
  union all select release_id, file, bytes, 'attachment "' || filename || '"' from attachments
  union all select release_id, file, null, 'picture "' || name || '" of the promotional text' from promo_pictures
  union all select coalesce(release_id, removed_from), 'waveforms/' || waveform_hash || '.bin', null, 'waveform of track ' || ordinal || ' "' || title || '"'
    from tracks where waveform_hash is not null
  union all select r.id, 'covers/' || r.cover_hash || '-' || size || ending, null, 'cover' from releases r,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending where r.cover_hash is not null
  union all select d.release_id, 'covers/' || (cover->>'hash') || '-' || size || ending, null, 'delivered cover'
    from release_documents d, jsonb_path_query(d.delivered, '$.cover[*]') cover,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending where d.edits ? 'cover'
  union all select d.release_id, attachment->>'file', (attachment->>'bytes')::bigint,
    'delivered attachment "' || (attachment->>'filename') || '"'
    from release_documents d, jsonb_path_query(d.delivered, '$.attachments[*]') attachment where d.edits ? 'attachments'
  union all select o.release_id, f.file, null, 'file of an earlier delivery'
    from former_files f join former_releases o on o.audit_id = f.audit_id
  union all select null, 'logos/' || logo_hash || '.webp', null, 'logo of the label "' || name || '"'
    from labels where logo_hash is not null
  union all select null, f->>'file', (f->>'bytes')::bigint, 'decoded audio that waits for its import'
    from decoded_media, jsonb_path_query(media, '$.renditions[*]') f
  union all select null, 'waveforms/' || (media->>'waveform_hash') || '.bin', null, 'waveform that waits for its import'
    from decoded_media where media->>'waveform_hash' is not null
  union all select null, original, null, 'original of marked sound "' || title || '"' from sound_marks
    where refused is null
  union all select null, prints, null, 'prints of marked sound "' || title || '"' from sound_marks where prints <> ''
  union all select null, p.file, 2 * p.copy_bytes - p.head_bytes, 'marked ' || p.kind || ' "' || m.title || '"'
    from sound_pairs p join sound_marks m on m.id = p.mark_id
  union all select null, 'artists/' || picture_hash || '.webp', null, 'picture of the artist "' || name || '"'
    from artists where picture_hash is not null) referenced`;
export const referencedFiles = sql.raw(REFERENCED_FILES);

async function listUnreferencedKeys(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select unnest(${keys}::text[]) as file
    except select file from ${referencedFiles} where file = any(${keys}::text[])`.execute(db);
  return rows.map(({ file }) => file);
}

/**
 * Keeps files from being deleted during the grace time. Waits for a deletion that is under way; the file is gone then.
 * @returns the keys that were unknown
 */
export async function noteStoredFiles(db: Db, keys: string[], now: Date): Promise<string[]> {
  // In one order, so that two imports never wait for each other.
  const { rows } = await sql<{ key: string; isNew: boolean }>`
    insert into stored_files (key, noted_at)
    select distinct key, ${now}::timestamptz from unnest(${keys}::text[]) key order by key
    on conflict (key) do update set noted_at = greatest(stored_files.noted_at, excluded.noted_at)
    returning key, xmax = 0 as "isNew"`.execute(db);
  return rows.filter(({ isNew }) => isNew).map(({ key }) => key);
}

/** @param sha256 in hex */
export async function setStoredContent(
  db: Db,
  { key, bytes, sha256 }: { key: string; bytes: number; sha256: string },
): Promise<void> {
  await sql`update stored_files set bytes = ${bytes}, sha256 = decode(${sha256}, 'hex') where key = ${key}`.execute(db);
}

/** Null when the file was never stored completely, or its size is not known. */
export async function getStoredBytes(db: Db, key: string): Promise<number | null> {
  const { rows } = await sql<{ bytes: number | null }>`select bytes from stored_files where key = ${key}`.execute(db);
  return rows[0]?.bytes ?? null;
}

/** Forgets the note of each file that was noted before a time and that a row names. */
export async function clearReferencedNotes(db: Db, before: Date): Promise<void> {
  await sql`
    update stored_files set noted_at = null
    where noted_at < ${before} and key in (select file from ${referencedFiles})`.execute(db);
}

/** Lists keys that were noted before a time, in order, after a key. */
export async function listNotedKeys(db: Db, before: Date, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_files where noted_at < ${before} and key > ${after} order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Locks a file until the transaction ends, when it was noted before a time and no row names it. Whoever notes it
 * meanwhile waits.
 */
export async function lockUnreferencedFile(db: Db, key: string, before: Date): Promise<boolean> {
  const { rows } = await sql`
    select from stored_files where key = ${key} and noted_at < ${before} for update skip locked`.execute(db);
  return rows.length > 0 && (await listUnreferencedKeys(db, [key])).length > 0;
}

export async function deleteStoredFile(db: Db, key: string): Promise<void> {
  await sql`delete from stored_files where key = ${key}`.execute(db);
}

/** Adds files that rows name and that are not known: no import stored them. */
export async function insertUnknownFiles(db: Db): Promise<void> {
  await sql`
    insert into stored_files (key) select distinct file from ${referencedFiles}
    on conflict (key) do nothing`.execute(db);
}

/** Lists stored MP3s of tracks that are not known to begin with an Info frame, in order, after a key. */
export async function listMp3sToCheck(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_files s where not info_frame and key > ${after}
      and exists (select from renditions f where f.file = s.key and f.kind = 'mp3')
    order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

export async function setInfoFrame(db: Db, key: string): Promise<void> {
  await sql`update stored_files set info_frame = true where key = ${key}`.execute(db);
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

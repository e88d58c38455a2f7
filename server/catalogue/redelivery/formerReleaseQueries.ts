import type { ReleaseDocument } from '@promenade/contract/delivery';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { IdentifiedDraft } from '../document/document.ts';

/** What a release was before a delivery or another recording changed it. */
interface FormerRelease {
  delivered: ReleaseDocument;
  fingerprint: string;
  draft: IdentifiedDraft;
}

/** @param files the storage keys that it names, which stay stored with it */
export async function insertFormerRelease(
  db: Db,
  {
    delivered,
    draft,
    files,
    ...row
  }: FormerRelease & { audit_id: number; release_id: number; at: Date; files: string[] },
): Promise<void> {
  await db
    .insertInto('former_releases')
    .values({ ...row, delivered: JSON.stringify(delivered), draft: JSON.stringify(draft) })
    .execute();
  const rows = [...new Set(files)].map((file) => ({ audit_id: row.audit_id, file }));
  if (rows.length > 0) await db.insertInto('former_files').values(rows).execute();
}

/** @param changeid id of its line in the audit trail */
export async function findFormerRelease(
  db: Db,
  { releaseId, changeid }: { releaseId: number; changeid: number },
): Promise<FormerRelease | undefined> {
  const row = await db
    .selectFrom('former_releases')
    .select(['delivered', 'fingerprint', 'draft'])
    .where('audit_id', '=', changeid)
    .where('release_id', '=', releaseId)
    .executeTakeFirst();
  if (!row) return undefined;
  // Its texts and dates come from the document.
  const draft = row.draft as Omit<IdentifiedDraft, 'promoinfo' | 'available' | 'ends'> & { available: string };
  return { ...row, draft: { ...draft, promoinfo: () => '', available: new Date(draft.available), ends: null } };
}

/** Those of the lines of the audit trail that can be set back by it. */
export async function listFormerIds(db: Db, changeids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select audit_id::int as id from former_releases where audit_id = any(${changeids}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

const FORMER_MAX = 100;

interface FormerState {
  /** What the last delivery had said. */
  delivered: ReleaseDocument;
  tracks: IdentifiedDraft['tracks'];
  /** Somebody then gave a track another recording in the editor or by the command; otherwise a delivery came. */
  byHand: boolean;
}

/** What a release was before each delivery and each other recording, the latest first. */
export async function listFormerReleases(db: Db, releaseId: number): Promise<FormerState[]> {
  const { rows } = await sql<FormerState>`
    select f.delivered, f.draft->'tracks' as tracks, a.action = 'release.recording' as "byHand"
    from former_releases f join audit a on a.id = f.audit_id where f.release_id = ${releaseId}
    order by f.audit_id desc limit ${FORMER_MAX}`.execute(db);
  return rows;
}

/** The storage keys of tracks that were removed, and of releases that changed, before a time. */
export async function listForgottenFiles(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select f.file from renditions f join tracks t on t.id = f.track_id where t.removed_at < ${before}
    union select 'waveforms/' || waveform_hash || '.bin' from tracks
      where removed_at < ${before} and waveform_hash is not null
    union select f.file from former_files f join former_releases o using (audit_id) where o.at < ${before}`.execute(db);
  return rows.map(({ file }) => file);
}

/** Deletes tracks that were removed, and what is kept of releases that changed, before a time. */
export async function deleteForgotten(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tracks').where('removed_at', '<', before).execute();
  await db.deleteFrom('former_releases').where('at', '<', before).execute();
}

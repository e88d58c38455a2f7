import type { DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { idColumns, releaseFactColumns } from '../rowQueries.ts';
import type { Audience, IdentifiedDraft } from './document.ts';

export interface StoredDocument {
  delivered: ReleaseDocument;
  edits: DocumentPatch;
  fingerprint: string;
  version: number;
}

export interface StoredRow extends StoredDocument {
  /** The row of the release: ISO instant, UTC. */
  ends: string | null;
  promoinfo: string;
}

export async function findDocument(
  db: Db,
  releaseId: number,
): Promise<(StoredRow & { isCurrent: boolean }) | undefined> {
  const { rows } = await sql<Omit<StoredRow, 'ends'> & { ends_at: Date | null; isCurrent: boolean }>`
    select d.delivered, d.edits, d.fingerprint, d.version, d.fingerprint = r.fingerprint as "isCurrent", r.ends_at, r.promoinfo
    from release_documents d join releases r on r.id = d.release_id where r.id = ${releaseId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { ends_at, ...stored } = row;
  return { ...stored, ends: ends_at && ends_at.toISOString() };
}

export async function upsertDocument(
  db: Db,
  release_id: number,
  { delivered, edits, fingerprint }: Omit<StoredDocument, 'version'>,
): Promise<void> {
  const row = { delivered: JSON.stringify(delivered), edits: JSON.stringify(edits), fingerprint };
  await db
    .insertInto('release_documents')
    .values({ release_id, ...row })
    .onConflict((conflict) =>
      conflict.column('release_id').doUpdateSet({ ...row, version: sql`release_documents.version + 1` }),
    )
    .execute();
}

/** Releases without a document, and those that a node of an earlier version has imported since. */
export async function listUndocumented(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from releases r left join release_documents d on d.release_id = r.id
    where d.fingerprint is distinct from r.fingerprint order by r.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What is locked and kept when a release is written again. */
export const getWritten = (db: Db, id: number) =>
  db
    .selectFrom('releases')
    .select(['releaseid', 'identity', 'artist', 'title', 'trending'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('RELEASE_NOT_FOUND'));

/** The packages and single people of a release. */
export async function getAudience(db: Db, id: number): Promise<Audience> {
  const { rows } = await sql<Audience>`
    select
      array(select p.name from release_package rp join packages p on p.id = rp.package_id
        where rp.release_id = ${id} order by p.name) as packages,
      array(select a.playerid::text from release_recipient rr join accounts a on a.id = rr.account_id
        where rr.release_id = ${id} order by a.id) as recipients`.execute(db);
  return rows[0] ?? { packages: [], recipients: [] };
}

export async function listPlayerids(db: Db, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ playerid: string }>`
    select playerid from accounts where id = any(${ids}::int[]) order by id`.execute(db);
  return rows.map(({ playerid }) => playerid);
}

/** Internal ids; accounts that are gone are left out. */
export async function findAccountIds(db: Db, playerids: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where playerid = any(${playerids}::uuid[]) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

const namesOf = (kind: ProposedKind) => {
  const ids = sql.ref(`r.${idColumns[kind]}`);
  return sql`array(select name from ${sql.table(kind)} where id = any(${ids}) order by array_position(${ids}, id)) as ${sql.ref(kind)}`;
};

/** A release as it is stored, ready to be written again. */
export async function getStoredDraft(db: Db, id: number): Promise<IdentifiedDraft> {
  const { rows } = await sql<Omit<IdentifiedDraft, 'promoinfo'> & { promoinfo: string }>`
    select r.identity, r.fingerprint, r.title, r.artist, r.release_type, ${releaseFactColumns()}, r.impact_date, r.available_at as available, r.ends_at as ends, r.candownload, r.allow_sharing,
      r.commenting_enabled, r.mark, r.cover_hash, r.cover_drawn, r.cover_width, r.cover_height, r.color, r.promoinfo, r.market_ids as markets,
      '{}'::text[] as packages, '{}'::text[] as recipients,
      array(select name from release_artist ra join artists a on a.id = ra.artist_id
        where ra.release_id = r.id order by ra.position) as artists,
      (select coalesce(json_agg(json_build_object(
          'name', l.name, 'logo_hash', l.logo_hash, 'contact', null) order by rl.position), '[]')
        from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id) as labels,
      ${sql.join(ProposedKind.options.map(namesOf))},
      (select coalesce(json_agg(json_build_object('name', name, 'file', file, 'media_type', media_type) order by name), '[]')
        from promo_pictures where release_id = r.id) as "promoPictures",
      (select coalesce(json_agg(json_build_object('title', title, 'filename', filename, 'file', file, 'bytes', bytes,
          'crc32', crc32, 'media_type', media_type) order by position), '[]')
        from attachments where release_id = r.id) as attachments,
      (select coalesce(json_agg(
          to_jsonb(t) - '{id,release_id,work_id,ordinal,fragment,removed_from,removed_at,recorded_at}'::text[] || jsonb_build_object(
            'work', (select key from works where id = t.work_id),
            'renditions', (select coalesce(jsonb_agg(to_jsonb(f) - 'track_id' order by f.kind), '[]')
              from renditions f where f.track_id = t.id)) order by t.ordinal), '[]')
        from tracks t where t.release_id = r.id) as tracks
    from releases r where r.id = ${id}`.execute(db);
  const [draft] = rows;
  if (!draft) throw new Error(`There is no release ${id}.`);
  const { promoinfo } = draft;
  return { ...draft, promoinfo: () => promoinfo };
}

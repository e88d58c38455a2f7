import { sql } from 'kysely';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Rows } from '../../platform/database/tables.ts';
import { foldPath } from '../folders/uploadPath.ts';

type Delivery = Rows['deliveries'];

/** Until then its parts are stored. */
const OPEN: Delivery['state'][] = ['uploading', 'importing', 'refused'];

export type NewDelivery = Pick<Delivery, 'label_id' | 'release_id' | 'name' | 'purpose'> & { account_id: number };

/** Another recording of a track, whose import begins at once. */
export type NewRecording = NewDelivery & { trackid: string; state: 'importing' };

/**
 * Counts the open deliveries of an account besides one, until the transaction ends. Those for edits count while they
 * have files: a file that an edit took is gone.
 */
export async function countOpen(db: Db, accountId: number, except = 0): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('deliveries', ${accountId}))`.execute(db);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from deliveries d
    where account_id = ${accountId} and state = any(${OPEN}::text[]) and id <> ${except}
      and (purpose = 'release' or exists (select from delivery_files where delivery_id = d.id))`.execute(db);
  return rows[0]?.open ?? 0;
}

/**
 * Inserts a delivery of an account that has fewer than `openMax` open ones; undefined when it has as many.
 * @param takesFrom the internal id of the delivery whose file it takes, which does not count
 */
export async function insertDelivery(
  db: Db,
  { openMax, takesFrom, ...row }: (NewDelivery | NewRecording) & { openMax: number; takesFrom?: number },
  now: Date,
): Promise<string | undefined> {
  if ((await countOpen(db, row.account_id, takesFrom)) >= openMax) return undefined;
  const { deliveryid } = await db
    .insertInto('deliveries')
    .values({ ...row, created_at: now, updated_at: now })
    .returning('deliveryid')
    .executeTakeFirstOrThrow();
  return deliveryid;
}

/** The open delivery of an account for edits of this release; it counts as touched. */
export async function continueEdits(
  db: Db,
  { account_id, label_id, release_id }: NewDelivery,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('deliveries')
    .set({ updated_at: now })
    .where('account_id', '=', account_id)
    .where('label_id', '=', label_id)
    .where('release_id', 'is not distinct from', release_id)
    .where('purpose', '=', 'edit')
    .where('state', '=', 'uploading')
    .returning('deliveryid')
    .executeTakeFirst();
  return row?.deliveryid;
}

/** A complete upload for edits of this release. */
export async function findEditUpload(
  db: Db,
  uploadid: string,
  { labelId, releaseId }: { labelId: number; releaseId: number | null },
): Promise<(Pick<StoredUpload, 'path' | 'bytes' | 'parts'> & { deliveryId: number }) | undefined> {
  return db
    .selectFrom('delivery_files')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_id')
    .where('uploadid', '=', uploadid)
    .where('label_id', '=', labelId)
    .where('release_id', 'is not distinct from', releaseId)
    .where('purpose', '=', 'edit')
    .where('deliveries.state', '=', 'uploading')
    .where('delivery_files.state', '=', 'complete')
    .select(['path', 'bytes', 'parts', 'delivery_id as deliveryId'])
    .forUpdate('delivery_files')
    .executeTakeFirst();
}

/** Locks a delivery until the transaction ends. */
export function lockDelivery(db: Db, deliveryid: string): Promise<Delivery | undefined> {
  return db.selectFrom('deliveries').where('deliveryid', '=', deliveryid).selectAll().forUpdate().executeTakeFirst();
}

export type DeliveryUpdate = Partial<Omit<Delivery, 'id' | 'deliveryid' | 'updated_at'>>;

export async function updateDelivery(
  db: Db,
  id: number,
  { problems, checked, fewer, ...row }: DeliveryUpdate,
  now: Date,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      ...row,
      ...(problems && { problems: JSON.stringify(problems) }),
      ...(checked !== undefined && { checked: checked && JSON.stringify(checked) }),
      ...(fewer !== undefined && { fewer: fewer && JSON.stringify(fewer) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Moves a complete upload into another delivery. */
export async function moveFile(
  db: Db,
  uploadid: string,
  { deliveryid, path }: { deliveryid: string; path: string },
): Promise<void> {
  await sql`
    update delivery_files set path = ${path}, folded_path = ${foldPath(path)},
      delivery_id = (select id from deliveries where deliveryid = ${deliveryid})
    where uploadid = ${uploadid}`.execute(db);
}

export async function sumFiles(db: Db, deliveryId: number): Promise<{ files: number; bytes: number }> {
  return db
    .selectFrom('delivery_files')
    .where('delivery_id', '=', deliveryId)
    .select(({ fn }) => [fn.countAll<number>().as('files'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .executeTakeFirstOrThrow();
}

/** False when the delivery has a file of this path, a file where a folder is needed, or a folder of this path. */
export async function insertFile(
  db: Db,
  { uploadid, deliveryId, path, bytes }: { uploadid: string; deliveryId: number; path: string; bytes: number },
  now: Date,
): Promise<boolean> {
  const folded = foldPath(path);
  const { rows } = await sql`
    insert into delivery_files (uploadid, delivery_id, path, folded_path, bytes, state, created_at)
    select ${uploadid}, ${deliveryId}, ${path}, ${folded}, ${bytes}, ${bytes === 0 ? 'complete' : 'uploading'}, ${now}
    where not exists (select from delivery_files where delivery_id = ${deliveryId} and (folded_path = ${folded}
      or starts_with(folded_path, ${folded} || '/') or starts_with(${folded}, folded_path || '/')))
    returning id`.execute(db);
  return rows.length > 0;
}

/** Inserts files that the delivery does not have. */
export async function insertFiles(
  db: Db,
  deliveryId: number,
  files: { path: string; bytes: number }[],
  now: Date,
): Promise<void> {
  const rows = files.map(({ path, bytes }) => ({
    delivery_id: deliveryId,
    path,
    folded_path: foldPath(path),
    bytes,
    state: bytes === 0 ? ('complete' as const) : ('uploading' as const),
    created_at: now,
  }));
  if (rows.length > 0) await db.insertInto('delivery_files').values(rows).execute();
}

/** The upload of a file of which nothing was received yet. */
export async function findAnnounced(
  db: Db,
  { deliveryId, path, bytes }: { deliveryId: number; path: string; bytes: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('delivery_files')
    .where('delivery_id', '=', deliveryId)
    .where('folded_path', '=', foldPath(path))
    .where('bytes', '=', bytes)
    .where('received', '=', 0)
    .where('state', '=', 'uploading')
    .select('uploadid')
    .executeTakeFirst();
  return row?.uploadid;
}

export interface UploadRow {
  deliveryid: string;
  path: string;
  bytes: number;
  received: number;
}

export async function findUpload(db: Db, uploadid: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('delivery_files')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_id')
    .where('uploadid', '=', uploadid)
    .select(['deliveryid', 'path', 'bytes', 'received'])
    .executeTakeFirst();
}

/** An upload whose bytes are all there. */
export interface CompleteUpload {
  path: string;
  bytes: number;
  purpose: Delivery['purpose'];
}

/** Adds a stored part; undefined when the upload is gone or at another position. Gives the delivery, and whether all is there. */
export async function insertPart(
  db: Db,
  { uploadid, key, offset, bytes }: { uploadid: string; key: string; offset: number; bytes: number },
  now: Date,
): Promise<({ deliveryid: string; isComplete: boolean } & CompleteUpload) | undefined> {
  const { rows } = await sql<{ deliveryid: string; isComplete: boolean } & CompleteUpload>`
    with part as (
      update delivery_files set received = received + ${bytes}::bigint, parts = parts || ${key}::text,
        state = case when received + ${bytes}::bigint = bytes then 'complete' else state end
      where uploadid = ${uploadid} and received = ${offset} and state = 'uploading'
      returning delivery_id, state, path, bytes)
    update deliveries d set updated_at = ${now}, sent_at = ${now} from part where d.id = part.delivery_id
    returning d.deliveryid, d.purpose, part.path, part.bytes, part.state = 'complete' as "isComplete"`.execute(db);
  return rows[0];
}

/** A complete upload of a delivery that is neither checked nor imported yet; ids are internal. */
export async function findWaitingUpload(db: Db, uploadid: string) {
  return db
    .selectFrom('delivery_files')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_id')
    .where('uploadid', '=', uploadid)
    .where('delivery_files.state', '=', 'complete')
    .where('deliveries.state', 'in', ['uploading', 'refused'])
    .select(['path', 'bytes', 'parts', 'deliveries.id as deliveryId', 'label_id as labelId', 'release_id as releaseId'])
    .executeTakeFirst();
}

export async function refuseFiles(db: Db, deliveryId: number, problems: ImportFailure[]): Promise<void> {
  await sql`
    update delivery_files f set state = 'refused', problem = p.reason
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as p (path text, reason text)
    where f.delivery_id = ${deliveryId} and f.path = p.path`.execute(db);
}

/** Refuses a file whose content is not taken. */
export async function refuseUpload(db: Db, uploadid: string, problem: string): Promise<void> {
  await db.updateTable('delivery_files').set({ state: 'refused', problem }).where('uploadid', '=', uploadid).execute();
}

/** Deletes one file. Gives the keys of its parts. */
export async function deleteFile(db: Db, uploadid: string): Promise<string[]> {
  const row = await db
    .deleteFrom('delivery_files')
    .where('uploadid', '=', uploadid)
    .returning('parts')
    .executeTakeFirst();
  return row?.parts ?? [];
}

/** Deletes the files of a delivery. Gives the keys of their parts. */
export async function deleteFiles(db: Db, deliveryId: number): Promise<string[]> {
  const rows = await db.deleteFrom('delivery_files').where('delivery_id', '=', deliveryId).returning('parts').execute();
  return rows.flatMap(({ parts }) => parts);
}

/** Forgets the parts of the files of a delivery, which stay in its list. Gives their keys. */
export async function clearParts(db: Db, deliveryId: number): Promise<string[]> {
  const files = await listFiles(db, deliveryId);
  await db.updateTable('delivery_files').set({ parts: [] }).where('delivery_id', '=', deliveryId).execute();
  return files.flatMap(({ parts }) => parts);
}

export type StoredUpload = Pick<Rows['delivery_files'], 'path' | 'bytes' | 'received' | 'parts' | 'state'>;

/** By path. */
export async function listFiles(db: Db, deliveryId: number): Promise<StoredUpload[]> {
  return db
    .selectFrom('delivery_files')
    .where('delivery_id', '=', deliveryId)
    .orderBy('folded_path')
    .select(['path', 'bytes', 'received', 'parts', 'state'])
    .execute();
}

/** Complete files that an import refused are tried again. */
export async function clearRefusals(db: Db, deliveryId: number): Promise<void> {
  await db
    .updateTable('delivery_files')
    .set({ state: 'complete', problem: null })
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'refused')
    .whereRef('received', '=', 'bytes')
    .execute();
}

/** With the name of its label. */
export type ImportedDelivery = Delivery & { label: string };

export async function findImport(db: Db, deliveryid: string): Promise<ImportedDelivery | undefined> {
  return db
    .selectFrom('deliveries')
    .innerJoin('labels', 'labels.id', 'label_id')
    .where('deliveryid', '=', deliveryid)
    .selectAll('deliveries')
    .select('labels.name as label')
    .executeTakeFirst();
}

export async function findReleaseId(db: Db, releaseid: string): Promise<number | null> {
  const row = await db.selectFrom('releases').where('releaseid', '=', releaseid).select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** Deliveries in one of the states that nobody touched since. */
export async function listUntouched(
  db: Db,
  purpose: Delivery['purpose'],
  states: Delivery['state'][],
  before: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .where('purpose', '=', purpose)
    .where('state', 'in', states)
    .where('updated_at', '<', before)
    .select('deliveryid')
    .execute();
  return rows.map(({ deliveryid }) => deliveryid);
}

/** Those of the uploads whose delivery is open. */
export async function listOpenUploads(db: Db, uploadids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery_files')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_id')
    .where('uploadid', 'in', uploadids)
    .where('deliveries.state', 'in', OPEN)
    .select('uploadid')
    .execute();
  return rows.map(({ uploadid }) => uploadid);
}

export async function moveDeliveries(db: Db, from: number, into: number): Promise<void> {
  await db.updateTable('deliveries').set({ label_id: into }).where('label_id', '=', from).execute();
}

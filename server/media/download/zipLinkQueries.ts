import type { AudioFormat } from '@promenade/contract/fields';
import type { Db } from '../../platform/database/db.ts';

interface ZipLink {
  accountid: number;
  /** Public id of the release or playlist. */
  id: string;
}

export async function upsertZipLink(
  db: Db,
  { accountid, id, format }: ZipLink & { format: AudioFormat },
  at: Date,
): Promise<void> {
  await db
    .insertInto('zip_links')
    .values({ account_id: accountid, object_id: id, format, at })
    .onConflict((conflict) => conflict.columns(['account_id', 'object_id']).doUpdateSet({ format, at }))
    .execute();
}

export async function findZipFormat(db: Db, { accountid, id }: ZipLink): Promise<AudioFormat | undefined> {
  const row = await db
    .selectFrom('zip_links')
    .where('account_id', '=', accountid)
    .where('object_id', '=', id)
    .select('format')
    .executeTakeFirst();
  return row?.format;
}

export async function deleteOldZipLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('zip_links').where('at', '<', before).execute();
}

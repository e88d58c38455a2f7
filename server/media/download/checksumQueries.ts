import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** CRC-32 of the samples of a stored WAV in big-endian order. */
export async function findSwappedChecksum(db: Db, file: string): Promise<number | undefined> {
  const row = await db.selectFrom('swapped_checksums').where('file', '=', file).select('crc32').executeTakeFirst();
  return row?.crc32;
}

export async function insertSwappedChecksum(db: Db, file: string, crc32: number): Promise<void> {
  await sql`
    insert into swapped_checksums (file, crc32) select key, ${crc32} from stored_files where key = ${file}
    on conflict do nothing`.execute(db);
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Pair } from '../platform/http/splice.ts';

/** A pair file, and the checksums of its copies. */
export interface SoundPair extends Pair {
  /** CRC-32 of the copy that is all A. */
  crcA: number;
  /** What choosing B in a segment adds to it (exclusive or). */
  crcB: Uint32Array;
  format: Buffer;
}

export async function findPair(db: Db, file: string): Promise<SoundPair | undefined> {
  const row = await db
    .selectFrom('sound_pairs')
    .where('file', '=', file)
    .select(['head_bytes', 'ends', 'crc_a', 'crc_b', 'format'])
    .executeTakeFirst();
  return (
    row && {
      headBytes: row.head_bytes,
      ends: readNumbers(row.ends),
      crcA: row.crc_a,
      crcB: readNumbers(row.crc_b),
      format: row.format,
    }
  );
}

const readNumbers = (bytes: Buffer): Uint32Array =>
  Uint32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4));

interface SoundMark {
  key: Buffer;
  segments: number;
  /** Null for an account that got no marked sound yet. */
  code: Buffer | null;
}

/** What makes the word of an account in a pair file. */
export async function findSoundMark(db: Db, file: string, accountid: number): Promise<SoundMark | undefined> {
  const { rows } = await sql<SoundMark>`
    select m.key, m.segments, c.code from sound_pairs p join sound_marks m on m.id = p.mark_id
    left join sound_codes c on c.account_id = ${accountid} where p.file = ${file}`.execute(db);
  return rows[0];
}

/** Gives the account a code, unless it has one. */
export async function upsertSoundCode(
  db: Db,
  { accountid, playerid }: Pick<Caller, 'accountid' | 'playerid'>,
  now: Date,
): Promise<Buffer> {
  const { rows } = await sql<{ code: Buffer }>`
    insert into sound_codes (code, account_id, playerid, created_at)
    values (${randomBytes(16)}, ${accountid}, ${playerid}, ${now})
    on conflict (account_id) do update set account_id = excluded.account_id returning code`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The upsert of a code returned none.');
  return row.code;
}

/** Forgets the codes of deleted accounts that the ledger does not name any more. */
export async function deleteOldSoundCodes(db: Db): Promise<void> {
  await sql`
    delete from sound_codes c where account_id is null
      and not exists (select from media_ledger l where l.playerid = c.playerid)`.execute(db);
}

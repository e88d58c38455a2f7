import { sql } from 'kysely';
import { insertUnknownFiles, REFERENCED_FILES, referencedFiles } from '../catalogue/document/storedFileQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { inBatches } from '../platform/database/page.ts';
import type { Client } from './tableQueries.ts';

/** A stored file as the database knows it. */
export interface KnownFile {
  key: string;
  bytes: number | null;
  /** In hex; null for a picture of an earlier version. */
  sha256: string | null;
}

const FETCHED_ROWS = 5_000;
const PAGE_SIZE = 1_000;

/** Reads the files that rows name, in the transaction of the connection. */
export async function* readReferencedFiles(client: Client): AsyncGenerator<KnownFile> {
  await client.query(`
    declare files cursor for
    select distinct on (referenced.file) referenced.file as key, s.bytes, encode(s.sha256, 'hex') as sha256
    from ${REFERENCED_FILES} left join stored_files s on s.key = referenced.file order by referenced.file`);
  for (;;) {
    const { rows } = await client.query<KnownFile>(`fetch ${FETCHED_ROWS} from files`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('close files');
}

/** Reads all known files in pages, also those that rows name and `stored_files` did not have yet. */
export async function* readKnownFiles(db: Db): AsyncGenerator<KnownFile[]> {
  await db.transaction().execute(insertUnknownFiles);
  yield* inBatches<KnownFile>((last) => listKnownFiles(db, last?.key ?? ''));
}

/** In the order of their keys, after a key. */
async function listKnownFiles(db: Db, after: string): Promise<KnownFile[]> {
  const { rows } = await sql<KnownFile>`
    select key, bytes, encode(sha256, 'hex') as sha256 from stored_files
    where key > ${after} order by key limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** A row that names a file. */
export interface FileReference {
  file: string;
  what: string;
  /** The size that the row says. */
  bytes: number | null;
  /** Null for logos and pictures of artists. */
  releaseid: string | null;
  title: string | null;
  artist: string | null;
}

/** The rows that name these files, in the order of the releases. */
export async function listFileReferences(db: Db, keys: string[]): Promise<FileReference[]> {
  const { rows } = await sql<FileReference>`
    select referenced.file, referenced.what, referenced.bytes, r.releaseid, r.title, r.artist
    from ${referencedFiles} left join releases r on r.id = referenced.release_id
    where referenced.file = any(${keys}::text[]) order by r.id, referenced.what`.execute(db);
  return rows;
}

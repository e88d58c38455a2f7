import { join } from 'node:path';
import { endAllAccess } from '../access/endAllAccess.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { listMigrations, migrate } from '../platform/database/migrate.ts';
import {
  isRestoreUnfinished,
  markRestoreFinished,
  markRestoreUnfinished,
} from '../platform/database/unfinishedRestore.ts';
import {
  createFingerprint,
  readMediaStoreId,
  setMediaStore,
  setSecretFingerprint,
} from '../platform/process/installation.ts';
import { copyContent, hashContent, isDamage, isEmpty, OWN_KEYS, type Storage } from '../platform/storage/storage.ts';
import {
  type BackedUpFile,
  contentKey,
  type Manifest,
  openBackupMedia,
  readFileList,
  readManifest,
  tableFile,
} from './backupFolder.ts';
import { findFormats, setFormat } from './formats.ts';
import * as queries from './tableQueries.ts';

type Context = Pick<AppContext, 'db' | 'pool' | 'storage' | 'secrets' | 'now'>;

interface Options {
  /** Accepts another secret, and ends what the former one signed. */
  newSecret: boolean;
  /** Receives one line about each step. */
  print(line: string): void;
}

/**
 * Fills an empty database and media store from a backup. An interrupted restore starts again.
 * @throws one sentence when something is not empty, does not fit, or is damaged
 */
export async function restoreBackup(context: Context, folder: string, options: Options): Promise<Manifest> {
  const { db, pool, storage, now } = context;
  const { print, newSecret } = options;
  const manifest = await readManifest(folder);
  await requireKnownMigrations(manifest);
  requireSecret(context, manifest, newSecret);
  await requireEmptyDatabase(context);
  await requireOwnMedia(storage, manifest);
  await beginRestore(context);
  print('Copying the files …');
  await copyFiles(storage, folder, manifest);
  print('Filling the tables …');
  await migrate(pool, undefined, manifest.migrations);
  await loadTables(context, join(folder, manifest.folder), manifest);
  const later = await migrate(pool);
  if (later.length > 0) print(`Updated the tables to this version (${later.length} migrations).`);
  await pool.query('vacuum analyze');
  await db.transaction().execute(async (db) => {
    if (newSecret) {
      await endAllAccess(db, now());
      await setSecretFingerprint(db, context.secrets);
    }
    await insertAudit(db, {
      at: now(),
      actor: 'command',
      action: 'installation.restore',
      subject: manifest.takenAt,
      after: { newSecret },
    });
  });
  await setMediaStore(db, storage);
  await markRestoreFinished(pool);
  await storage.delete(OWN_KEYS.restoring);
  return manifest;
}

async function requireKnownMigrations({ migrations }: Manifest): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown)
    throw new Error(`This backup was made by a newer version of Promenade (it has ${unknown}): update the program.`);
}

function requireSecret({ secrets }: Context, { installation }: Manifest, newSecret: boolean): void {
  if (newSecret || installation.secret === undefined || installation.secret === createFingerprint(secrets)) return;
  throw new Error(
    'The secret is not that of the backup: set the former APP_SECRET, or put the former file `secret` into the data folder, or use --new-secret, which ends all sessions and links.',
  );
}

/** Accepts an empty media store, that of the backup itself, and that of an interrupted restore. */
async function requireOwnMedia(storage: Storage, { installation }: Manifest): Promise<void> {
  if (await storage.stat(OWN_KEYS.restoring)) return;
  const id = await readMediaStoreId(storage);
  if (id === undefined ? await isEmpty(storage) : id === installation.mediaStore) return;
  throw new Error(`The media store ${storage.location} has files of another installation: choose an empty one.`);
}

async function requireEmptyDatabase({ pool }: Context): Promise<void> {
  if (await isRestoreUnfinished(pool)) return;
  const table = await queries.findTable(pool);
  if (table) throw new Error(`The database is not empty (it has the table ${table}): restore into a new one.`);
}

/** Marks database and media store, and deletes the tables of an interrupted restore. */
async function beginRestore({ pool, storage }: Context): Promise<void> {
  if (await isRestoreUnfinished(pool)) await queries.dropSchemas(pool);
  await markRestoreUnfinished(pool);
  await storage.put(OWN_KEYS.restoring, Buffer.alloc(0));
}

async function copyFiles(storage: Storage, folder: string, manifest: Manifest): Promise<void> {
  const backup = openBackupMedia(folder);
  const target = storage.withPartialFolder('restore');
  let count = 0;
  for await (const file of readFileList(folder, manifest)) {
    count += 1;
    if (await isStored(target, file)) continue;
    try {
      await copyContent(backup, contentKey(file.sha256), target, file.key, file.sha256);
    } catch (reason) {
      if (!isDamage(reason)) throw reason;
      throw new Error(`The backup is damaged: its copy of ${file.key} is missing or wrong.`, { cause: reason });
    }
  }
  await target.removePartialFolder('restore');
  if (count !== manifest.files.count)
    throw new Error(`The backup is damaged: it lists ${count} of ${manifest.files.count} files.`);
}

async function isStored(storage: Storage, { key, bytes, sha256 }: BackedUpFile): Promise<boolean> {
  return (await storage.stat(key))?.bytes === bytes && (await hashContent(storage, key)) === sha256;
}

/** Codes of a file that is not there, and of rows that PostgreSQL refuses: data, constraints, columns. */
const DAMAGED_TABLE = /^(ENOENT|(22|23|42)[0-9A-Z]{3})$/;

/** Fills all tables in one transaction and compares their rows with those of the snapshot. */
async function loadTables({ pool }: Context, folder: string, manifest: Manifest): Promise<void> {
  const client = await pool.connect();
  try {
    if (manifest.jobsSchema !== null) await client.query(manifest.jobsSchema);
    let problem: unknown;
    for (const format of await findFormats(client, folder, manifest)) {
      await client.query('begin');
      try {
        await setFormat(client, format);
        await fillTables(client, folder, manifest);
        await client.query('commit');
        return;
      } catch (reason) {
        problem ??= reason;
        await client.query('rollback');
      }
    }
    throw problem;
  } finally {
    // Closing the connection also ends a transaction that failed.
    client.release(true);
  }
}

async function fillTables(client: queries.Client, folder: string, manifest: Manifest): Promise<void> {
  // The tables of the installation may be in another schema here, and other schemas are not its own.
  const own = manifest.tables.find(({ name }) => name === 'schema_migrations')?.schema;
  const target = await queries.getSchema(client);
  const isOwn = ({ schema }: { schema: string }) => schema === own || schema === 'pgboss';
  const move = <Named extends { schema: string }>(item: Named): Named =>
    item.schema === own ? { ...item, schema: target } : item;
  await queries.createPartitions(client, manifest.partitions.filter(isOwn).map(move));
  const tables = manifest.tables.filter(isOwn);
  await queries.truncateTables(client, tables.map(move));
  for (const table of tables) {
    await queries.copyFromFile(client, move(table), join(folder, tableFile(table))).catch((cause: unknown) => {
      if (!DAMAGED_TABLE.test(String((cause as { code?: unknown }).code))) throw cause;
      throw new Error(`The backup is damaged: ${tableFile(table)} is missing or wrong.`, { cause });
    });
    const { rows, digest } = await queries.digestTable(client, move(table));
    if (rows !== table.rows || digest !== table.digest)
      throw new Error(`The backup is damaged: ${table.name} has ${rows} rows that differ from its ${table.rows}.`);
  }
  await queries.setSequences(client, manifest.sequences.filter(isOwn).map(move));
}

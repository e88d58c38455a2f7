import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { getConstructionPlans } from 'pg-boss';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { FORMAT_SETTINGS, isReadOnly } from '../platform/database/session.ts';
import { getInstallation } from '../platform/process/installation.ts';
import { copyContent, hashContent, isDamage, type Storage } from '../platform/storage/storage.ts';
import {
  type BackedUpFile,
  completeBackup,
  contentKey,
  createTablesFolder,
  FILE_LIST,
  lockBackupFolder,
  type Manifest,
  openBackupMedia,
  tableFile,
} from './backupFolder.ts';
import { type KnownFile, readReferencedFiles } from './fileQueries.ts';
import * as queries from './tableQueries.ts';

type Context = Pick<AppContext, 'db' | 'pool' | 'storage' | 'now'>;

interface Options {
  /** Reads files that an earlier backup copied, and compares their hash. */
  check: boolean;
  /** Receives one line about each step. */
  print(line: string): void;
}

const REFERENCED = 'referenced.jsonl';

/** Makes or continues a backup while the service runs. Returns what it contains. */
export async function createBackup(context: Context, folder: string, options: Options): Promise<Manifest> {
  const lock = await lockBackupFolder(folder);
  try {
    const takenAt = context.now();
    const audit = { at: takenAt, actor: 'command', action: 'installation.backup', subject: folder };
    const isUnrecorded = await isReadOnly(context.pool);
    if (isUnrecorded) options.print('The database is read-only: its audit trail will not have this backup.');
    else await insertAudit(context.db, audit);
    const tablesFolder = await createTablesFolder(folder, takenAt);
    options.print('Copying the tables …');
    const tables = await copyTables(context, join(folder, tablesFolder));
    options.print('Copying the files …');
    const files = await copyFiles(context.storage, folder, join(folder, tablesFolder), options);
    const manifest: Manifest = {
      format: 1,
      takenAt: takenAt.toISOString(),
      folder: tablesFolder,
      settings: FORMAT_SETTINGS,
      installation: await getInstallation(context.db),
      ...tables,
      ...files,
    };
    await completeBackup(folder, manifest);
    return manifest;
  } finally {
    lock.release();
  }
}

/** Reads everything in one snapshot. */
async function copyTables({ pool }: Context, folder: string) {
  const client = await pool.connect();
  try {
    const tables = await queries.beginSnapshot(client);
    const jobsSchema = await getJobsSchema(client);
    const copied: Manifest['tables'] = [];
    for (const table of tables) {
      await queries.copyToFile(client, table, join(folder, tableFile(table)));
      copied.push({ ...table, ...(await queries.digestTable(client, table)) });
    }
    await pipeline(
      async function* () {
        for await (const file of readReferencedFiles(client)) yield `${JSON.stringify(file)}\n`;
      },
      createWriteStream(join(folder, REFERENCED), { mode: 0o600 }),
    );
    return {
      migrations: await queries.listAppliedMigrations(client),
      jobsSchema,
      tables: copied,
      partitions: await queries.listPartitions(client),
      sequences: await queries.listSequences(client),
    };
  } finally {
    // Closing the connection ends the snapshot.
    client.release(true);
  }
}

/** @throws one sentence when the job tables are not of this version */
async function getJobsSchema(client: queries.Client): Promise<string | null> {
  const version = await queries.getJobsVersion(client);
  if (version === null) return null;
  const schema = getConstructionPlans('pgboss');
  if (!schema.includes(`INSERT INTO pgboss.version(version) VALUES ('${version}')`))
    throw new Error('The job tables are of another version of Promenade: start the service of this version once.');
  return schema;
}

/** Copies the files that are not in the backup yet, and lists all of them. */
async function copyFiles(source: Storage, folder: string, tablesFolder: string, { check, print }: Options) {
  const target = openBackupMedia(folder);
  const files = { count: 0, bytes: 0 };
  const damaged: string[] = [];
  const referenced = join(tablesFolder, REFERENCED);
  async function* copied() {
    for await (const line of createInterface({ input: createReadStream(referenced) })) {
      const known = JSON.parse(line) as KnownFile;
      const file = await copyFile(source, target, known, check);
      if (!file) {
        damaged.push(known.key);
        print(`${known.key} is missing or wrong and is not in the backup.`);
        continue;
      }
      files.count += 1;
      files.bytes += file.bytes;
      yield `${JSON.stringify(file)}\n`;
    }
  }
  await pipeline(copied, createWriteStream(join(tablesFolder, FILE_LIST), { mode: 0o600, flush: true }));
  await rm(referenced);
  return { files, damaged };
}

/** Undefined when the file is missing or its content is wrong. */
async function copyFile(
  source: Storage,
  target: Storage,
  { key, bytes, sha256 }: KnownFile,
  check: boolean,
): Promise<BackedUpFile | undefined> {
  const stored = await source.stat(key);
  if (!stored || (bytes !== null && stored.bytes !== bytes)) return undefined;
  const hash = sha256 ?? (await hashContent(source, key));
  const content = contentKey(hash);
  const file = { key, bytes: stored.bytes, sha256: hash };
  const isCopied = (await target.stat(content))?.bytes === stored.bytes;
  if (isCopied && !(check && (await hashContent(target, content)) !== hash)) return file;
  try {
    await copyContent(source, key, target, content, hash);
    return file;
  } catch (reason) {
    if (isDamage(reason)) return undefined;
    throw reason;
  }
}

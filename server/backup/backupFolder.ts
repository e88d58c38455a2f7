import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { createFolder } from '../platform/process/dataFolder.ts';
import { type Lock, tryLock } from '../platform/process/lock.ts';
import { createDiskStorage, type Storage, syncFolder } from '../platform/storage/storage.ts';

// A backup folder:
//   backup.json     names the newest complete backup; written last
//   tables-…/       its tables as COPY writes them, and the list of its files
//   media/          files by content hash, shared by all backups in this folder

const MANIFEST = 'backup.json';
const LOCK = 'backup.lock';
const TABLES = 'tables-';
/** What backups write. The journal of the lock remains when a backup was killed. */
const OWN_ENTRIES = [MANIFEST, `${MANIFEST}.new`, LOCK, `${LOCK}-journal`, 'media'];
export const FILE_LIST = 'files.jsonl';

const name = z.object({ schema: z.string(), name: z.string() });

const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  folder: z.string().check(z.regex(/^tables-[\w-]+$/)),
  /** How the tables are written; earlier versions wrote them as the database was set. */
  settings: z.optional(
    z.object({
      DateStyle: z.string(),
      IntervalStyle: z.string(),
      TimeZone: z.string(),
      bytea_output: z.string(),
      extra_float_digits: z.string(),
    }),
  ),
  migrations: z.array(z.string()),
  /** Creates the tables of the jobs in the version of the backup; null when there are none. */
  jobsSchema: z.nullable(z.string()),
  tables: z.array(z.extend(name, { columns: z.array(z.string()), rows: z.number(), digest: z.string() })),
  partitions: z.array(z.extend(name, { parent: z.string(), bound: z.string() })),
  sequences: z.array(z.extend(name, { value: z.string(), isCalled: z.boolean() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** The fingerprint of the secret, and the id of the media store. */
  installation: z.object({ secret: z.optional(z.string()), mediaStore: z.optional(z.string()) }),
  /** Files that were missing or wrong when the backup was made. */
  damaged: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

const BackedUpFile = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() });
export type BackedUpFile = z.infer<typeof BackedUpFile>;

export const tableFile = (table: { schema: string; name: string }) => `${table.schema}.${table.name}.copy`;

/** The key of a file in `media/`. */
export const contentKey = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

export const openBackupMedia = (folder: string): Storage => createDiskStorage(join(folder, 'media'));

/**
 * Creates a folder that nobody else may read, or opens one with backups, for this process alone.
 * @throws one sentence when it holds something else or another backup runs
 */
export async function lockBackupFolder(folder: string): Promise<Lock> {
  await createFolder(folder).catch((reason: NodeJS.ErrnoException) => {
    const problem = reason.code === 'EEXIST' ? 'is a file' : `cannot be created (${reason.code})`;
    throw new Error(`${folder} ${problem}: name a folder.`, { cause: reason });
  });
  const entries = await readdir(folder);
  if (entries.some((entry) => !OWN_ENTRIES.includes(entry) && !entry.startsWith(TABLES)))
    throw new Error(`The folder ${folder} has other files: choose an empty one, or one with backups.`);
  await chmod(folder, 0o700);
  const lock = tryLock(join(folder, LOCK));
  if (!lock) throw new Error(`Another backup into ${folder} is running.`);
  await chmod(join(folder, LOCK), 0o600);
  return lock;
}

export async function createTablesFolder(folder: string, takenAt: Date): Promise<string> {
  const created = `${TABLES}${takenAt.toISOString().replaceAll(/[:.]/g, '-')}`;
  await rm(join(folder, created), { recursive: true, force: true });
  await mkdir(join(folder, created), { mode: 0o700 });
  return created;
}

/** Makes a backup the newest complete one, then deletes the tables of earlier and interrupted ones. */
export async function completeBackup(folder: string, manifest: Manifest): Promise<void> {
  await syncFolder(join(folder, manifest.folder));
  const path = join(folder, MANIFEST);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(folder);
  for (const entry of await readdir(folder))
    if (entry.startsWith(TABLES) && entry !== manifest.folder) await rm(join(folder, entry), { recursive: true });
}

/** @throws one sentence when the folder has no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'ENOENT' && reason.code !== 'ENOTDIR') throw reason;
    throw new Error(`The folder ${folder} has no complete backup.`);
  });
  const manifest = Manifest.safeParse(parseJson(text));
  if (!manifest.success) throw new Error(`The file ${join(folder, MANIFEST)} is damaged or of a newer version.`);
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the list of files, line by line. @throws one sentence when it is damaged */
export async function* readFileList(folder: string, manifest: Manifest): AsyncGenerator<BackedUpFile> {
  const path = join(folder, manifest.folder, FILE_LIST);
  if (!existsSync(path)) throw new Error(`The backup is damaged: ${path} is missing.`);
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const file = BackedUpFile.safeParse(parseJson(line));
    if (!file.success) throw new Error(`The backup is damaged: ${path} has a line that cannot be read.`);
    yield file.data;
  }
}

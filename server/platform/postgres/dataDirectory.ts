import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  CURRENT_USER,
  canAccess,
  canRunAs,
  canUseUserNamespace,
  findUnprivilegedUser,
  type ProcessUser,
} from '../process/processes.ts';
import { copyBinaries, findBinaries, type PostgresBinaries, prepareBinaries } from './postgresBinaries.ts';

/**
 * Finds or chooses the data directory of the embedded PostgreSQL. It is `database` in the data folder; `database.json`
 * beside it names its location, because it may have to be elsewhere.
 *
 * PostgreSQL refuses to run as root. Root therefore tries, in this order: an unprivileged user in the data folder, the
 * same user with copies of programs and data elsewhere, a user namespace.
 */
export interface DataDirectory {
  folder: string;
  /** PGDATA. */
  cluster: string;
  log: string;
  /** Whether initdb has finished. */
  isInitialised: boolean;
}

/** The PostgreSQL programs and the user that runs them. */
export interface PostgresPrograms {
  binaries: PostgresBinaries;
  user: ProcessUser;
}

/** The content of `database.json`. */
interface Location {
  /** `database`, or an absolute path outside the data folder. */
  folder: string;
  /** Whether initdb has finished. */
  made: boolean;
}

const DEFAULT_FOLDER = 'database';
const locationFile = (dataDir: string) => join(dataDir, 'database.json');
const buildDirectory = (folder: string, isInitialised: boolean): DataDirectory => ({
  folder,
  cluster: join(folder, 'cluster'),
  log: join(folder, 'server.log'),
  isInitialised,
});

/** Undefined when none was created. @throws one sentence when it is gone: an empty one must not replace it */
export async function findDataDirectory(dataDir: string): Promise<DataDirectory | undefined> {
  const location = await readLocation(dataDir);
  if (!location) return undefined;
  const directory = buildDirectory(resolve(dataDir, location.folder), location.made);
  if (!directory.isInitialised || existsSync(join(directory.cluster, 'PG_VERSION'))) return directory;
  throw new Error(
    `The database of ${dataDir} is missing in ${directory.folder}: restore it, or remove database.json to create an empty one.`,
  );
}

/** Chooses folder, programs and user. Call it only while no server runs. @throws one sentence when nothing works */
export async function prepareDataDirectory(
  dataDir: string,
  existing: DataDirectory | undefined,
): Promise<[DataDirectory, PostgresPrograms]> {
  const setup: Setup = {
    dataDir,
    folder: existing?.folder ?? join(dataDir, DEFAULT_FOLDER),
    isFixed: existing !== undefined,
    binaries: findBinaries(),
    user: CURRENT_USER,
  };
  const { folder, ...programs } = await (process.getuid?.() === 0 ? prepareForRoot(setup) : prepareForOwner(setup));
  if (existing) return [existing, programs];
  const directory = buildDirectory(folder, false);
  await saveLocation(dataDir, directory);
  return [directory, programs];
}

/** Writes `database.json` atomically. */
export async function saveLocation(dataDir: string, { folder, isInitialised }: DataDirectory): Promise<void> {
  const file = locationFile(dataDir);
  const isDefault = folder === join(dataDir, DEFAULT_FOLDER);
  const location: Location = { folder: isDefault ? DEFAULT_FOLDER : folder, made: isInitialised };
  await writeFile(`${file}.new`, `${JSON.stringify(location)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

interface Setup extends PostgresPrograms {
  dataDir: string;
  folder: string;
  /** The database exists already and cannot be placed elsewhere. */
  isFixed: boolean;
}

async function prepareForOwner(setup: Setup): Promise<Setup> {
  const { dataDir, folder } = setup;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = await stat(folder);
  if (uid !== process.getuid?.())
    throw new Error(
      `The database folder ${folder} belongs to another user (id ${uid}): start as that user, or change the owner.`,
    );
  return { ...setup, binaries: await prepareBinaries(setup.binaries, dataDir) };
}

async function prepareForRoot(setup: Setup): Promise<Setup> {
  const { dataDir, folder } = setup;
  const user = (await findOwner(join(folder, 'cluster'))) ?? findUnprivilegedUser();
  const prepared = (await canRunAs(user)) && (await prepareForUser({ ...setup, user }));
  if (prepared) return prepared;
  if (!(await canUseUserNamespace()))
    throw new Error(
      'PostgreSQL does not run as root, and no other user can be used here: start as an ordinary user, or set DATABASE_URL.',
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await changeOwner(folder, 0, 0);
  return { ...setup, binaries: await prepareBinaries(setup.binaries, dataDir), user: { unshare: true } };
}

async function prepareForUser(setup: Setup): Promise<Setup | undefined> {
  const { dataDir, isFixed, user } = setup;
  const sharedFolder = await findSharedFolder(user);
  const prepared = await prepareBinaries(setup.binaries, sharedFolder ?? dataDir);
  const isReachable = await canAccess(user, join(prepared.folder, 'bin', 'postgres'));
  const binaries = isReachable ? prepared : sharedFolder && (await copyBinaries(setup.binaries, sharedFolder));
  if (!binaries) return undefined;
  // Lets the user pass through the data folder; everything else in it stays closed by its own mode.
  if (!(await canAccess(user, dataDir))) await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
  const canStay = isFixed || (await canAccess(user, dataDir));
  const folder = canStay ? setup.folder : sharedFolder && join(sharedFolder, randomUUID());
  if (!folder) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await changeOwner(folder, user.uid ?? 0, user.gid ?? 0);
  return (await canAccess(user, folder)) ? { ...setup, folder, binaries } : undefined;
}

/** Undefined when the folder is missing or belongs to root. */
async function findOwner(folder: string): Promise<ProcessUser | undefined> {
  const { uid, gid } = await stat(folder).catch(() => ({ uid: 0, gid: 0 }));
  return uid === 0 ? undefined : { uid, gid };
}

/** A folder of root that the user may enter. A folder in /tmp that somebody else created is not trusted. */
async function findSharedFolder(user: ProcessUser): Promise<string | undefined> {
  for (const folder of ['/var/lib/promenade', join(tmpdir(), 'promenade-root')]) {
    try {
      await mkdir(folder, { mode: 0o755 }).catch((reason: NodeJS.ErrnoException) => {
        if (reason.code !== 'EEXIST') throw reason;
      });
      const stats = await lstat(folder);
      if (stats.isDirectory() && stats.uid === 0 && (await canAccess(user, folder))) return folder;
    } catch {
      // The next folder is tried.
    }
  }
  return undefined;
}

async function changeOwner(folder: string, uid: number, gid: number): Promise<void> {
  const { uid: owner } = await lstat(folder);
  if (owner === uid) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  // The folder itself comes last: its owner says that the change is complete.
  await chown(folder, uid, gid);
}

async function readLocation(dataDir: string): Promise<Location | undefined> {
  const file = locationFile(dataDir);
  const text = await readFile(file, 'utf8').catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return undefined;
    throw reason;
  });
  if (text === undefined) return undefined;
  try {
    const { folder, made } = JSON.parse(text) as Partial<Location>;
    if (typeof folder === 'string' && typeof made === 'boolean') return { folder, made };
  } catch {
    // Reported below.
  }
  throw new Error(`The file ${file} is damaged: it has the location of the database.`);
}

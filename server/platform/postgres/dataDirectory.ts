import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type As, canReach, canRunAs, nobody, OURSELVES, unshareWorks } from '../process/otherUser.ts';
import { type Binaries, copyBinaries, findBinaries, readyBinaries } from './postgresBinaries.ts';

/** Where the cluster of a data folder lies, or will. */
export interface Home {
  folder: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  log: string;
  /** Initialised to the end. */
  made: boolean;
}

/** How its programs are run. */
export interface Programs {
  binaries: Binaries;
  as: As;
}

interface Pointer {
  /** `database`, or absolute where it could not lie in the data folder. */
  folder: string;
  made: boolean;
}

const IN_PLACE = 'database';
const pointerFile = (dataDir: string) => join(dataDir, 'database.json');
const homeAt = (folder: string, made: boolean): Home => ({
  folder,
  cluster: join(folder, 'cluster'),
  log: join(folder, 'server.log'),
  made,
});

/**
 * Finds the cluster that was made for a data folder; undefined when none was begun.
 * @throws one sentence when it is not there any more: a second, empty one is never started in its place
 */
export async function findHome(dataDir: string): Promise<Home | undefined> {
  const pointer = await readPointer(dataDir);
  if (!pointer) return undefined;
  const home = homeAt(resolve(dataDir, pointer.folder), pointer.made);
  if (!home.made || existsSync(join(home.cluster, 'PG_VERSION'))) return home;
  throw new Error(
    `The database of ${dataDir} should lie in ${home.folder} and is not there: bring it back, or remove database.json to begin anew.`,
  );
}

/**
 * Makes ready to start: chooses the folder of a new cluster and how programs are run. Only while no server runs on it.
 * PostgreSQL refuses to run as root; then, in this order: an unprivileged user where everything lies, the same with
 * copies elsewhere, a user namespace of its own.
 * @throws one sentence when nothing of this is possible
 */
export async function prepareHome(dataDir: string, known: Home | undefined): Promise<[Home, Programs]> {
  const found = findBinaries();
  const folder = known?.folder ?? join(dataDir, IN_PLACE);
  const { folder: chosen, ...programs } =
    process.getuid?.() === 0 ? await homeForRoot(dataDir, folder, found, known) : await ownHome(folder, found, dataDir);
  if (!known) await remember(dataDir, homeAt(chosen, false));
  return [known ?? homeAt(chosen, false), programs];
}

/** Writes down where the cluster of a data folder lies, and whether it is complete. */
export async function remember(dataDir: string, { folder, made }: Home): Promise<void> {
  const file = pointerFile(dataDir);
  const pointer: Pointer = { folder: folder === join(dataDir, IN_PLACE) ? IN_PLACE : folder, made };
  await writeFile(`${file}.new`, `${JSON.stringify(pointer)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

interface Chosen extends Programs {
  folder: string;
}

async function ownHome(folder: string, found: Binaries, dataDir: string): Promise<Chosen> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = await stat(folder);
  if (uid !== process.getuid?.()) {
    throw new Error(
      `The database folder ${folder} belongs to another user (id ${uid}): start as that user, or give it to this one.`,
    );
  }
  return { folder, binaries: await readyBinaries(found, dataDir), as: OURSELVES };
}

async function homeForRoot(dataDir: string, folder: string, found: Binaries, known: Home | undefined): Promise<Chosen> {
  const owner = await ownerOf(join(folder, 'cluster'));
  const other = owner ?? nobody();
  if (await canRunAs(other)) {
    const chosen = await homeForOther(dataDir, folder, found, other, known !== undefined);
    if (chosen) return chosen;
  }
  if (!(await unshareWorks())) {
    throw new Error(
      'PostgreSQL does not run as root, and no other user can be used here: start as an ordinary user, or name a PostgreSQL by DATABASE_URL.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(folder, 0, 0);
  return { folder, binaries: await readyBinaries(found, dataDir), as: { unshare: true } };
}

async function homeForOther(
  dataDir: string,
  folder: string,
  found: Binaries,
  other: As,
  fixed: boolean,
): Promise<Chosen | undefined> {
  const spare = await spareFolder(other);
  const ready = await readyBinaries(found, spare ?? dataDir);
  const reachable = await canReach(other, join(ready.folder, 'bin', 'postgres'));
  const binaries = reachable ? ready : spare && (await copyBinaries(found, spare));
  if (!binaries) return undefined;
  // Others pass through the data folder to the database; what else is in it stays closed by its own mode.
  if (!(await canReach(other, dataDir))) await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
  const place = fixed || (await canReach(other, dataDir)) ? folder : spare && join(spare, randomUUID());
  if (!place) return undefined;
  await mkdir(place, { recursive: true, mode: 0o700 });
  await giveTo(place, other.uid ?? 0, other.gid ?? 0);
  return (await canReach(other, place)) ? { folder: place, binaries, as: other } : undefined;
}

/** The user that a cluster belongs to, unless that is root. */
async function ownerOf(cluster: string): Promise<As | undefined> {
  const { uid, gid } = await stat(cluster).catch(() => ({ uid: 0, gid: 0 }));
  return uid === 0 ? undefined : { uid, gid };
}

/** A folder of root's that everyone may pass through; a temporary one only when nobody else made it. */
async function spareFolder(other: As): Promise<string | undefined> {
  for (const folder of ['/var/lib/promenade', join(tmpdir(), 'promenade-root')]) {
    try {
      await mkdir(folder, { mode: 0o755 }).catch((reason: NodeJS.ErrnoException) => {
        if (reason.code !== 'EEXIST') throw reason;
      });
      const found = await lstat(folder);
      if (found.isDirectory() && found.uid === 0 && (await canReach(other, folder))) return folder;
    } catch {
      // Not this one: the next, or none.
    }
  }
  return undefined;
}

async function giveTo(folder: string, uid: number, gid: number): Promise<void> {
  const { uid: owner } = await lstat(folder);
  if (owner === uid) return;
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of below) if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  // The folder itself last: an interrupted round begins again.
  await chown(folder, uid, gid);
}

async function readPointer(dataDir: string): Promise<Pointer | undefined> {
  const text = await readFile(pointerFile(dataDir), 'utf8').catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return undefined;
    throw reason;
  });
  if (text === undefined) return undefined;
  const pointer = parse(text);
  if (typeof pointer?.folder !== 'string' || typeof pointer.made !== 'boolean') {
    throw new Error(`The file ${pointerFile(dataDir)} cannot be read: it names the folder of the database.`);
  }
  return { folder: pointer.folder, made: pointer.made };
}

function parse(text: string): Partial<Pointer> | undefined {
  try {
    return JSON.parse(text) as Partial<Pointer>;
  } catch {
    return undefined;
  }
}

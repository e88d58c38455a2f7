import { readFileSync, writeFileSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Lock, tryLock } from './lock.ts';

/**
 * Claims a data folder for this service, until released or until the process ends, by kill -9 too.
 * @throws one sentence when it cannot be written, or another service has it
 */
export async function claimDataFolder(dataDir: string): Promise<Lock> {
  await makeDataFolder(dataDir);
  const pidFile = join(dataDir, 'service.pid');
  const lock = tryLock(join(dataDir, 'service.lock'));
  if (!lock) {
    const pid = Number.parseInt(readFileSync(pidFile, { encoding: 'utf8', flag: 'a+' }), 10);
    const who = pid > 0 ? ` (process ${pid})` : '';
    throw new Error(
      `Another Promenade${who} is using the data folder ${dataDir}: stop it, or name another one by DATA_DIR.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return lock;
}

/** @throws one sentence when the folder cannot be made or written */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException;
    throw new Error(`The data folder ${dataDir} cannot be written (${code}): name another one by DATA_DIR.`, {
      cause: reason,
    });
  }
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { Service } from './startService.ts';

/** Runs a command of the project on the data of the service of this run; returns its standard output. */
export async function runCommand(
  file: string,
  args: string[],
  { address, dataDir }: Pick<Service, 'address' | 'dataDir'> = {
    address: inject('address'),
    dataDir: inject('dataDir'),
  },
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', file, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PUBLIC_URL: address },
  });
  return stdout;
}

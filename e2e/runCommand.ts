import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { operate as runOperator } from '../server/commands/operate.ts';
import type { Service } from './startService.ts';

type Installation = Pick<Service, 'address' | 'dataDir'>;
const serviceOfThisRun = (): Installation => ({ address: inject('address'), dataDir: inject('dataDir') });
const settingsOf = ({ address, dataDir }: Installation) => ({ DATA_DIR: dataDir, PUBLIC_URL: address });

/** Runs a command of the project on the data of a service, by default that of this run; returns its standard output. */
export async function runCommand(file: string, args: string[], service = serviceOfThisRun()): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', file, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...settingsOf(service) },
  });
  return stdout;
}

/** The same for a command of operators, in this process, which takes less time; returns its lines. */
export async function operate(
  args: string[],
  service = serviceOfThisRun(),
  settings: Record<string, string> = {},
): Promise<string> {
  const lines: string[] = [];
  await runOperator(args, { ...settingsOf(service), ...settings }, (line) => lines.push(line));
  return lines.join('\n');
}

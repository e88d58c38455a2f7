import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a program that reads files ends well with these arguments. */
export const isInstalled = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

const MUTAGEN = ['-c', 'import mutagen'] as const;
/** One that has mutagen, if any has: Debian's modules are those of its own Python. */
export const python = (await isInstalled('python3', ...MUTAGEN)) ? 'python3' : '/usr/bin/python3';
export const hasMutagen = await isInstalled(python, ...MUTAGEN);

import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** How a program is run: as ourselves, as another user, or in a user namespace where nobody is root. */
export interface As {
  uid?: number;
  gid?: number;
  unshare?: true;
}

export const OURSELVES: As = {};

/** What to spawn so that `program` runs that way. */
export function runAs(
  as: As,
  program: string,
  args: string[],
): [command: string, args: string[], options: SpawnOptions] {
  if (as.unshare) return ['unshare', ['--user', program, ...args], {}];
  return [program, args, as.uid === undefined ? {} : { uid: as.uid, gid: as.gid }];
}

/** The unprivileged user of this machine. */
export function nobody(): As {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** A container may lack the right, or the other user. */
export const canRunAs = (as: As): Promise<boolean> => succeeds(as, 'true');

/** Whether this system lets us be somebody else in a user namespace. */
export const unshareWorks = (): Promise<boolean> => succeeds({ unshare: true }, 'true');

/** Asks the system itself whether that user may run the file, or pass through the folder. */
export const canReach = (as: As, path: string): Promise<boolean> => succeeds(as, 'test -x "$1"', path);

async function succeeds(as: As, script: string, ...args: string[]): Promise<boolean> {
  const [command, all, options] = runAs(as, '/bin/sh', ['-c', script, 'sh', ...args]);
  return new Promise((settle) => {
    const child = spawn(command, all, { ...options, cwd: '/', stdio: 'ignore' });
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

/** Runs a program to its end and returns what it printed. */
export async function runToEnd(as: As, program: string, args: string[], options: SpawnOptions): Promise<string> {
  const [command, all, user] = runAs(as, program, args);
  const { stdout } = await promisify(execFile)(command, all, { ...options, ...user, encoding: 'utf8' } as {
    encoding: 'utf8';
  });
  return stdout;
}

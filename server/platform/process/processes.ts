import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** How a program is run: as the current user, as another user, or in a user namespace without root rights. */
export interface ProcessUser {
  uid?: number;
  gid?: number;
  unshare?: true;
}

export const CURRENT_USER: ProcessUser = {};

/** The arguments of `spawn` that run `program` as that user. */
export function runAs(
  user: ProcessUser,
  program: string,
  args: string[],
): [command: string, args: string[], options: SpawnOptions] {
  if (user.unshare) return ['unshare', ['--user', program, ...args], {}];
  return [program, args, user.uid === undefined ? {} : { uid: user.uid, gid: user.gid }];
}

/** Runs a program to its end and returns its stdout. @throws when it fails */
export async function runProgram(
  user: ProcessUser,
  program: string,
  args: string[],
  options: SpawnOptions,
): Promise<string> {
  const [command, commandArgs, userOptions] = runAs(user, program, args);
  const { stdout } = await promisify(execFile)(command, commandArgs, {
    ...options,
    ...userOptions,
    encoding: 'utf8',
  } as { encoding: 'utf8' });
  return stdout;
}

/** The user `nobody` of this machine. */
export function findUnprivilegedUser(): ProcessUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** False in a container that lacks the right to change the user, or the user itself. */
export const canRunAs = (user: ProcessUser): Promise<boolean> => succeeds(user, 'true');

export const canUseUserNamespace = (): Promise<boolean> => succeeds({ unshare: true }, 'true');

/** Whether the user may run the file or enter the folder; the operating system decides. */
export const canAccess = (user: ProcessUser, path: string): Promise<boolean> => succeeds(user, 'test -x "$1"', path);

async function succeeds(user: ProcessUser, script: string, ...args: string[]): Promise<boolean> {
  const [command, commandArgs, options] = runAs(user, '/bin/sh', ['-c', script, 'sh', ...args]);
  return new Promise((resolve) => {
    const child = spawn(command, commandArgs, { ...options, cwd: '/', stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Sends a signal; signal 0 only checks. False when there is no such process. A zombie is a process. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process exists and is not a zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  return sendSignal(pid, 0) && !(await getState(pid)).startsWith('Z');
}

const hasProc = existsSync('/proc/self/cmdline');

/** The program and its arguments; empty when there is no such process. */
export async function getCommandLine(pid: number): Promise<string> {
  return hasProc ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : runPs(pid, 'command');
}

async function getState(pid: number): Promise<string> {
  if (!hasProc) return runPs(pid, 'state');
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2);
}

const runPs = (pid: number, column: string) =>
  runProgram({}, 'ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {}).catch(() => '');

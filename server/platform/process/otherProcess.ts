import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runToEnd } from './otherUser.ts';

const hasProc = existsSync('/proc/self/cmdline');

/** Sends a signal; 0 only asks. False when there is no such process; a zombie is one. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs, and is not a zombie that its parent has not noticed yet. */
export async function isAlive(pid: number): Promise<boolean> {
  return signal(pid, 0) && !(await stateOf(pid)).startsWith('Z');
}

/** The program and its arguments; empty when there is no such process. */
export async function commandOf(pid: number): Promise<string> {
  return hasProc ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : ps(pid, 'command');
}

async function stateOf(pid: number): Promise<string> {
  if (!hasProc) return ps(pid, 'state');
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2);
}

const ps = (pid: number, what: string) =>
  runToEnd({}, 'ps', ['-ww', '-o', `${what}=`, '-p', String(pid)], {}).catch(() => '');

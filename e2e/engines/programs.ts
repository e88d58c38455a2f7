import type { ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../../server/platform/process/config.ts';

const START_TIMEOUT_MS = 90_000;

/** Returns the first of these programs on PATH or at an absolute path; undefined when there is none. */
export function findProgram(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((path) => join(path, name))));
  return candidates.find(isExecutable);
}

/** Waits until a program prints something that matches. @throws with its output when it ends or takes too long */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (reason: string) => reject(new Error(`${child.spawnfile} ${reason}. Its output:\n${text}`));
    const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const match = pattern.exec(text);
        if (!match) return;
        clearTimeout(timer);
        resolve(match);
      });
    }
    child.once('error', ({ message }) => fail(`could not be started: ${message}`));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
  });
}

/** Ends a program and waits for its end. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A process of the product, seen from outside. */
export interface Running {
  pid: number;
  /** Waits until stdout holds a match; rejects with everything it said when it ends without one. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Writes a line to its stdin. */
  tell(line: string): void;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** How a process ended and all it said. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

interface How {
  args?: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  /** Another copy of the project, and of the `node` beside it. */
  root?: string;
  node?: string;
}

const checkout = join(import.meta.dirname, '..', '..');
const living = new Set<ChildProcess>();

/** Runs a TypeScript file of this project in a process of its own; what still runs when the test file ends is killed. */
export function run(
  file: string,
  { args = [], env = {}, uid, gid, root = checkout, node = process.execPath }: How = {},
): Running {
  const child = spawn(node, [join(root, 'scripts', 'run.mjs'), join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
    uid,
    gid,
  });
  living.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      living.delete(child);
      settle({ code, signal, stdout, stderr });
    });
  });
  return {
    pid: child.pid ?? 0,
    says: (pattern) =>
      new Promise((settle, fail) => {
        const look = () => {
          const found = pattern.exec(stdout);
          if (found) settle(found);
          return found;
        };
        if (look()) return;
        child.stdout.on('data', look);
        ended.then(() => look() ?? fail(new Error(`It ended without saying ${pattern}:\n${stdout}${stderr}`)), fail);
      }),
    tell: (line) => void child.stdin.write(`${line}\n`),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

afterAll(() => {
  for (const child of living) child.kill('SIGKILL');
});

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { whenOver } from './cleanUp.ts';

export interface RunningProcess {
  pid: number;
  /** Waits until the output matches; rejects with all of it when the process ends without a match. */
  waitForOutput(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpExecArray>;
  /** Writes a line to stdin. */
  writeLine(line: string): void;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<ProcessResult>;
}

export interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

interface Options {
  args?: string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  /** A copy of the project. */
  root?: string;
  node?: string;
  /** All of stdin. */
  input?: Buffer;
}

const checkout = join(import.meta.dirname, '..', '..');

/** Runs a TypeScript file of this project as a process, which is killed when the test or test file is over. */
export function runScript(
  file: string,
  { args = [], env = {}, uid, gid, root = checkout, node = process.execPath, input }: Options = {},
): RunningProcess {
  const child = spawn(node, [join(root, 'scripts', 'run.mjs'), join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
    uid,
    gid,
  });
  whenOver(() => child.kill('SIGKILL'));
  if (input) child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
  return {
    pid: child.pid ?? 0,
    waitForOutput: (pattern, stream = 'stdout') =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(stream === 'stdout' ? stdout : stderr);
          if (match) resolve(match);
          return match;
        };
        if (check()) return;
        child[stream].on('data', check);
        const fail = () => reject(new Error(`The process ended without printing ${pattern}:\n${stdout}${stderr}`));
        ended.then(() => check() ?? fail(), reject);
      }),
    writeLine: (line) => void child.stdin.write(`${line}\n`),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

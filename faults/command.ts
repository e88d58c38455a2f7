import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** Shares a compile cache between restarts, next to the data folder. */
export const compileCacheEnv = (dataDir: string) => ({ NODE_COMPILE_CACHE: join(dirname(dataDir), 'compiled') });

export type Running = ReturnType<typeof startCommand>;

export function startCommand(dataDir: string, file: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/run.mjs', file, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...compileCacheEnv(dataDir), ...env },
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  return {
    kill: () => void child.kill('SIGKILL'),
    /** Exit code (null when killed) and output. */
    ended: new Promise<{ code: number | null; out: string; err: string }>((settle, fail) => {
      child.once('error', fail);
      child.once('close', (code) => settle({ code, ...output }));
    }),
  };
}

/** Runs a command on several nodes at once, as one. Its exit code is the first one that is not 0. */
export function joinCommands(commands: Running[]): Running {
  return {
    kill: () => {
      for (const command of commands) command.kill();
    },
    ended: Promise.all(commands.map(({ ended }) => ended)).then((results) => {
      const failed = results.find(({ code }) => code !== 0);
      return failed ?? { code: 0, out: results.map(({ out }) => out).join(''), err: '' };
    }),
  };
}

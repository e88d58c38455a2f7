import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** Shares a compile cache between restarts, next to the data folder. */
export const compileCacheEnv = (dataDir: string) => ({ NODE_COMPILE_CACHE: join(dirname(dataDir), 'compiled') });

export type Running = ReturnType<typeof startCommand>;

export function startCommand(dataDir: string, file: string, args: string[]) {
  const child = spawn(process.execPath, ['scripts/run.mjs', file, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...compileCacheEnv(dataDir) },
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

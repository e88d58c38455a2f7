import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** A command of the project that runs beside the service. */
export interface Running {
  kill(): void;
  /** Its exit code, null when it was killed, and what it printed. */
  ended: Promise<{ code: number | null; out: string; err: string }>;
}

/** Programs that start again and again need not be compiled again: kept beside a data folder. */
export const quickly = (dataDir: string) => ({ NODE_COMPILE_CACHE: join(dirname(dataDir), 'compiled') });

/** Starts a command as its operator would. */
export function startCommand(dataDir: string, file: string, args: string[]): Running {
  const child = spawn(process.execPath, ['scripts/run.mjs', file, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...quickly(dataDir) },
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((settle, fail) => {
      child.once('error', fail);
      child.once('close', (code) => settle({ code, ...said }));
    }),
  };
}

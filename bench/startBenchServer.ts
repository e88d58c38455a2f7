import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Measured } from './serve.ts';

/** The server under measure, in a process of its own. */
export interface MeasuredServer extends Measured {
  stop(): void;
}

/** Resolves when it answers; with `large` the first time takes minutes, `sound` is one release with real files. */
export async function startMeasured(size: 'small' | 'large' | 'sound'): Promise<MeasuredServer> {
  const args = [join(import.meta.dirname, 'serve.ts'), `--${size}`];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{')) return { ...(JSON.parse(line) as Measured), stop: () => server.kill('SIGTERM') };
  }
  throw new Error('The measured server ended before it was ready.');
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServerInfo } from './benchServer.ts';

/** The flag of `npm start`: less memory for streams, at the same speed. */
export const START_FLAGS = ['--max-semi-space-size=8'];

/**
 * Starts the server in a process of its own, which prints its steps, and waits until it is ready. The first start with the
 * large catalogue takes minutes, with the huge one an hour. `audio` is one release with real files; `console` has 50,000 accounts and 100,000
 * releases. `tokens` are those of further accounts.
 */
export async function startBenchServer(
  catalogue: 'small' | 'large' | 'huge' | 'audio' | 'reports' | 'console',
  { accounts = 0, streams = false } = {},
) {
  const args = [
    ...START_FLAGS,
    join(import.meta.dirname, 'benchServer.ts'),
    `--${catalogue}`,
    `--accounts=${accounts}`,
    ...(streams ? ['--streams'] : []),
  ];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{'))
      return { ...(JSON.parse(line) as ServerInfo), pid: server.pid ?? 0, stop: () => server.kill('SIGTERM') };
  }
  throw new Error('The bench server ended before it was ready.');
}

import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { endChild, waitForOutput } from './engines/programs.ts';

const READY = /^Promenade is ready at (\S+)$/m;
const START_TIMEOUT_MS = 300_000;

/** A running service in a process of its own. */
export interface Service {
  /** URL without a path. */
  address: string;
  pid: number;
  dataDir: string;
  /** Returns everything written to stdout and stderr so far. */
  output: () => string;
  /** Sends SIGTERM, waits for the end and deletes the data folder unless `keepData`. */
  stop: (options?: { keepData?: boolean }) => Promise<void>;
  /** Sends SIGKILL; the database keeps running and the data stay. */
  kill: () => Promise<void>;
}

/**
 * Starts the program of `npm start` on a free port; without `dataDir` in a new data folder with the demo.
 * Throws an error with the output when the service ends or is not ready in five minutes.
 */
export async function startService({
  dataDir,
  env = {},
  args = [],
}: {
  dataDir?: string;
  env?: Record<string, string>;
  args?: string[];
} = {}): Promise<Service> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'promenade-e2e-')));
  const child = spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...inheritedEnvironment(), PORT: '0', DATA_DIR: folder, DEMO: 'short', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const output = (): string => text;
  const stop = async ({ keepData = false } = {}): Promise<void> => {
    await endChild(child, 'SIGTERM');
    if (!keepData) await removeEmbeddedPostgres(folder);
  };
  try {
    const [, address = ''] = await waitForOutput(child, READY, START_TIMEOUT_MS);
    return { address, pid: child.pid ?? 0, dataDir: folder, output, stop, kill: () => endChild(child, 'SIGKILL') };
  } catch (error) {
    await stop({ keepData: dataDir !== undefined });
    throw error;
  }
}

/** Leaves out the settings of the shell and of the test runner. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, FFMPEG_PATH } = process.env;
  return { PATH, HOME, TMPDIR, LANG, FFMPEG_PATH };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';

const READY = /^Promenade is ready at (\S+)$/m;
const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 30_000;

/** A service that runs: where it answers, what it wrote, and how it ends. */
export interface Service {
  address: string;
  dataDir: string;
  output: () => string;
  /** Ends it as the terminal would, and takes its data away unless told to keep them. */
  stop: (options?: { keepData?: boolean }) => Promise<void>;
  /** kill -9; its database and its data stay. */
  kill: () => Promise<void>;
}

/**
 * Starts what `npm start` starts, on a free port and, unless named, in a new data folder with the demo.
 * @throws what it said, when it ends or does not become ready in five minutes
 */
export async function startService({
  dataDir,
  env = {},
}: {
  dataDir?: string;
  env?: Record<string, string>;
} = {}): Promise<Service> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'promenade-e2e-')));
  const child = spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...ownEnvironment(), PORT: '0', DATA_DIR: folder, DEMO: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const output = (): string => said;
  const stop = async ({ keepData = false } = {}): Promise<void> => {
    await end(child, 'SIGTERM');
    if (!keepData) await removeEmbeddedPostgres(folder);
  };
  try {
    return { address: await readyAt(child, output), dataDir: folder, output, stop, kill: () => end(child, 'SIGKILL') };
  } catch (failure) {
    await stop({ keepData: dataDir !== undefined });
    throw failure;
  }
}

/** Neither the settings of the shell nor the test runner's own may steer the service. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, FFMPEG_PATH } = process.env;
  return { PATH, HOME, TMPDIR, LANG, FFMPEG_PATH };
}

function readyAt(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((settle, fail) => {
    const late = setTimeout(
      () => fail(new Error(`The service was not ready in time. It said:\n${output()}`)),
      READY_WITHIN_MS,
    );
    const look = (): void => {
      const address = READY.exec(output())?.[1];
      if (!address) return;
      clearTimeout(late);
      settle(address);
    };
    child.stdout?.on('data', look);
    child.on('exit', (code) => {
      clearTimeout(late);
      fail(new Error(`The service ended with ${code}. It said:\n${output()}`));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

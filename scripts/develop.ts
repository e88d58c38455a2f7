import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { createStopSignal, runCommand } from '../server/platform/process/command.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createDataFolder } from '../server/platform/process/dataFolder.ts';

// `npm run dev`: runs the service with the web app from its sources, and starts it again when a file of the server
// changes. Folders are watched instead of files, because editors save by renaming a new file. Vite watches the web app.

const help = `
Runs the service with the web app from its sources, and starts it again when a file of the server changes.

npm run dev [-- OPTION…]      the options and the environment variables of npm start
`;

type Print = (line: string) => void;

const root = join(import.meta.dirname, '..');
const FOLDERS = ['contract', 'demo', 'scripts', 'server'];
const SOURCE = /(?<!\.test)\.ts$/;
/** Changes of many files, such as those of a checkout, cause one restart. */
const QUIET_MS = 100;
const STOP_TIMEOUT_MS = 10_000;

await runCommand(help, async (args, printLine) => {
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    stopped.resolve();
  };
  createStopSignal().addEventListener('abort', stop);
  process.on('SIGHUP', stop);

  let changed = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => changed.resolve(), QUIET_MS);
  };
  const watchers = new Map<string, FSWatcher>();
  for (const folder of FOLDERS) watchTree(join(root, folder), watchers, onChange);

  const database = await joinDatabase(printLine);
  while (!isStopped) {
    // The process that starts next reads the files as they are now; only later changes restart it.
    clearTimeout(timer);
    changed = Promise.withResolvers();
    await runService(args, Promise.race([changed.promise, stopped.promise]), printLine);
  }
  await database?.leave();
});
// The watchers would keep the process alive.
process.exit();

/** The embedded database runs on while the service starts again. */
async function joinDatabase(printLine: Print) {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) return undefined;
  await createDataFolder(dataDir);
  if (!existsSync(join(dataDir, 'database.json'))) printLine('Creating the database …');
  return joinEmbeddedPostgres(dataDir);
}

/** Runs the service until `over`, also when it ends before. */
async function runService(options: string[], over: Promise<void>, printLine: Print): Promise<void> {
  const file = (...path: string[]) => join(root, ...path);
  const args = [file('scripts', 'run.mjs'), file('server', 'main.ts'), '--dev', ...options];
  // A process group of its own, which a Ctrl-C in the terminal does not reach. It stops when the channel ends.
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
  const ended = once(service, 'exit').then(() => 'ended');
  if ((await Promise.race([over, ended])) === 'ended') {
    printLine('The service has ended; it starts again when a file changes.');
    await over;
  } else await stopService(service, ended);
}

async function stopService(service: ChildProcess, ended: Promise<unknown>): Promise<void> {
  service.kill('SIGTERM');
  const killer = setTimeout(() => service.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(killer);
}

/** Watches a folder and those below it, also folders that are created later. */
function watchTree(folder: string, watchers: Map<string, FSWatcher>, onChange: () => void): void {
  watchers.get(folder)?.close();
  const watcher = watch(folder, (_event, name) => {
    if (name === null) return;
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) watchTree(path, watchers, onChange);
    else if (SOURCE.test(name)) onChange();
  });
  watchers.set(
    folder,
    watcher.on('error', () => watchers.delete(folder)),
  );
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'node_modules') watchTree(join(folder, entry.name), watchers, onChange);
}

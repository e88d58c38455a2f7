import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCommandLine, isRunning, type ProcessUser, runAs, runProgram, sendSignal } from '../process/processes.ts';
import type { DataDirectory, PostgresPrograms } from './dataDirectory.ts';

/** A running PostgreSQL server. */
export interface PostgresServer {
  pid: number;
  socketFolder: string;
}

/** The shortest limit of the supported systems, with a margin. */
const SOCKET_PATH_MAX_BYTES = 100;
const LOG_MAX_BYTES = 5_000_000;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
/** After a kill of the main process its child processes still use the shared memory until they end. */
const STILL_IN_USE = /still in use|is another (postmaster|postgres)/i;

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs initdb. @throws one sentence with the reason */
export async function initDataDirectory(
  { folder, cluster }: DataDirectory,
  { binaries, user }: PostgresPrograms,
  durable: boolean,
): Promise<void> {
  await rm(cluster, { recursive: true, force: true });
  const args = ['-D', cluster, '-U', 'promenade', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums');
  args.push('--no-instructions');
  if (!durable) args.push('--no-sync');
  try {
    await runProgram(user, join(binaries.folder, 'bin', 'initdb'), args, { cwd: folder, env });
  } catch (reason) {
    const output = String((reason as { stderr?: string }).stderr ?? reason).trim();
    throw new Error(`The database could not be created in ${cluster}: ${output.split('\n').at(-1)}`, { cause: reason });
  }
}

/** The server that runs on a data directory; undefined when the pid file is missing or stale. */
export async function findRunningServer(directory: DataDirectory): Promise<PostgresServer | undefined> {
  const lines = await readPidFile(directory);
  const pid = Number(lines[0]);
  const socketFolder = lines[4]?.trim();
  return pid > 0 && socketFolder && (await isServer(pid, directory)) ? { pid, socketFolder } : undefined;
}

/**
 * Starts a server that is independent of this process's terminal and signals, and waits until it accepts connections.
 * @throws one sentence with the last line of its log
 */
export async function startServer(
  directory: DataDirectory,
  programs: PostgresPrograms,
  durable: boolean,
): Promise<PostgresServer> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  await removeStalePidFile(directory);
  for (;;) {
    const outcome = await launch(directory, programs, durable, deadlineMs);
    if (typeof outcome !== 'string') return outcome;
    if (!STILL_IN_USE.test(outcome) || Date.now() > deadlineMs)
      throw new Error(`The database does not start: ${outcome} (log: ${directory.log})`);
    await pause(200);
  }
}

/** Shuts a server down (`fast`, after a minute `immediate`) and waits for its end. */
export async function stopServer({ pid, socketFolder }: PostgresServer, directory: DataDirectory): Promise<void> {
  const hasEnded = () => isGone(pid, directory);
  sendSignal(pid, 'SIGINT');
  if (!(await waitUntil(hasEnded, STOP_TIMEOUT_MS))) {
    sendSignal(pid, 'SIGQUIT');
    await waitUntil(hasEnded, STOP_TIMEOUT_MS);
  }
  if (!socketFolder.startsWith(directory.folder)) await rm(socketFolder, { recursive: true, force: true });
}

/** Returns the server, or the reason why it does not start. */
async function launch(
  directory: DataDirectory,
  { binaries, user }: PostgresPrograms,
  durable: boolean,
  deadlineMs: number,
): Promise<PostgresServer | string> {
  const socketFolder = await createSocketFolder(directory, user);
  const log = await openLog(directory.log, user);
  const logStart = (await log.stat()).size;
  const program = join(binaries.folder, 'bin', 'postgres');
  const [command, args, options] = runAs(user, program, buildArguments(directory, socketFolder, durable));
  const child = spawn(command, args, {
    ...options,
    cwd: directory.folder,
    env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const onEnd = () => {
      hasEnded = true;
      resolve();
    };
    child.once('error', onEnd).once('exit', onEnd);
  });
  child.unref();
  try {
    while (!hasEnded && Date.now() < deadlineMs) {
      // The first line of the pid file is the process, the eighth its state. A killed server left its own behind.
      const lines = await readPidFile(directory);
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return { pid: child.pid, socketFolder };
      await Promise.race([ended, pause(20)]);
    }
    if (!hasEnded && child.pid) sendSignal(child.pid, 'SIGQUIT');
    return hasEnded ? await readFailure(directory.log, logStart) : 'the start takes too long';
  } finally {
    await log.close();
  }
}

const readPidFile = async ({ cluster }: DataDirectory): Promise<string[]> =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');

function buildArguments({ cluster }: DataDirectory, socketFolder: string, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    jit: 'off',
    shared_buffers: durable ? '256MB' : '64MB',
    random_page_cost: '1.1',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** In the data directory, or in /tmp when that path is too long for a socket. */
async function createSocketFolder({ folder }: DataDirectory, user: ProcessUser): Promise<string> {
  const owner = user.uid ?? process.getuid?.() ?? 0;
  const defaultFolder = join(folder, 'socket');
  const isShortEnough = Buffer.byteLength(join(defaultFolder, '.s.PGSQL.5432')) <= SOCKET_PATH_MAX_BYTES;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const socketFolder = isShortEnough ? defaultFolder : join(tmpdir(), `promenade-${owner}-${hash}`);
  const isCreated = await mkdir(socketFolder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isCreated) await chown(socketFolder, owner, user.gid ?? process.getgid?.() ?? 0);
  const stats = await lstat(socketFolder);
  if (!stats.isDirectory() || stats.uid !== owner)
    throw new Error(`The folder ${socketFolder} belongs to another user: remove it.`);
  // No server runs on this data directory: these files are stale.
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(socketFolder, file), { force: true });
  return socketFolder;
}

/** PostgreSQL does not start while its pid file names any process, a zombie included. */
async function removeStalePidFile(directory: DataDirectory): Promise<void> {
  const pid = Number.parseInt((await readPidFile(directory))[0] ?? '', 10);
  if (pid > 0 && sendSignal(pid, 0) && !(await isServer(pid, directory)))
    await rm(join(directory.cluster, 'postmaster.pid'));
}

const isServerCommand = (command: string, { cluster }: DataDirectory) =>
  command.includes('postgres') && command.includes(cluster);

const isServer = async (pid: number, directory: DataDirectory) =>
  (await isRunning(pid)) && isServerCommand(await getCommandLine(pid), directory);

/** A process that ends loses its command line before its memory: an empty one may still be the server. */
async function isGone(pid: number, directory: DataDirectory): Promise<boolean> {
  if (!(await isRunning(pid))) return true;
  const command = await getCommandLine(pid);
  return command !== '' && !isServerCommand(command, directory);
}

async function openLog(file: string, { uid, gid }: ProcessUser) {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > LOG_MAX_BYTES) await rename(file, `${file}.old`);
  const log = await open(file, 'a', 0o600);
  // The user may start the server itself later.
  if (uid !== undefined) await log.chown(uid, gid ?? uid);
  return log;
}

/** The message of the first fatal log line from byte `start` on, or of the last line. */
async function readFailure(file: string, start: number): Promise<string> {
  const lines = (await readFile(file)).subarray(start).toString('utf8').trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC|error while/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC): */, '') || 'it ended without an error message';
}

async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadlineMs = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) return false;
    await pause(20);
  }
  return true;
}

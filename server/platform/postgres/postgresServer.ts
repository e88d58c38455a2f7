import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandOf, isAlive, signal } from '../process/otherProcess.ts';
import { type As, runAs, runToEnd } from '../process/otherUser.ts';
import type { Home, Programs } from './clusterHome.ts';

/** A database server that runs. */
export interface Postmaster {
  pid: number;
  /** Folder of its socket. */
  socket: string;
}

/** The shortest limit of the systems we run on, less a margin; a longer path makes a socket fail. */
const SOCKET_PATH_MAX_BYTES = 100;
const LOG_MAX_BYTES = 5_000_000;
const START_WAIT_MS = 60_000;
const STOP_WAIT_MS = 60_000;
/** Servers that a killed postmaster leaves behind end by themselves; until then the memory is theirs. */
const STILL_IN_USE = /still in use|is another (postmaster|postgres)/i;

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Makes the files of a new cluster. @throws one sentence with the reason */
export async function initCluster(home: Home, { binaries, as }: Programs, durable: boolean): Promise<void> {
  await rm(home.cluster, { recursive: true, force: true });
  const args = ['-D', home.cluster, '-U', 'promenade', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8'];
  args.push(
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  );
  if (!durable) args.push('--no-sync');
  try {
    await runToEnd(as, join(binaries.folder, 'bin', 'initdb'), args, { cwd: home.folder, env });
  } catch (reason) {
    const said = String((reason as { stderr?: string }).stderr ?? reason)
      .trim()
      .split('\n')
      .at(-1);
    throw new Error(`The database could not be made in ${home.cluster}: ${said}`, { cause: reason });
  }
}

/** The server that runs on this cluster; undefined when what the pid file says is not true any more. */
export async function runningPostmaster(home: Home): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const socket = lines[4]?.trim();
  return pid > 0 && socket && (await isPostmaster(pid, home)) ? { pid, socket } : undefined;
}

/**
 * Starts a server, away from this process's terminal and signals, and waits until it takes connections.
 * @throws one sentence with the last line of its log
 */
export async function startPostmaster(home: Home, programs: Programs, durable: boolean): Promise<Postmaster> {
  const untilMs = Date.now() + START_WAIT_MS;
  await forgetStalePid(home);
  for (;;) {
    const outcome = await launch(home, programs, durable, untilMs);
    if (typeof outcome !== 'string') return outcome;
    if (!STILL_IN_USE.test(outcome) || Date.now() > untilMs) {
      throw new Error(`The database does not start: ${outcome} (more in ${home.log})`);
    }
    await pause(200);
  }
}

/** Ends a server in good order; one that hangs is cut off and recovers at its next start. */
export async function stopPostmaster({ pid, socket }: Postmaster, home: Home): Promise<void> {
  const hasEnded = () => isGone(pid, home);
  signal(pid, 'SIGINT');
  if (!(await waitUntil(hasEnded, STOP_WAIT_MS))) {
    signal(pid, 'SIGQUIT');
    await waitUntil(hasEnded, STOP_WAIT_MS);
  }
  // A temporary one goes with its server.
  if (!socket.startsWith(home.folder)) await rm(socket, { recursive: true, force: true });
}

async function launch(
  home: Home,
  { binaries, as }: Programs,
  durable: boolean,
  untilMs: number,
): Promise<Postmaster | string> {
  const socket = await socketFolder(home, as);
  const log = await openLog(home.log, as);
  const from = (await log.stat()).size;
  const [command, args, user] = runAs(as, join(binaries.folder, 'bin', 'postgres'), settings(home, socket, durable));
  const child = spawn(command, args, {
    ...user,
    cwd: home.folder,
    env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<void>((settle) => {
    child.once('error', () => settle());
    child.once('exit', () => settle());
  });
  child.unref();
  try {
    let over = false;
    void ended.then(() => (over = true));
    while (!over && Date.now() < untilMs) {
      if (await isReady(home)) return { pid: child.pid ?? 0, socket };
      await Promise.race([ended, pause(20)]);
    }
    if (!over && child.pid) signal(child.pid, 'SIGQUIT');
    return over ? await lastWords(home.log, from) : 'it takes too long';
  } finally {
    await log.close();
  }
}

/** PostgreSQL writes its state into the eighth line of its pid file. */
async function isReady(home: Home): Promise<boolean> {
  const text = await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[7]?.trim() === 'ready';
}

function settings(home: Home, socket: string, durable: boolean): string[] {
  const on = {
    listen_addresses: '',
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
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
  return ['-D', home.cluster, ...Object.entries(on).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function socketFolder(home: Home, as: As): Promise<string> {
  const owner = as.uid ?? process.getuid?.() ?? 0;
  const beside = join(home.folder, 'socket');
  const fits = Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= SOCKET_PATH_MAX_BYTES;
  const short = createHash('sha256').update(home.folder).digest('hex').slice(0, 16);
  const folder = fits ? beside : join(tmpdir(), `promenade-${owner}-${short}`);
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made) await chown(folder, owner, as.gid ?? process.getgid?.() ?? 0);
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== owner)
    throw new Error(`The folder ${folder} belongs to somebody else: remove it.`);
  // Only this cluster uses the folder, and nothing runs on it: what lies there names a process of the past.
  for (const left of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(folder, left), { force: true });
  return folder;
}

/** A pid file that names a process which is not our server, a zombie included, would keep PostgreSQL from starting. */
async function forgetStalePid(home: Home): Promise<void> {
  const file = join(home.cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (pid > 0 && signal(pid, 0) && !(await isPostmaster(pid, home))) await rm(file);
}

const isOurs = (command: string, home: Home) => command.includes('postgres') && command.includes(home.cluster);

const isPostmaster = async (pid: number, home: Home) => (await isAlive(pid)) && isOurs(await commandOf(pid), home);

/** A process that ends loses its command line before its memory: without one it may still be the server. */
async function isGone(pid: number, home: Home): Promise<boolean> {
  if (!(await isAlive(pid))) return true;
  const command = await commandOf(pid);
  return command !== '' && !isOurs(command, home);
}

async function openLog(file: string, as: As) {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > LOG_MAX_BYTES) await rename(file, `${file}.old`);
  const log = await open(file, 'a', 0o600);
  // Of the user who may start the server without us, later.
  if (as.uid !== undefined) await log.chown(as.uid, as.gid ?? as.uid);
  return log;
}

async function lastWords(file: string, from: number): Promise<string> {
  const said = (await readFile(file)).subarray(from).toString('utf8').trim().split('\n');
  const fatal = said.find((line) => /FATAL|PANIC|error while/.test(line)) ?? said.at(-1) ?? '';
  return fatal.replace(/^.*?(FATAL|PANIC): */, '') || 'it ended without a word';
}

async function waitUntil(holds: () => Promise<boolean>, forMs: number): Promise<boolean> {
  const untilMs = Date.now() + forMs;
  while (!(await holds())) {
    if (Date.now() > untilMs) return false;
    await pause(20);
  }
  return true;
}

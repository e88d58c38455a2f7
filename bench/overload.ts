import { execFile, execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { release as releaseRoute, releases as releasesRoute } from '@promenade/contract/catalogue';
import { createClient } from '../server/testing/client.ts';
import { runClosedLoop } from './closedLoop.ts';
import { type BenchRequest, runOpenLoop } from './openLoop.ts';
import { startBenchServer } from './startBenchServer.ts';
import { startStep } from './steps.ts';

// Ten times the load that the service answers, and slow clients: how much it still answers, and how fast, while songs go
// on. With `--split` the service and its database have one core, the clients another.

const SECONDS = 10;
const FACTOR = 10;
const CONNECTIONS = 1_000;
/** Two hashes at a time of about 30 ms each. */
const SIGN_INS_PER_SECOND = FACTOR * 66;
const PROBES_PER_SECOND = 20;
const SLOW_CLIENTS = 1_000;
/** An account may hear forty songs at once; the probes need some of them. */
const SLOW_READERS = 30;

// The service inherits its core.
setCore(0);
const server = await startBenchServer('audio');
setCore(1);
try {
  const { url, token } = server;
  const call = createClient(url, token);
  const { releaseid = '' } = (await call(releasesRoute)).body.items[0] ?? {};
  const [track] = (await call(releaseRoute, { params: { releaseid } })).body.songs;
  const path = `/api/release/${releaseid}`;
  const list: BenchRequest = { method: 'GET', path };
  const song: BenchRequest = {
    method: 'GET',
    path: `/api/audio/stream/${track?.trackid}.mp3`,
    headers: { range: 'bytes=1000000-1065535' },
  };
  startStep('Measuring the capacity');
  await runClosedLoop(url + path, token, { clients: 16, seconds: 2 });
  const capacity = (await runClosedLoop(url + path, token, { clients: 16, seconds: 5 })).requests.average;
  console.log(`capacity: ${Math.round(capacity)} releases/s`);
  await report('no load', list, song);
  const flood = floodReleases(url + path, token, FACTOR * capacity);
  await report(`${FACTOR} × releases`, list, song);
  const answered = await flood;
  console.log(
    `goodput: ${Math.round(answered)} releases/s, ${Math.round((answered / capacity) * 100)} % of the capacity`,
  );
  const signIns = runOpenLoop(server, { perSecond: SIGN_INS_PER_SECOND, seconds: SECONDS }, createSignIn);
  await report(`${SIGN_INS_PER_SECOND} sign-ins/s`, list, song);
  await signIns;
  const slow = connectSlowClients(url, token, song.path);
  await report(`${SLOW_CLIENTS} slow clients`, list, song);
  for (const socket of slow) socket.destroy();
} finally {
  server.stop();
}

function setCore(core: number): void {
  if (process.argv.includes('--split'))
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${core}`, `${process.pid}`]);
}

async function report(load: string, list: BenchRequest, song: BenchRequest): Promise<void> {
  startStep(`Measuring beside ${load}`);
  const options = { perSecond: PROBES_PER_SECOND, seconds: SECONDS };
  const [listed, played] = await Promise.all([
    runOpenLoop(server, options, () => list),
    runOpenLoop(server, options, () => song),
  ]);
  for (const [name, { p50, p99, failed }] of Object.entries({ release: listed, song: played }))
    console.log(`${load}, ${name}: median ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${failed} refused`);
}

/** Returns the successful answers per second. */
async function floodReleases(target: string, token: string, perSecond: number): Promise<number> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const options = ['-c', `${CONNECTIONS}`, '-R', `${Math.round(perSecond)}`, '-d', `${SECONDS}`];
  const args = [program, '--json', ...options, '-H', `authorization=Bearer ${token}`, target];
  const running = promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  // A flood comes from other machines: it takes only the processor time that the service leaves.
  setPriority(running.child.pid ?? 0, constants.priority.PRIORITY_LOW);
  const { stdout } = await running;
  return (JSON.parse(stdout) as Record<'2xx', number>)['2xx'] / SECONDS;
}

/** Half of them send headers, half a body that never end; some read nothing of a song. */
function connectSlowClients(url: string, token: string, song: string): Socket[] {
  const head = 'GET / HTTP/1.1\r\nhost: x\r\n';
  const body =
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{';
  const reader = `GET ${song} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`;
  return Array.from({ length: SLOW_CLIENTS }, (_, index) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write(index < SLOW_READERS ? reader : index % 2 ? head : body);
    return socket;
  });
}

/** Each from a network and for an address of its own, so that no limit refuses it before hashing. */
function createSignIn(index: number): BenchRequest {
  return {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` },
    body: { username: `guess${index}@bench.example`, password: 'Wrong-guess-1' },
  };
}

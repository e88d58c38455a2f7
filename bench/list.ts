import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { releases as listOfReleases } from '@promenade/contract/catalogue';
import type { Measured } from './serve.ts';

const CLIENTS = 16;
const SECONDS = 8;
/** An empty route never meets the database; a list of 40 that falls below this share of it has lost its plan. */
const RATIO_AT_LEAST = 0.05;

interface Figures {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}

const server = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, token, releases } = await measured(server);
  console.log(`${releases} releases, ${CLIENTS} keep-alive clients, ${SECONDS} s each, after a warm-up`);
  const list = `${url}/api${listOfReleases.path}?pagesize=40`;
  await load(list, token, 2);
  const empty = await load(`${url}/bench/empty`, token, SECONDS);
  const full = await load(list, token, SECONDS);
  const again = await load(`${url}/bench/empty`, token, SECONDS);
  say('empty route', empty);
  say('list of 40', full);
  say('empty route', again);
  const ratio = full.requests.average / ((empty.requests.average + again.requests.average) / 2);
  console.log(`list / empty route: ${ratio.toFixed(2)} (at least ${RATIO_AT_LEAST})`);
  if (ratio < RATIO_AT_LEAST) process.exitCode = 1;
} finally {
  server.kill('SIGTERM');
}

async function measured(child: ChildProcess): Promise<Measured> {
  if (!child.stdout) throw new Error('The measured server has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as Measured;
  }
  throw new Error('The measured server ended before it was ready.');
}

async function load(address: string, token: string, seconds: number): Promise<Figures> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const args = [
    program,
    '--json',
    '-c',
    `${CLIENTS}`,
    '-d',
    `${seconds}`,
    '-H',
    `authorization=Bearer ${token}`,
    address,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  const figures = JSON.parse(stdout) as Figures;
  if (figures.non2xx + figures.errors > 0)
    throw new Error(`${address} refused ${figures.non2xx + figures.errors} times.`);
  return figures;
}

function say(name: string, { requests, latency }: Figures): void {
  console.log(`${name}: ${Math.round(requests.average)}/s, median ${latency.p50} ms, p99 ${latency.p99} ms`);
}

import { readdir } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { release, releases } from '@promenade/contract/catalogue';
import { releaseZipLink } from '@promenade/contract/downloads';
import { audioStream, audioToken } from '@promenade/contract/media';
import { createClient } from '../server/testing/client.ts';
import { startMeasured } from './measuredServer.ts';
import { startNginx } from './nginx.ts';
import type { Usage } from './serve.ts';

/** So many at once, each so many times through the addresses. */
interface Load {
  urls: string[];
  clients: number;
  rounds: number;
}

/** Processor time in seconds for each GB (10^9 bytes), and the most memory that was seen. */
interface Cost {
  bytes: number;
  seconds: number;
  perGb: number;
  memoryBytes: number;
}

const MEMORY_AT_MOST = 250e6;
const LOOK_EVERY_MS = 200;

const { url, token, media, stop } = await startMeasured('sound');
const nginx = await startNginx(media);
const usage = async () => (await (await fetch(`${url}/bench/usage`)).json()) as Usage;
try {
  const { stream, zip } = await findAddresses();
  const files = (await readdir(join(media, 'audio'))).map((file) => `${nginx?.url}/audio/${file}`);
  await bench('stream of 10 MB', { urls: [stream], clients: 32, rounds: 10 }, { perGb: 0.45, same: files.slice(0, 1) });
  await bench('zip of 600 MB', { urls: [zip], clients: 1, rounds: 4 }, { perGb: 0.6, same: files });
  if (!nginx) console.log('There is no nginx on the path to compare with.');
} finally {
  await nginx?.stop();
  stop();
}

async function findAddresses(): Promise<{ stream: string; zip: string }> {
  const call = createClient(url, token);
  const { releaseid = '' } = (await call(releases, { query: {} })).body.items[0] ?? {};
  const { songs } = (await call(release, { params: { releaseid } })).body;
  const id = songs[0]?.trackid ?? '';
  const opened = (await call(audioToken, { params: { id } })).body.data.token;
  const link = await call(releaseZipLink, { params: { id: releaseid }, query: { format: 'mp3' } });
  return {
    stream: `${url}/api${audioStream.path.replace(':id', id)}?token=${opened}`,
    zip: url + link.body.data.zipped_url,
  };
}

/** The middle one of three; `same`: what nginx sends of it, uncompressed and without a token. */
async function bench(name: string, load: Load, { perGb, same }: { perGb: number; same: string[] }): Promise<void> {
  // As long as it is measured: what is compiled while the first requests come is not the price of a stream.
  await send(load);
  const floor = nginx && (await measure({ ...load, urls: same }, nginx.usage));
  const [first, second, third] = [await measure(load, usage), await measure(load, usage), await measure(load, usage)];
  const [, cost = first] = [first, second, third].toSorted((one, other) => one.perGb - other.perGb);
  const isOver = cost.perGb > perGb || cost.memoryBytes > MEMORY_AT_MOST;
  if (isOver) process.exitCode = 1;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${name}, ${load.clients} at once: ${megabytes(cost.bytes)} in ${cost.seconds.toFixed(1)} s, ${cost.perGb.toFixed(2)} CPU s/GB` +
      `${floor ? ` (nginx ${floor.perGb.toFixed(2)})` : ''}, ${megabytes(cost.memoryBytes)} of memory; ` +
      `budget ${perGb} CPU s/GB, ${megabytes(MEMORY_AT_MOST)}${isOver ? ' – OVER' : ''}`,
  );
}

async function measure(load: Load, usage: () => Promise<Usage>): Promise<Cost> {
  const before = await usage();
  const started = performance.now();
  const ended = new AbortController();
  const memory = mostMemory(usage, ended.signal);
  const bytes = await send(load);
  ended.abort();
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = (await usage()).cpuSeconds - before.cpuSeconds;
  return { bytes, seconds, perGb: cpuSeconds / (bytes / 1e9), memoryBytes: await memory };
}

async function mostMemory(usage: () => Promise<Usage>, ended: AbortSignal): Promise<number> {
  let most = 0;
  while (!ended.aborted) {
    most = Math.max(most, (await usage()).memoryBytes);
    await setTimeout(LOOK_EVERY_MS);
  }
  return most;
}

/** Returns the bytes that came. */
async function send({ urls, clients, rounds }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const one = async () => {
    let bytes = 0;
    for (let round = 0; round < rounds; round++) for (const url of urls) bytes += await take(url, agent);
    return bytes;
  };
  const all = await Promise.all(Array.from({ length: clients }, one));
  agent.destroy();
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

function take(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      });
    }).on('error', reject);
  });
}

import { readdir } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { release, releases } from '@promenade/contract/catalogue';
import { releaseZipLink } from '@promenade/contract/downloads';
import { audioStream } from '@promenade/contract/media';
import { createClient } from '../server/testing/client.ts';
import { readUsage, startNginx } from './nginx.ts';
import { startBenchServer } from './startBenchServer.ts';
import { startStep } from './steps.ts';

// Measures CPU time and memory of the server while it sends audio and zip files, compared with nginx.

/** Each client downloads all URLs in turn, `rounds` times. */
interface Load {
  urls: string[];
  clients: number;
  rounds: number;
}

interface TransferCost {
  bytes: number;
  seconds: number;
  /** CPU seconds per 10^9 bytes. */
  cpuPerGb: number;
  /** Maximum of the samples. */
  memoryBytes: number;
}

const MAX_MEMORY_BYTES = 250e6;
const SAMPLE_INTERVAL_MS = 200;

const { url, token, mediaFolder, pid, stop } = await startBenchServer('audio');
const nginx = await startNginx(mediaFolder);
const getServerUsage = () => readUsage(pid);
try {
  const { stream, zip } = await getUrls();
  const files = (await readdir(join(mediaFolder, 'audio'))).map((file) => `${nginx?.url}/audio/${file}`);
  await measureAndReport(
    'stream of 10 MB',
    { urls: [stream], clients: 32, rounds: 10 },
    { maxCpuPerGb: 0.45, nginxUrls: files.slice(0, 1) },
  );
  await measureAndReport(
    'zip of 600 MB',
    { urls: [zip], clients: 1, rounds: 4 },
    { maxCpuPerGb: 0.6, nginxUrls: files },
  );
  if (!nginx) console.log('No comparison: nginx is not on the path.');
} finally {
  await nginx?.stop();
  stop();
}

async function getUrls(): Promise<{ stream: string; zip: string }> {
  const call = createClient(url, token);
  const { releaseid = '' } = (await call(releases, { query: {} })).body.items[0] ?? {};
  const { songs } = (await call(release, { params: { releaseid } })).body;
  const id = songs[0]?.trackid ?? '';
  const link = await call(releaseZipLink, { params: { id: releaseid }, query: { format: 'mp3' } });
  return {
    stream: `${url}/api${audioStream.path.replace(':id', id)}`,
    zip: url + link.body.data.zipped_url,
  };
}

/** Reports the median of three measurements and the cost of nginx, which sends the same files without tokens or a zip. */
async function measureAndReport(
  name: string,
  load: Load,
  { maxCpuPerGb, nginxUrls }: { maxCpuPerGb: number; nginxUrls: string[] },
): Promise<void> {
  startStep(`Measuring ${name}`);
  // Warms up with the full load, so that the compilation of code is not measured.
  await downloadAll(load);
  const nginxCost = nginx && (await measure({ ...load, urls: nginxUrls }, nginx.getUsage));
  const first = await measure(load, getServerUsage);
  const costs = [first, await measure(load, getServerUsage), await measure(load, getServerUsage)];
  const [, cost = first] = costs.toSorted((a, b) => a.cpuPerGb - b.cpuPerGb);
  const isOver = cost.cpuPerGb > maxCpuPerGb || cost.memoryBytes > MAX_MEMORY_BYTES;
  if (isOver) process.exitCode = 1;
  const formatBytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${name}, ${load.clients} at once: ${formatBytes(cost.bytes)} in ${cost.seconds.toFixed(1)} s, ${cost.cpuPerGb.toFixed(2)} CPU s/GB` +
      `${nginxCost ? ` (nginx ${nginxCost.cpuPerGb.toFixed(2)})` : ''}, ${formatBytes(cost.memoryBytes)} memory; ` +
      `budget ${maxCpuPerGb} CPU s/GB, ${formatBytes(MAX_MEMORY_BYTES)}${isOver ? ' – OVER' : ''}`,
  );
}

async function measure(load: Load, getUsage: typeof getServerUsage): Promise<TransferCost> {
  const before = await getUsage();
  const startMs = performance.now();
  const sampling = new AbortController();
  const maxMemory = sampleMaxMemory(getUsage, sampling.signal);
  const bytes = await downloadAll(load);
  sampling.abort();
  const seconds = (performance.now() - startMs) / 1000;
  const cpuSeconds = (await getUsage()).cpuSeconds - before.cpuSeconds;
  return { bytes, seconds, cpuPerGb: cpuSeconds / (bytes / 1e9), memoryBytes: await maxMemory };
}

async function sampleMaxMemory(getUsage: typeof getServerUsage, signal: AbortSignal): Promise<number> {
  let maxBytes = 0;
  while (!signal.aborted) {
    maxBytes = Math.max(maxBytes, (await getUsage()).memoryBytes);
    await setTimeout(SAMPLE_INTERVAL_MS);
  }
  return maxBytes;
}

/** Returns the number of bytes received. */
async function downloadAll({ urls, clients, rounds }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const runClient = async () => {
    let bytes = 0;
    for (let round = 0; round < rounds; round++) for (const url of urls) bytes += await download(url, agent);
    return bytes;
  };
  const byteCounts = await Promise.all(Array.from({ length: clients }, runClient));
  agent.destroy();
  return byteCounts.reduce((sum, bytes) => sum + bytes, 0);
}

function download(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} returned status ${response.statusCode}.`));
      });
    }).on('error', reject);
  });
}

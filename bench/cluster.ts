import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { releases as releasesRoute } from '@promenade/contract/catalogue';
import { type Service, startService } from '../e2e/startService.ts';
import { openContext, openStorage } from '../server/platform/openContext.ts';
import { removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { OWN_KEYS } from '../server/platform/storage/storage.ts';
import { createClient } from '../server/testing/client.ts';
import { openReplicatedDatabase } from '../server/testing/replicatedDatabase.ts';
import { openS3Server } from '../server/testing/s3Engine.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { runClosedLoop } from './closedLoop.ts';
import { ACCOUNT, createCatalogue } from './createCatalogue.ts';
import { ALL_PACKAGES, SMALL } from './generateCatalogue.ts';
import { readUsage } from './nginx.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';

const LOAD = { clients: 16, seconds: 8 };
/** Each node is measured so often, in turn with the others, because the speed of the machine changes. */
const TURNS = 3;
/** Lists of a node on S3 and a replica, as a share of those of the same node on disk and primary. */
const MIN_RATIO = 0.9;
/** Lists per CPU second that the nodes spend: two nodes behind a proxy, as a share of one. */
const MIN_NODES_RATIO = 0.8;

interface Figures {
  perSecond: number;
  perCpuSecond: number;
}

startStep('Starting a database with a replica, and a bucket');
const home = await temporaryFolder('promenade-bench-cluster-');
const database = await openReplicatedDatabase(join(home, 'database'));
const s3 = await openS3Server();
/** Stop what has been started, the last one first. */
const stops: (() => unknown)[] = [() => removeEmbeddedPostgres(join(home, 'database')), database.close, s3.close];
try {
  const onDisk = {
    DATABASE_URL: database.primaryUrl,
    APP_SECRET: 'every node signs with the same 1',
    DEMO: '0',
    LOG_LEVEL: 'error',
  };
  const onS3 = { ...onDisk, DATABASE_READ_URL: database.replicaUrl, ...s3.createEnv() };
  await prepare(onDisk, onS3);
  startStep('Starting three nodes');
  const one = await startNode('disk', onDisk);
  const first = await startNode('s3-1', onS3);
  const second = await startNode('s3-2', onS3);
  const proxyUrl = await startProxy([first.address, second.address]);
  const { body } = await createClient(one.address)(signIn, {
    body: { username: ACCOUNT.email, password: ACCOUNT.password },
  });
  const token = body['access-token'];

  async function measure(path: string, url: string, pids: number[], seconds = LOAD.seconds): Promise<Figures> {
    const getCpuSeconds = async () =>
      (await Promise.all(pids.map(readUsage))).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const before = await getCpuSeconds();
    const { requests } = await runClosedLoop(url + path, token, { ...LOAD, seconds });
    const cpuSeconds = (await getCpuSeconds()) - before;
    return { perSecond: requests.average, perCpuSecond: (requests.average * seconds) / cpuSeconds };
  }

  const list = `/api${releasesRoute.path}?pagesize=40`;
  const subjects = [
    { name: 'one node on disk and primary', url: one.address, pids: [one.pid] },
    { name: 'one node on S3 and a replica', url: first.address, pids: [first.pid] },
    { name: 'two nodes on S3 and a replica, behind a proxy', url: proxyUrl, pids: [first.pid, second.pid] },
  ];
  console.log(
    `${SMALL.releases} releases, ${LOAD.clients} keep-alive clients, ${LOAD.seconds} s each, median of ${TURNS}, after a warm-up`,
  );
  startStep('Warming up');
  for (const { url, pids } of subjects) await measure(list, url, pids, 2);
  const { perSecond: floor } = await measure('/health/live', one.address, [one.pid]);
  console.log(`empty route: ${Math.round(floor)}/s`);
  const results: Figures[][] = subjects.map(() => []);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [index, { name, url, pids }] of subjects.entries()) {
      startStep(`Measuring ${name}, ${turn + 1} of ${TURNS}`);
      results[index]?.push(await measure(list, url, pids));
    }
  const medians = results.map((figures) => ({
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    perCpuSecond: median(figures.map(({ perCpuSecond }) => perCpuSecond)),
  }));
  for (const [index, { perSecond, perCpuSecond }] of medians.entries())
    console.log(
      `list of 40, ${subjects[index]?.name}: ${Math.round(perSecond)}/s, ${Math.round(perCpuSecond)} per CPU second of nodes`,
    );
  const [diskFigures, s3Figures, nodesFigures] = medians;
  const ratio = (s3Figures?.perSecond ?? 0) / (diskFigures?.perSecond ?? 0);
  const nodesRatio = (nodesFigures?.perCpuSecond ?? 0) / (diskFigures?.perCpuSecond ?? 0);
  console.log(`S3 and replica / disk and primary: ${ratio.toFixed(2)} (minimum ${MIN_RATIO})`);
  console.log(`two nodes / one, lists per CPU second: ${nodesRatio.toFixed(2)} (minimum ${MIN_NODES_RATIO})`);
  if (ratio < MIN_RATIO || nodesRatio < MIN_NODES_RATIO) process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
  await rm(home, { recursive: true, force: true });
}

/** Fills the database and lets both media stores be its own. */
async function prepare(onDisk: Record<string, string>, onS3: Record<string, string>): Promise<void> {
  const dataDir = join(home, 'disk');
  const log = createSilentLog();
  const { context, close } = await openContext(readConfig({ ...onDisk, DATA_DIR: dataDir }), { log });
  await createCatalogue(context, SMALL, ALL_PACKAGES);
  await openStorage(readConfig({ ...onS3, DATA_DIR: dataDir }), log).put(
    OWN_KEYS.id,
    Buffer.concat(await Array.fromAsync(await context.storage.read(OWN_KEYS.id))),
  );
  await close();
  await database.catchUp();
}

async function startNode(name: string, env: Record<string, string>): Promise<Service> {
  const node = await startService({ dataDir: join(home, name), env, args: ['--role', 'web'] });
  stops.push(() => node.stop({ keepData: true }));
  return node;
}

/** Passes each connection on to the next node. */
async function startProxy(urls: string[]): Promise<string> {
  let turn = 0;
  const proxy = createServer((client) => {
    const node = connect(Number(new URL(urls[turn++ % urls.length] ?? '').port), '127.0.0.1');
    client.pipe(node).pipe(client);
    client.on('error', () => node.destroy());
    node.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  stops.push(() => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

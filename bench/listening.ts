import { randomUUID } from 'node:crypto';
import { release as releaseRoute, releases as releasesRoute } from '@promenade/contract/catalogue';
import { createClient } from '../server/testing/client.ts';
import { runClosedLoop } from './closedLoop.ts';
import { type BenchRequest, runOpenLoop } from './openLoop.ts';
import { startBenchServer } from './startBenchServer.ts';
import { startStep } from './steps.ts';

// Reports of 5,000 listeners, one every five seconds each, beside lists; both alone, and an empty route, are the peers.

const REPORTS_PER_SECOND = 1_000;
const LISTENERS = 5_000;
const ACCOUNTS = 100;
const SECONDS = 10;
const CLIENTS = 16;

const server = await startBenchServer('small', { accounts: ACCOUNTS, streams: true });
try {
  const { url, token, tokens } = server;
  startStep('Measuring an empty route');
  const call = createClient(url, token);
  const { items } = (await call(releasesRoute, { query: { page: 1 } })).body;
  const details = await Promise.all(
    items.map(({ releaseid }) => call(releaseRoute, { params: { releaseid } }).then(({ body }) => body)),
  );
  const tracks = details.flatMap(({ songs }) => songs);
  const startedat = new Date().toISOString();
  const listens = Array.from({ length: LISTENERS }, (_, n) => ({
    trackid: tracks[Math.floor(n / ACCOUNTS) % tracks.length]?.trackid,
    listenid: randomUUID(),
    startedat,
    source: 'gallery',
  }));
  const createReport = (index: number): BenchRequest => {
    const seconds = Math.floor(index / LISTENERS) * 5;
    const body = { ...listens[index % LISTENERS], seconds, ranges: [[0, seconds]] };
    const headers = { authorization: `Bearer ${tokens[index % ACCOUNTS]}` };
    return { method: 'POST', path: '/api/plays', body, headers };
  };
  const list = `${url}/api/release?page=1`;
  const countLists = async (seconds = SECONDS) =>
    (await runClosedLoop(list, token, { clients: CLIENTS, seconds })).requests.average;
  const runReports = () => runOpenLoop(server, { perSecond: REPORTS_PER_SECOND, seconds: SECONDS }, createReport);
  await countLists(2);
  const empty = await runOpenLoop(server, { perSecond: REPORTS_PER_SECOND, seconds: SECONDS }, () => ({
    method: 'GET',
    path: '/bench/empty/route',
  }));
  print('an empty route', empty);
  startStep('Measuring reports alone');
  print('reports alone', await runReports());
  startStep('Measuring lists alone');
  const alone = await countLists();
  startStep('Measuring reports beside lists');
  const [beside, reports] = await Promise.all([countLists(), runReports()]);
  print('reports beside lists', reports);
  console.log(
    `lists: ${Math.round(alone)}/s alone, ${Math.round(beside)}/s beside reports (${(beside / alone).toFixed(2)})`,
  );
} finally {
  server.stop();
}

function print(name: string, { p50, p99, failed }: Awaited<ReturnType<typeof runOpenLoop>>): void {
  console.log(
    `${name}, ${REPORTS_PER_SECOND}/s: median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, ${failed} refused`,
  );
}

import { randomUUID } from 'node:crypto';
import { release, releases } from '@promenade/contract/catalogue';
import { runClosedLoop } from '../closedLoop.ts';
import { type BenchRequest, runOpenLoop } from '../openLoop.ts';
import { startBenchServerOf } from './benchServers.ts';
import { defineMeasurement } from './measurement.ts';

const REPORTS_PER_SECOND = 1_000;
const LISTENERS = 5_000;
const ACCOUNTS = 100;
const SECONDS = 10;
/** Between two reports of a listener. */
const INTERVAL_SECONDS = 5;
/** Of lists. */
const CLIENTS = 16;

/** Reports of listeners, one every five seconds each. */
export const listening = defineMeasurement({
  figures: [
    { name: 'processor time of an accepted report, with PostgreSQL, ms', bound: { of: 'ratio', atMost: 0.25 } },
    { name: 'p99 of a report, times that of an empty route', bound: { of: 'now', atMost: 3 } },
    { name: 'lists beside reports, share of their rate alone', bound: { of: 'now', atLeast: 0.8 } },
  ],
  rounds: 3,
  start: async (build) => {
    const server = await startBenchServerOf(build, 'small', { accounts: ACCOUNTS, streams: true });
    const { items } = (await server.call(releases, { query: { page: 1 } })).body;
    const trackids: string[] = [];
    for (const { releaseid } of items) {
      const { songs } = (await server.call(release, { params: { releaseid } })).body;
      trackids.push(...songs.map(({ trackid }) => trackid));
    }
    const startedat = new Date(Date.now() - 2 * INTERVAL_SECONDS * 1_000).toISOString();
    const listens = Array.from({ length: LISTENERS }, (_, n) => ({
      trackid: trackids[Math.floor(n / ACCOUNTS) % trackids.length],
      listenid: randomUUID(),
      startedat,
      source: 'gallery',
    }));
    return { ...server, listens, sent: 0 };
  },
  measure: async (server) => {
    const { url, token, tokens, listens } = server;
    const send = (createRequest: (index: number) => BenchRequest) =>
      runOpenLoop(server, { perSecond: REPORTS_PER_SECOND, seconds: SECONDS }, createRequest);
    const sendReports = async () => {
      const { sent } = server;
      server.sent += REPORTS_PER_SECOND * SECONDS;
      return send((index) => {
        const nth = sent + index;
        const heard = (Math.floor(nth / LISTENERS) + 1) * INTERVAL_SECONDS;
        const headers = { authorization: `Bearer ${tokens[nth % ACCOUNTS]}` };
        const body = { ...listens[nth % LISTENERS], seconds: heard, ranges: [[0, heard]] };
        return { method: 'POST', path: '/api/plays', body, headers };
      });
    };
    const countLists = async () =>
      (await runClosedLoop(`${url}/api/release?page=1`, token, { clients: CLIENTS, seconds: SECONDS })).requests
        .average;
    const empty = await send(() => ({ method: 'GET', path: '/bench/empty/route' }));
    let reports = empty;
    const seconds = await server.measureWork(async () => {
      reports = await sendReports();
    });
    const alone = await countLists();
    const [beside] = await Promise.all([countLists(), sendReports()]);
    const accepted = REPORTS_PER_SECOND * SECONDS - reports.failed;
    return [(seconds * 1_000) / accepted, reports.p99 / empty.p99, beside / alone];
  },
});

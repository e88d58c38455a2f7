import { randomUUID } from 'node:crypto';
import { release, releases } from '@promenade/contract/catalogue';
import { runOpenLoop } from '../openLoop.ts';
import { startBenchServerOf } from './benchServers.ts';
import { defineMeasurement } from './measurement.ts';

const REPORTS_PER_SECOND = 1_000;
const LISTENERS = 5_000;
const ACCOUNTS = 100;
const SECONDS = 10;
/** Between two reports of a listener. */
const INTERVAL_SECONDS = 5;

/** Reports of listeners, one every five seconds each. */
export const listening = defineMeasurement({
  figures: [
    { name: 'processor time of an accepted report, with PostgreSQL, ms', bound: { of: 'ratio', atMost: 0.25 } },
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
    const { tokens, listens, sent } = server;
    let refused = 0;
    const seconds = await server.measureWork(async () => {
      const result = await runOpenLoop(server, { perSecond: REPORTS_PER_SECOND, seconds: SECONDS }, (index) => {
        const nth = sent + index;
        const heard = (Math.floor(nth / LISTENERS) + 1) * INTERVAL_SECONDS;
        const headers = { authorization: `Bearer ${tokens[nth % ACCOUNTS]}` };
        const body = { ...listens[nth % LISTENERS], seconds: heard, ranges: [[0, heard]] };
        return { method: 'POST', path: '/api/plays', body, headers };
      });
      refused = result.failed;
    });
    const reports = REPORTS_PER_SECOND * SECONDS;
    server.sent += reports;
    return [(seconds * 1_000) / (reports - refused)];
  },
});

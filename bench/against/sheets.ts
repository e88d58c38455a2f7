import { releases } from '@promenade/contract/catalogue';
import { startBenchServerOf } from './benchServers.ts';
import { defineMeasurement } from './measurement.ts';

const AT_ONCE = 4;

/** Printable sheets of releases; those at once are of as many accounts. */
export const sheets = defineMeasurement({
  figures: [{ name: 'time of four sheets at once, times that of one', bound: { of: 'now', atMost: 1.5 } }],
  rounds: 4,
  start: async (build) => {
    const server = await startBenchServerOf(build, 'small', { accounts: AT_ONCE });
    const { items } = (await server.call(releases, { query: { page: 1 } })).body;
    return { ...server, releaseids: items.map(({ releaseid }) => releaseid) };
  },
  measure: async ({ url, tokens, releaseids }) => {
    /** Seconds until all are there; each sheet is made once. */
    const print = async (accounts: number) => {
      const begun = performance.now();
      await Promise.all(
        releaseids.splice(0, accounts).map(async (releaseid, index) => {
          const headers = { authorization: `Bearer ${tokens[index]}` };
          const response = await fetch(`${url}/api/release/${releaseid}/report.pdf`, { headers });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`A sheet was answered with ${response.status}.`);
        }),
      );
      return performance.now() - begun;
    };
    // The first one loads code and fonts.
    await print(1);
    const [first, all, last] = [await print(1), await print(AT_ONCE), await print(1)];
    return [(2 * all) / (first + last)];
  },
});

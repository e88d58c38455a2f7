import { releases as releasesRoute } from '@promenade/contract/catalogue';
import { search } from '@promenade/contract/search';
import { createClient } from '../server/testing/client.ts';
import { type ClosedLoopResult, runClosedLoop } from './closedLoop.ts';
import { startBenchServer } from './startBenchServer.ts';
import { startStep } from './steps.ts';

const LOAD = { clients: 16, seconds: 8 };
/** V8 goes on optimising for about 20,000 requests. */
const WARM_UP_SECONDS = 12;
/** A list slower than this share of an empty route, which does not use the database, has lost its query plan. */
const MIN_RATIO = 0.05;

const { url, token, releases, stop } = await startBenchServer('small');
try {
  console.log(
    `${releases} releases, ${LOAD.clients} keep-alive clients, ${LOAD.seconds} s each, after a warm-up of ${WARM_UP_SECONDS} s`,
  );
  const list = `${url}/api${releasesRoute.path}?pagesize=40`;
  startStep('Warming up');
  await runClosedLoop(list, token, { ...LOAD, seconds: WARM_UP_SECONDS });
  const emptyBefore = await measure('empty route', `${url}/bench/empty/route`);
  const listResult = await measure('list of 40', list);
  for (const term of await createSearchTerms()) await measure(`search for “${term}”`, searchUrl(term));
  const emptyAfter = await measure('empty route', `${url}/bench/empty/route`);
  const ratio = listResult.requests.average / ((emptyBefore.requests.average + emptyAfter.requests.average) / 2);
  console.log(`list / empty route: ${ratio.toFixed(2)} (minimum ${MIN_RATIO})`);
  if (ratio < MIN_RATIO) process.exitCode = 1;
} finally {
  stop();
}

/** Returns a complete title, an artist with an incomplete last name, and the last word of the title with the artist. */
async function createSearchTerms(): Promise<string[]> {
  const { items } = (await createClient(url, token)(releasesRoute, { query: { pagesize: 100 } })).body;
  const { title = '', artist = '' } = items.find(({ title }) => title.includes(' ')) ?? {};
  const [first = '', last = ''] = artist.split(' ');
  return [title, `${first} ${last.slice(0, 3)}`, `${title.split(' ').at(-1)} ${artist}`];
}

function searchUrl(term: string): string {
  return `${url}/api${search.path}?filter=${encodeURIComponent(term)}`;
}

async function measure(name: string, measuredUrl: string): Promise<ClosedLoopResult> {
  startStep(`Measuring ${name}`);
  const result = await runClosedLoop(measuredUrl, token, LOAD);
  const { requests, latency } = result;
  console.log(`${name}: ${Math.round(requests.average)}/s, median ${latency.p50} ms, p99 ${latency.p99} ms`);
  return result;
}

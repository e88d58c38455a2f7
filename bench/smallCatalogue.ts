import { releases as listOfReleases } from '@promenade/contract/catalogue';
import { search } from '@promenade/contract/search';
import { createClient } from '../server/testing/client.ts';
import { closedLoop, type Figures } from './closedLoop.ts';
import { startMeasured } from './measuredServer.ts';

const LOAD = { clients: 16, seconds: 8 };
/** An empty route never meets the database; a list of 40 that falls below this share of it has lost its plan. */
const RATIO_AT_LEAST = 0.05;

const { url, token, releases, stop } = await startMeasured('small');
try {
  console.log(`${releases} releases, ${LOAD.clients} keep-alive clients, ${LOAD.seconds} s each, after a warm-up`);
  const list = `${url}/api${listOfReleases.path}?pagesize=40`;
  await closedLoop(list, token, { ...LOAD, seconds: 2 });
  const empty = await measure('empty route', `${url}/bench/empty/route`);
  const full = await measure('list of 40', list);
  for (const typed of await whatIsTyped()) await measure(`search for “${typed}”`, searchFor(typed));
  const again = await measure('empty route', `${url}/bench/empty/route`);
  const ratio = full.requests.average / ((empty.requests.average + again.requests.average) / 2);
  console.log(`list / empty route: ${ratio.toFixed(2)} (at least ${RATIO_AT_LEAST})`);
  if (ratio < RATIO_AT_LEAST) process.exitCode = 1;
} finally {
  stop();
}

/** A whole title, an artist up to the third letter of the last name, and the last word of a title with its artist. */
async function whatIsTyped(): Promise<string[]> {
  const { items } = (await createClient(url, token)(listOfReleases, { query: { pagesize: 100 } })).body;
  const { title = '', artist = '' } = items.find(({ title }) => title.includes(' ')) ?? {};
  const [first = '', last = ''] = artist.split(' ');
  return [title, `${first} ${last.slice(0, 3)}`, `${title.split(' ').at(-1)} ${artist}`];
}

function searchFor(typed: string): string {
  return `${url}/api${search.path}?filter=${encodeURIComponent(typed)}`;
}

async function measure(name: string, address: string): Promise<Figures> {
  const figures = await closedLoop(address, token, LOAD);
  const { requests, latency } = figures;
  console.log(`${name}: ${Math.round(requests.average)}/s, median ${latency.p50} ms, p99 ${latency.p99} ms`);
  return figures;
}

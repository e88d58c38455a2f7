import { release, releases } from '@promenade/contract/catalogue';
import { flagRelease, unflagRelease } from '@promenade/contract/library';
import { addToPlaylist, createPlaylist, moveInPlaylist } from '@promenade/contract/playlists';
import type { RouteAnswer } from '@promenade/contract/route';
import { search } from '@promenade/contract/search';
import { createClient } from '../server/testing/client.ts';
import { runClosedLoop } from './closedLoop.ts';
import { type BenchRequest, runOpenLoop } from './openLoop.ts';
import { startBenchServer } from './startBenchServer.ts';
import { startStep } from './steps.ts';
import { getTypedText, KEYS } from './typedText.ts';

const CLIENTS = 32;
/** Duration of each bench and of its warm-up, in which statements are planned and code is compiled. */
const SECONDS = 10;
/** Every tenth release is flagged. */
const FLAG_INTERVAL = 10;
const PLAYLISTS = 50;
const RELEASES_PER_PLAYLIST = 10;
/** `npm run bench:large -- search` runs only the benches with this word in their names. */
const NAME_FILTER = process.argv[2] ?? '';

interface Bench {
  name: string;
  createRequest: (index: number) => BenchRequest;
  /** Rate of an open loop; without it a closed loop of 32 clients. */
  perSecond?: number;
  maxP99Ms: number;
  /** Minimum rate of a closed loop. */
  minPerSecond?: number;
  /** What is measured for comparison: an empty route (default) or an empty durable transaction. */
  baseline?: 'route' | 'commit';
}

const { url, token, releases: size, stop } = await startBenchServer('large');
const call = createClient(url, token);
try {
  console.log(`${size} releases, ${SECONDS} s each; open-loop latency counts from the scheduled start of a request`);
  startStep('Creating playlists');
  const items = [...(await getPage(1)), ...(await getPage(2))];
  const benches = createBenches(items, await createPlaylists(items)).filter(({ name }) => name.includes(NAME_FILTER));
  for (const bench of benches) await warmUp(bench);
  await resetFlags(items);
  for (const bench of benches) await run(bench);
} finally {
  stop();
}

async function getPage(page: number): Promise<ReleaseItems> {
  return (await call(releases, { query: { pagesize: 100, page } })).body.items;
}

type ReleaseItems = RouteAnswer<typeof releases>['items'];

/** Makes the flags equal in every run. */
async function resetFlags(items: ReleaseItems): Promise<void> {
  for (const [index, { releaseid }] of items.entries())
    await call(index % FLAG_INTERVAL === 0 ? flagRelease : unflagRelease, { params: { releaseid } });
}

interface BenchPlaylist {
  playlistid: string;
  trackids: string[];
}

async function createPlaylists(items: ReleaseItems): Promise<BenchPlaylist[]> {
  const playlists: BenchPlaylist[] = [];
  for (let number = 0; number < PLAYLISTS; number++) {
    const { playlistid } = (await call(createPlaylist, { body: { name: `Bench ${number}` } })).body;
    const trackids: string[] = [];
    for (let index = 0; index < RELEASES_PER_PLAYLIST; index++) {
      const releaseid = items[(number + index * 9) % items.length]?.releaseid ?? '';
      trackids.push(...(await call(release, { params: { releaseid } })).body.songs.map(({ trackid }) => trackid));
    }
    await call(addToPlaylist, { params: { playlistid }, body: { tracks: trackids } });
    playlists.push({ playlistid, trackids });
  }
  return playlists;
}

function createBenches(items: ReleaseItems, playlists: BenchPlaylist[]): Bench[] {
  const ids = items.map(({ releaseid }) => releaseid);
  const listRequest = (query: string) => ({ method: 'GET', path: `/api${releases.path}?${query}` }) as const;
  const genres = (index: number) => `${1 + (index % 40)},${1 + ((index * 7) % 40)},${1 + ((index * 13) % 40)}`;
  const id = (index: number) => ids[index % ids.length] ?? '';
  return [
    { name: 'page of 40, newest', createRequest: () => listRequest('pagesize=40'), maxP99Ms: 25, minPerSecond: 2_500 },
    {
      name: 'filtered page with total',
      createRequest: (index) => listRequest(`genres=${genres(index)}&markets=us&release_types=EP&days=30`),
      perSecond: 200,
      maxP99Ms: 40,
    },
    {
      name: 'filter that fits half of everything',
      createRequest: (index) => listRequest(`genres=${genres(index)}&sort=title`),
      perSecond: 50,
      maxP99Ms: 60,
    },
    {
      name: 'popular in 30 days',
      createRequest: () => listRequest('sort=-popular&days=30'),
      perSecond: 200,
      maxP99Ms: 40,
    },
    { name: 'only to hear', createRequest: () => listRequest('tohear=true'), perSecond: 100, maxP99Ms: 60 },
    { name: 'counts', createRequest: () => ({ method: 'GET', path: '/api/counts' }), perSecond: 200, maxP99Ms: 40 },
    {
      name: 'page 500',
      createRequest: (index) => listRequest(`pagesize=40&page=${480 + (index % 40)}`),
      perSecond: 100,
      maxP99Ms: 60,
    },
    {
      name: 'search as you type',
      createRequest: (index) => ({
        method: 'GET',
        path: `/api${search.path}?filter=${encodeURIComponent(getTypedText(items, index))}`,
      }),
      perSecond: 100,
      maxP99Ms: 60,
    },
    {
      name: 'release with its tracks',
      createRequest: (index) => ({ method: 'GET', path: `/api/release/${id(index)}` }),
      maxP99Ms: 25,
      minPerSecond: 4_000,
    },
    {
      name: 'flag, durable',
      createRequest: (index) => ({
        method: (Math.floor(index / ids.length) % 2 === 0 ? flagRelease : unflagRelease).method,
        path: `/api/flag/${id(index)}`,
      }),
      perSecond: 300,
      maxP99Ms: 15,
      baseline: 'commit',
    },
    {
      name: 'reorder, durable',
      createRequest: (index) => createMoveRequest(playlists, index),
      perSecond: 300,
      maxP99Ms: 15,
      baseline: 'commit',
    },
  ];
}

/** Moves a track of each playlist in turn behind a distant one. */
function createMoveRequest(playlists: BenchPlaylist[], index: number): BenchRequest {
  const { playlistid = '', trackids = [] } = playlists[index % playlists.length] ?? {};
  const position = index * 7;
  const trackid = trackids[position % trackids.length];
  const referenceTrackid = trackids[(position + Math.floor(trackids.length / 3)) % trackids.length];
  return {
    method: moveInPlaylist.method,
    path: `/api/playlist/tracks/${playlistid}/${trackid}`,
    body: { position: 'after', referenceTrackid },
  };
}

/** Uses other requests than the measurement where possible. */
async function warmUp({ name, createRequest, perSecond }: Bench): Promise<void> {
  startStep(`Warming up: ${name}`);
  const offset = 100 * KEYS;
  if (perSecond === undefined)
    await runClosedLoop(`${url}${createRequest(offset).path}`, token, { clients: CLIENTS, seconds: SECONDS });
  else await runOpenLoop({ url, token }, { perSecond, seconds: SECONDS }, (index) => createRequest(index + offset));
}

async function run(bench: Bench): Promise<void> {
  const { name, perSecond, maxP99Ms, minPerSecond = 0 } = bench;
  startStep(`Measuring ${name}`);
  const result = await (perSecond === undefined ? measureClosedLoop(bench) : measureOpenLoop(bench, perSecond));
  const isOver = result.p99 > maxP99Ms || result.failed > 0 || result.perSecond < minPerSecond;
  if (isOver) process.exitCode = 1;
  const budget = [`p99 ${maxP99Ms} ms`, minPerSecond && `${minPerSecond}/s`].filter(Boolean).join(', ');
  console.log(
    `${name}: ${Math.round(result.perSecond)}/s, median ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms, ${result.failed} failed; ` +
      `empty ${result.baseline.name} ${Math.round(result.baseline.perSecond)}/s, p99 ${result.baseline.p99.toFixed(1)} ms; budget ${budget}${isOver ? ' – OVER' : ''}`,
  );
}

/** Latencies in milliseconds. */
interface BenchResult {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  baseline: { name: string; perSecond: number; p99: number };
}

async function measureClosedLoop({ createRequest }: Bench): Promise<BenchResult> {
  const load = { clients: CLIENTS, seconds: SECONDS };
  const { requests, latency } = await runClosedLoop(`${url}${createRequest(0).path}`, token, load);
  const baseline = await runClosedLoop(`${url}/bench/empty/route`, token, { ...load, seconds: 3 });
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: 0,
    baseline: { name: 'route', perSecond: baseline.requests.average, p99: baseline.latency.p99 },
  };
}

async function measureOpenLoop(
  { createRequest, baseline: name = 'route' }: Bench,
  perSecond: number,
): Promise<BenchResult> {
  const result = await runOpenLoop({ url, token }, { perSecond, seconds: SECONDS }, createRequest);
  const createEmptyRequest = () => ({ method: 'GET', path: `/bench/empty/${name}` }) as const;
  const baseline = await runOpenLoop({ url, token }, { perSecond, seconds: 3 }, createEmptyRequest);
  return { ...result, perSecond, baseline: { name, perSecond, p99: baseline.p99 } };
}

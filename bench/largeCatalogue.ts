import { release, releases } from '@promenade/contract/catalogue';
import { flagRelease, unflagRelease } from '@promenade/contract/library';
import { addToPlaylist, createPlaylist, moveInPlaylist } from '@promenade/contract/playlists';
import type { RouteAnswer } from '@promenade/contract/route';
import { search } from '@promenade/contract/search';
import { createClient } from '../server/testing/client.ts';
import { closedLoop } from './closedLoop.ts';
import { startMeasured } from './measuredServer.ts';
import { type Asked, openLoop } from './openLoop.ts';
import { percent, quietest } from './quiet.ts';

const CLIENTS = 32;
/** Each kind is asked so long, and as long before that: statements are planned and code is compiled by then. */
const SECONDS = 10;
/** One of so many releases is flagged. */
const FLAGGED_EACH = 10;
/** A person types so many before the next one does. */
const KEYS = 12;
/** Playlists whose tracks are moved, and of how many releases each one has the tracks. */
const PLAYLISTS = 50;
const RELEASES_EACH = 10;
/** `npm run bench:large -- search` runs those whose names hold the word. */
const ONLY = process.argv[2] ?? '';

/** One kind of request: how it is sent, and what it may take (ms) at which rate. */
interface Bench {
  name: string;
  ask: (n: number) => Asked;
  /** Open loop: so many a second. Without it as many as 32 clients get. */
  perSecond?: number;
  p99: number;
  /** At least, with 32 clients. */
  answers?: number;
  /** What is empty and asked the same way in the same run; a route unless said. */
  floor?: 'route' | 'commit';
}

const { url, token, releases: size, stop } = await startMeasured('large');
const call = createClient(url, token);
try {
  console.log(`${size} releases, ${SECONDS} s each; open loop counts from the moment a request was meant to start`);
  const shown = [...(await pageOf(1)), ...(await pageOf(2))];
  const benches = benchesFor(shown, await makePlaylists(shown)).filter(({ name }) => name.includes(ONLY));
  for (const bench of benches) await warmUp(bench);
  await flagSome(shown);
  for (const bench of benches) await run(bench);
} finally {
  stop();
}

async function pageOf(page: number): Promise<Shown> {
  return (await call(releases, { query: { pagesize: 100, page } })).body.items;
}

type Shown = RouteAnswer<typeof releases>['items'];

/** The same in each run, however the last one and the warm-up left them. */
async function flagSome(shown: Shown): Promise<void> {
  for (const [at, { releaseid }] of shown.entries())
    await call(at % FLAGGED_EACH === 0 ? flagRelease : unflagRelease, { params: { releaseid } });
}

interface Made {
  playlistid: string;
  trackids: string[];
}

async function makePlaylists(shown: Shown): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < PLAYLISTS; n++) {
    const { playlistid } = (await call(createPlaylist, { body: { name: `Bench ${n}` } })).body;
    const trackids: string[] = [];
    for (let at = 0; at < RELEASES_EACH; at++) {
      const releaseid = shown[(n + at * 9) % shown.length]?.releaseid ?? '';
      trackids.push(...(await call(release, { params: { releaseid } })).body.songs.map(({ trackid }) => trackid));
    }
    await call(addToPlaylist, { params: { playlistid }, body: { tracks: trackids } });
    made.push({ playlistid, trackids });
  }
  return made;
}

function benchesFor(shown: Shown, playlists: Made[]): Bench[] {
  const ids = shown.map(({ releaseid }) => releaseid);
  const list = (query: string) => ({ method: 'GET', path: `/api${releases.path}?${query}` }) as const;
  const genres = (n: number) => `${1 + (n % 40)},${1 + ((n * 7) % 40)},${1 + ((n * 13) % 40)}`;
  const id = (n: number) => ids[n % ids.length] ?? '';
  return [
    { name: 'page of 40, newest', ask: () => list('pagesize=40'), p99: 25, answers: 2_500 },
    {
      name: 'filtered page with total',
      ask: (n) => list(`genres=${genres(n)}&markets=us&release_types=EP&days=30`),
      perSecond: 200,
      p99: 40,
    },
    {
      name: 'filter that fits half of everything',
      ask: (n) => list(`genres=${genres(n)}&sort=title`),
      perSecond: 50,
      p99: 60,
    },
    { name: 'popular in 30 days', ask: () => list('sort=-popular&days=30'), perSecond: 200, p99: 40 },
    { name: 'only unheard', ask: () => list('unheard=true'), perSecond: 100, p99: 60 },
    { name: 'page 500', ask: (n) => list(`pagesize=40&page=${480 + (n % 40)}`), perSecond: 100, p99: 60 },
    {
      name: 'search as you type',
      ask: (n) => ({ method: 'GET', path: `/api${search.path}?filter=${encodeURIComponent(typed(shown, n))}` }),
      perSecond: 100,
      p99: 60,
    },
    {
      name: 'release with its tracks',
      ask: (n) => ({ method: 'GET', path: `/api/release/${id(n)}` }),
      p99: 25,
      answers: 4_000,
    },
    {
      name: 'flag, durable',
      ask: (n) => ({
        method: (Math.floor(n / ids.length) % 2 === 0 ? flagRelease : unflagRelease).method,
        path: `/api/flag/${id(n)}`,
      }),
      perSecond: 300,
      p99: 15,
      floor: 'commit',
    },
    { name: 'reorder, durable', ask: (n) => moving(playlists, n), perSecond: 300, p99: 15, floor: 'commit' },
  ];
}

/** Each playlist in turn: some track of it right behind another one, far away. */
function moving(playlists: Made[], n: number): Asked {
  const { playlistid = '', trackids = [] } = playlists[n % playlists.length] ?? {};
  const at = n * 7;
  const one = trackids[at % trackids.length];
  const referenceTrackid = trackids[(at + Math.floor(trackids.length / 3)) % trackids.length];
  return {
    method: moveInPlaylist.method,
    path: `/api/playlist/tracks/${playlistid}/${one}`,
    body: { position: 'after', referenceTrackid },
  };
}

/** What stands in the box after each key, from the second: an artist, a title or both, every third time with a slip. */
function typed(shown: Shown, n: number): string {
  const person = Math.floor(n / KEYS);
  const { artist = '', title = '' } = shown[person % shown.length] ?? {};
  const meant = [artist, title, `${title} ${artist}`][Math.floor(person / 3) % 3] ?? '';
  const written = person % 3 === 0 ? meant.slice(0, 3) + meant.slice(4) : meant;
  return written.slice(0, 2 + (n % KEYS));
}

/** By what is not measured, where there is a choice: each person there types the names of another release. */
async function warmUp({ ask, perSecond }: Bench): Promise<void> {
  const others = 100 * KEYS;
  if (perSecond === undefined)
    await closedLoop(`${url}${ask(others).path}`, token, { clients: CLIENTS, seconds: SECONDS });
  else await openLoop({ url, token }, { perSecond, seconds: SECONDS }, (n) => ask(n + others));
}

async function run(bench: Bench): Promise<void> {
  const { name, perSecond, p99 } = bench;
  const { seen, stolen } = await quietest(() => (perSecond === undefined ? closed(bench) : open(bench, perSecond)));
  const isOver = seen.p99 > p99 || seen.failed > 0 || (bench.answers ?? 0) > seen.answers;
  if (isOver) process.exitCode = 1;
  const budget = [`p99 ${p99} ms`, bench.answers && `${bench.answers}/s`].filter(Boolean).join(', ');
  console.log(
    `${name}: ${Math.round(seen.answers)}/s, median ${seen.p50.toFixed(1)} ms, p99 ${seen.p99.toFixed(1)} ms, ${seen.failed} failed; ` +
      `empty ${seen.floor.name} ${Math.round(seen.floor.answers)}/s, p99 ${seen.floor.p99.toFixed(1)} ms; host took ${percent(stolen)}; budget ${budget}${isOver ? ' – OVER' : ''}`,
  );
}

interface Seen {
  answers: number;
  p50: number;
  p99: number;
  failed: number;
  floor: { name: string; answers: number; p99: number };
}

async function closed({ ask }: Bench): Promise<Seen> {
  const load = { clients: CLIENTS, seconds: SECONDS };
  const { requests, latency } = await closedLoop(`${url}${ask(0).path}`, token, load);
  const floor = await closedLoop(`${url}/bench/empty/route`, token, { ...load, seconds: 3 });
  return {
    answers: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: 0,
    floor: { name: 'route', answers: floor.requests.average, p99: floor.latency.p99 },
  };
}

async function open({ ask, floor: name = 'route' }: Bench, perSecond: number): Promise<Seen> {
  const seen = await openLoop({ url, token }, { perSecond, seconds: SECONDS }, ask);
  const empty = () => ({ method: 'GET', path: `/bench/empty/${name}` }) as const;
  const floor = await openLoop({ url, token }, { perSecond, seconds: 3 }, empty);
  return { ...seen, answers: perSecond, floor: { name, answers: perSecond, p99: floor.p99 } };
}

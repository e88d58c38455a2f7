import { releases } from '@promenade/contract/catalogue';
import { reportPlay } from '@promenade/contract/library';
import { TOP_LIST_SIZE } from '@promenade/contract/limits';
import type { RouteRequest } from '@promenade/contract/route';
import { beforeEach, expect, test } from 'vitest';
import type { ReleaseOptions, TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { updatePopularity } from './popular.ts';

const server = await startTestServer();
const player = await server.signedIn();
const others = [await server.signedIn(), await server.signedIn(), await server.signedIn()];

const daysAgo = (days: number) => new Date(server.now().getTime() - days * 24 * 3600_000);
const made: TestRelease[] = [];

async function release(wanted: ReleaseOptions = {}): Promise<TestRelease> {
  const release = await server.release({ ...wanted, available: daysAgo(100 + made.length) });
  made.push(release);
  return release;
}

async function listen(listener: SignedIn, { trackids }: TestRelease, days = 0): Promise<void> {
  const trackid = trackids[0] ?? '';
  await server.insertStreams(listener, [trackid]);
  await listener.call(reportPlay, { body: { trackid, seconds: 30 } });
  const ofTrack = server.db.selectFrom('tracks').select('id').where('trackid', '=', trackid);
  await server.db
    .updateTable('plays')
    .set({ listened_at: daysAgo(days) })
    .where('track_id', '=', ofTrack)
    .where('account_id', '=', listener.accountid)
    .execute();
}

async function take(account_id: number, { id: release_id }: TestRelease, days: number): Promise<void> {
  const tracks = await server.db.selectFrom('tracks').select('id').where('release_id', '=', release_id).execute();
  const taken = { account_id, release_id, downloaded_at: daysAgo(days) };
  const rows = tracks.flatMap(({ id: track_id }) => [
    { ...taken, track_id, format: 'mp3' as const },
    { ...taken, track_id, format: 'wav' as const },
  ]);
  await server.db.insertInto('downloaded_tracks').values(rows).execute();
}

async function list(query: NonNullable<RouteRequest<typeof releases>['query']>) {
  return (await player.call(releases, { query })).body.items;
}
const titles = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ title }) => title);

beforeEach(async () => {
  await server.db.deleteFrom('releases').execute();
  await updatePopularity(server);
});

test('the charts count the accounts that listened in 7 or 30 days; 30 is the default', {
  tags: ['C-API-11', 'C-GALLERY-28', 'C-GALLERY-29', 'C-GALLERY-31', 'C-ENUM-04', 'C-CONST-16', 'C-CONST-17'],
}, async () => {
  const [week, month, old, none] = [
    await release({ title: 'This week' }),
    await release({ title: 'This month' }),
    await release({ title: 'Long ago' }),
    await release({ title: 'Never' }),
  ];
  const [one, two, three] = others as [SignedIn, SignedIn, SignedIn];
  await listen(one, week, 1);
  await listen(two, week, 6);
  for (const listener of [one, two, three]) await listen(listener, month, 20);
  for (const listener of [one, two, three]) await listen(listener, old, 31);
  await one.call(reportPlay, { body: { trackid: none.trackids[0] ?? '', seconds: 5 } });
  await updatePopularity(server);
  expect(await titles({ sort: '-popular', days: 30 })).toEqual(['This month', 'This week', 'Long ago', 'Never']);
  expect(await titles({ sort: '-popular' })).toEqual(['This month', 'This week', 'Long ago', 'Never']);
  expect(await titles({ sort: '-popular', days: 7 })).toEqual(['This week', 'This month', 'Long ago', 'Never']);
  expect(await titles({ sort: 'popular', days: 7 })).toEqual(['Never', 'Long ago', 'This month', 'This week']);
  expect(await titles({ sort: '-trending' })).toEqual(['This week', 'This month', 'Long ago', 'Never']);
  expect(await titles({ sort: 'trending' })).toEqual(['Never', 'Long ago', 'This month', 'This week']);
  expect(await titles({})).toEqual(['This week', 'This month', 'Long ago', 'Never']);
  expect(await titles({ sort: '-date', days: 30 })).toEqual([]);
});

test('an account counts once, however often it plays tracks of a release', async () => {
  const [one, two] = others as [SignedIn, SignedIn];
  const often = await release({ title: 'Often', tracks: 3 });
  const twice = await release({ title: 'By two' });
  await server.insertStreams(one, often.trackids);
  for (const trackid of often.trackids) await one.call(reportPlay, { body: { trackid, seconds: 30 } });
  await listen(one, twice);
  await listen(two, twice);
  await updatePopularity(server);
  expect(await titles({ sort: '-popular' })).toEqual(['By two', 'Often']);
});

test('a download counts like listening; an account that did both counts once', async () => {
  const [one, two, three] = others as [SignedIn, SignedIn, SignedIn];
  const taken = await release({ title: 'Taken', tracks: 2 });
  const both = await release({ title: 'Both' });
  const old = await release({ title: 'Long ago' });
  for (const { accountid } of [one, two]) {
    await take(accountid, taken, 1);
    await take(accountid, old, 31);
  }
  await take(three.accountid, taken, 20);
  await listen(one, both);
  await take(one.accountid, both, 0);
  await listen(two, both, 20);
  await updatePopularity(server);
  const counted = server.db.selectFrom('releases').select(['title', 'popular_7', 'popular_30']).orderBy('id');
  expect(await counted.execute()).toEqual([
    { title: 'Taken', popular_7: 2, popular_30: 3 },
    { title: 'Both', popular_7: 1, popular_30: 2 },
    { title: 'Long ago', popular_7: 0, popular_30: 0 },
  ]);
  expect(await titles({ sort: '-popular' })).toEqual(['Taken', 'Both', 'Long ago']);
  expect(await list({ sort: '-trending' })).toMatchObject([
    { trending: true },
    { trending: true },
    { trending: false },
  ]);
});

test('at most fifteen releases trend, newest first on ties, only with listeners this week', {
  tags: ['C-CONST-03'],
}, async () => {
  for (let n = 0; n < TOP_LIST_SIZE + 3; n++) await listen(player, await release({ title: `Nº ${n}` }));
  await release({ title: 'Unplayed' });
  await updatePopularity(server);
  const shown = await list({ pagesize: 100 });
  const trending = shown.filter((each) => each.trending).map(({ title }) => title);
  expect(trending).toEqual(Array.from({ length: 15 }, (_none, n) => `Nº ${n}`));
});

test('the chart of trending songs has fifteen releases, the popular order has all', {
  tags: ['C-CONST-03', 'C-CONST-04'],
}, async () => {
  for (let n = 0; n < TOP_LIST_SIZE + 3; n++) await listen(player, await release({ title: `Nº ${n}` }));
  await updatePopularity(server);
  // Another account has no cached totals.
  const viewer = await server.signedIn();
  const page = async (query: { page?: number; pagesize?: number; days?: number; sort: '-trending' | '-popular' }) =>
    (await viewer.call(releases, { query })).body;
  const chart = await page({ sort: '-trending' });
  expect([chart.total, chart.items.length]).toEqual([15, 15]);
  expect(await page({ sort: '-trending', page: 2, pagesize: 10 })).toMatchObject({
    total: 15,
    items: chart.items.slice(10),
  });
  expect((await page({ sort: '-trending', page: 3, pagesize: 10 })).items).toEqual([]);
  const popular = await page({ sort: '-popular', days: 7 });
  expect([popular.total, popular.items.length]).toEqual([18, 18]);
});

const fragments = () => server.db.selectFrom('releases').select(['releaseid', 'fragment']).orderBy('id').execute();

test('trending follows the listeners; importing or counting again changes nothing', async () => {
  const tricky = { title: '"trending":false', artist: '"trending":true', identity: 'id:tricky', available: daysAgo(3) };
  const plain = { title: 'Plain', identity: 'id:plain', available: daysAgo(4) };
  const [first, second] = [await server.release(tricky), await server.release(plain)];
  await listen(player, first);
  await updatePopularity(server);
  expect(await list({})).toMatchObject([
    { title: '"trending":false', artist: '"trending":true', trending: true },
    { title: 'Plain', trending: false },
  ]);
  await listen(player, first, 8);
  await listen(player, second);
  await updatePopularity(server);
  expect(await list({})).toMatchObject([{ title: '"trending":false', trending: false }, { trending: true }]);
  const before = await fragments();
  await updatePopularity(server);
  expect(await fragments()).toEqual(before);
  for (const wanted of [tricky, plain]) await server.release(wanted);
  expect(await fragments()).toEqual(before);
});

test('a withdrawn release does not trend, a redelivered release keeps trending', async () => {
  const gone = await release({ title: 'Gone' });
  const stays = await release({ title: 'Stays', identity: 'id:stays' });
  await listen(player, gone);
  await listen(player, stays);
  await server.setState(gone, 'withdrawn');
  await updatePopularity(server);
  await release({ title: 'Stays, corrected', identity: 'id:stays' });
  expect(await list({})).toMatchObject([{ title: 'Stays, corrected', trending: true }]);
  await server.setState(gone, 'available');
  expect((await list({})).map(({ trending }) => trending)).toEqual([false, true]);
});

test('concurrent counting and importing wait for each other, and rows and fragments agree', async () => {
  const label = { name: 'Busy', contact: null };
  for (let n = 0; n < 6; n++) await listen(player, await release({ label, identity: `id:busy-${n}` }));
  const logo = (n: number) => ({ labels: [{ ...label, logo_hash: n.toString(16).repeat(64) }] });
  const imports = Array.from({ length: 12 }, (_none, n) =>
    release({ label, identity: `id:busy-${(n * 5) % 6}`, facts: logo(1 + n) }),
  );
  const counts = Array.from({ length: 6 }, () => updatePopularity(server));
  await Promise.all([...imports, ...counts]);
  const shown = await list({});
  const rows = await server.db.selectFrom('releases').select(['releaseid', 'trending']).execute();
  expect(rows.filter(({ trending }) => trending)).toHaveLength(6);
  for (const { releaseid, trending } of rows)
    expect(shown.find((each) => each.releaseid === releaseid)).toMatchObject({ trending });
});

test('a worker updates popularity every hour', async () => {
  const working = await startTestServer({ runsJobs: true });
  const { rows } = await working.pool.query("select cron from pgboss.schedule where name = 'popular'");
  expect(rows).toEqual([{ cron: expect.stringMatching(/^\d+ \* \* \* \*$/) }]);
});

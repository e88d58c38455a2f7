import { signIn } from '@promenade/contract/access';
import { release as detail, releases } from '@promenade/contract/catalogue';
import { archiveRelease, flagTrack, playedReleases, plays, reportPlay } from '@promenade/contract/library';
import { PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

/** A private package keeps the releases of one test out of the others' lists. */
async function audience() {
  const name = `Package ${crypto.randomUUID()}`;
  return { packages: [name], player: await server.signedIn({ packages: [name] }) };
}

const of = ({ releaseid }: TestRelease) => ({ params: { releaseid } });
/** Reports, and lets a second go by so that the next start is later. */
async function hear({ call }: SignedIn, { trackids }: TestRelease, seconds = 0, n = 0) {
  const answer = await call(reportPlay, { body: { trackid: trackids[n] ?? '', seconds } });
  server.advanceClock(1_000);
  return answer;
}
const history = async ({ call }: SignedIn, query = {}) => (await call(plays, { query })).body;
const releasesOf = async ({ call }: SignedIn, query = {}) => (await call(playedReleases, { query })).body;
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
const listenedAt = async ({ accountid }: SignedIn) =>
  (await server.db.selectFrom('plays').where('account_id', '=', accountid).selectAll().execute()).map(
    ({ listened_at }) => listened_at,
  );

test('the history contains each started track and its release once, latest start first', {
  tags: ['C-RECENT-01', 'C-RECENT-03', 'C-RECENT-04'],
}, async () => {
  const { packages, player } = await audience();
  const long = await server.release({ title: 'Long', packages, songs: [{ title: 'One' }, { title: 'Two' }] });
  const short = await server.release({ title: 'Short', packages });
  const started = server.now();
  await hear(player, long, 0, 0);
  await hear(player, short);
  await hear(player, long, 0, 1);
  expect(titles(await history(player))).toEqual(['Two', 'Short', 'One']);
  expect(titles(await releasesOf(player))).toEqual(['Long', 'Short']);
  await hear(player, short);
  const tracks = await history(player);
  expect(titles(tracks)).toEqual(['Short', 'Two', 'One']);
  expect(tracks).toMatchObject({ total: 3, page: 1 });
  const heardReleases = await releasesOf(player);
  expect(titles(heardReleases)).toEqual(['Short', 'Long']);
  expect(heardReleases.total).toBe(2);
  expect(tracks.items[0]).toMatchObject({ trackid: short.trackids[0], releaseid: short.releaseid, album: 'Short' });
  const [newest, second] = tracks.items.map(({ playedat }) => new Date(playedat));
  expect(newest?.getTime()).toBeGreaterThan(second?.getTime() ?? 0);
  expect(second?.getTime()).toBeGreaterThanOrEqual(started.getTime());
  expect(heardReleases.items.map(({ playedat }) => playedat)).toEqual([
    tracks.items[0]?.playedat,
    tracks.items[1]?.playedat,
  ]);
});

test('the history is the same on another device', {
  tags: ['C-RECENT-02'],
}, async () => {
  const { packages, player } = await audience();
  await hear(player, await server.release({ title: 'Everywhere', packages }));
  const elsewhere = await server.call(signIn, { body: { username: player.email, password: PASSWORD } });
  const again = createClient(server.url, elsewhere.body['access-token']);
  expect(titles((await again(plays)).body)).toEqual(['Everywhere']);
  expect(titles((await again(playedReleases)).body)).toEqual(['Everywhere']);
});

test('later reports belong to the same start; a first report is the start', {
  tags: ['C-RECENT-04'],
}, async () => {
  const { packages, player } = await audience();
  const [one, two] = [
    await server.release({ title: 'One', packages }),
    await server.release({ title: 'Two', packages }),
  ];
  await hear(player, one);
  await hear(player, two, 30);
  const before = await history(player);
  expect(titles(before)).toEqual(['Two', 'One']);
  await hear(player, one, 10);
  expect((await history(player)).items.map(({ playedat }) => playedat)).toEqual(
    before.items.map(({ playedat }) => playedat),
  );
});

test('ten seconds count as sampled, nine tenths as heard, and the state never decreases', async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, songs: [{ duration: 100 }, { duration: 8 }, { duration: 200 }] });
  const [trackid] = release.trackids;
  for (const [seconds, heard] of [
    [0, 'unheard'],
    [9.9, 'unheard'],
    [10, 'sampled'],
    [89.9, 'sampled'],
    [90, 'heard'],
    [10, 'heard'],
    [0, 'heard'],
    [5_000, 'heard'],
  ] as const) {
    const { status, body } = await hear(player, release, seconds);
    const unheardtrackcount = heard === 'unheard' ? 3 : 2;
    expect({ status, body }, String(seconds)).toEqual({
      status: 200,
      body: { trackid, releaseid: release.releaseid, heard, unheardtrackcount },
    });
  }
  expect((await hear(player, release, 7.2, 1)).body).toMatchObject({ heard: 'heard', unheardtrackcount: 1 });
});

test('the heard state is in list, detail, flag and history', { tags: ['C-API-57'] }, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const release = await server.release({ packages, songs: [{ duration: 100 }, { duration: 100 }] });
  await player.call(flagTrack, { params: { releaseid: release.releaseid, trackid: release.trackids[0] ?? '' } });
  await hear(player, release, 12);
  const shown = (await player.call(detail, of(release))).body;
  expect(shown).toMatchObject({ unheardtrackcount: 1, flaggedtrackcount: 1 });
  expect(shown.songs).toMatchObject([
    { heard: 'sampled', flagged: true },
    { heard: 'unheard', flagged: false },
  ]);
  expect((await player.call(releases)).body.items).toMatchObject([{ unheardtrackcount: 1 }]);
  const params = { releaseid: release.releaseid, trackid: release.trackids[1] ?? '' };
  expect((await player.call(flagTrack, { params })).body).toMatchObject({ unheardtrackcount: 1, flaggedtrackcount: 2 });
  expect((await history(player)).items).toMatchObject([{ heard: 'sampled', flagged: true }]);
  expect((await releasesOf(player)).items).toMatchObject([{ unheardtrackcount: 1 }]);
  expect((await other.call(detail, of(release))).body.songs).toMatchObject([
    { heard: 'unheard' },
    { heard: 'unheard' },
  ]);
  expect((await other.call(releases)).body.items).toMatchObject([{ unheardtrackcount: 2 }]);
  expect(await history(other)).toMatchObject({ items: [], total: 0 });
  expect(await releasesOf(other)).toMatchObject({ items: [], total: 0 });
});

test('a video is in the history and is neither heard nor unheard', async () => {
  const { packages, player } = await audience();
  const songs = [{ title: 'Film', assettype: 'video' as const, duration: 60 }, { title: 'Song' }];
  const release = await server.release({ packages, songs });
  expect((await hear(player, release, 60)).body).toMatchObject({ heard: 'unheard', unheardtrackcount: 1 });
  expect((await history(player)).items).toMatchObject([{ title: 'Film', assettype: 'video', heard: 'unheard' }]);
});

test('thirty seconds, or nine tenths of a shorter track, count as listening when their sound was fetched', async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, songs: [{ duration: 200 }] });
  await server.insertStreams(player, release.trackids);
  await hear(player, release, 29);
  expect(await listenedAt(player)).toEqual([null]);
  await hear(player, release, 30);
  const [first] = await listenedAt(player);
  expect(first).toBeInstanceOf(Date);
  await hear(player, release, 0);
  expect(await listenedAt(player)).toEqual([first]);
  const another = await server.signedIn({ packages });
  const short = await server.release({ packages, songs: [{ duration: 20 }] });
  await hear(another, short, 18);
  expect(await listenedAt(another)).toEqual([null]);
  await server.insertStreams(another, short.trackids);
  await hear(another, short, 18);
  expect(await listenedAt(another)).toEqual([expect.any(Date)]);
});

test('concurrent reports leave one entry with the farthest state', async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, songs: [{ duration: 100 }] });
  const trackid = release.trackids[0] ?? '';
  const all = await Promise.all(
    [0, 95, 10, 0, 30, 12, 90, 0].map((seconds) => player.call(reportPlay, { body: { trackid, seconds } })),
  );
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(await history(player)).toMatchObject({ items: [{ trackid, heard: 'heard' }], total: 1 });
});

test('both lists have pages with exact totals and a page size limit', async () => {
  const { packages, player } = await audience();
  const made: TestRelease[] = [];
  for (const title of ['A', 'B', 'C']) made.push(await server.release({ title, packages, tracks: 2 }));
  for (const release of made) for (const n of [0, 1]) await hear(player, release, 0, n);
  const second = await history(player, { page: 2, pagesize: 4 });
  expect(second).toMatchObject({ total: 6, page: 2, pagesize: 4 });
  expect(second.items.map(({ trackid }) => trackid)).toEqual([made[0]?.trackids[1], made[0]?.trackids[0]]);
  const last = await releasesOf(player, { page: 2, pagesize: 2 });
  expect({ ...last, items: titles(last) }).toEqual({ items: ['A'], total: 3, page: 2, pagesize: 2 });
  expect(await releasesOf(player, { page: 9 })).toMatchObject({ items: [], total: 3 });
  expect((await history(player, { pagesize: 5_000 })).pagesize).toBe(PAGE_SIZE_MAX);
});

test('the history shows visible tracks only, archived ones included', async () => {
  const { packages, player } = await audience();
  const gone = await server.release({ title: 'Gone', packages });
  const away = await server.release({ title: 'Away', packages });
  await hear(player, gone);
  await hear(player, away);
  await player.call(archiveRelease, of(away));
  await server.setState(gone, 'withdrawn');
  expect(await history(player)).toMatchObject({ items: [{ title: 'Away' }], total: 1 });
  expect(await releasesOf(player)).toMatchObject({ items: [{ title: 'Away', archived: true }], total: 1 });
});

test('a track that a redelivery removes leaves the history', async () => {
  const { packages, player } = await audience();
  const wanted = { packages, identity: `id:${crypto.randomUUID()}` };
  const release = await server.release({ ...wanted, songs: [{ title: 'Kept', duration: 50 }, { title: 'Dropped' }] });
  await hear(player, release, 50, 0);
  await hear(player, release, 50, 1);
  await server.release({ ...wanted, songs: [{ title: 'Kept', duration: 50 }], fewer: 'remove' });
  expect(await history(player)).toMatchObject({ items: [{ title: 'Kept', heard: 'heard' }], total: 1 });
  expect((await releasesOf(player)).items).toMatchObject([{ unheardtrackcount: 0 }]);
  expect(await hear(player, release, 0, 1)).toMatchObject(refused('TRACK_NOT_FOUND'));
});

test('an invisible or unknown track is refused and leaves no entry', async () => {
  const { packages, player } = await audience();
  const stranger = await server.signedIn();
  const release = await server.release({ packages });
  const tomorrow = await server.release({ packages, available: new Date(server.now().getTime() + 24 * 3600_000) });
  const withdrawn = await server.release({ packages });
  await server.setState(withdrawn, 'withdrawn');
  expect(await hear(stranger, release, 30)).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await hear(player, tomorrow, 30)).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await hear(player, withdrawn, 30)).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  const trackid = '00000000-0000-4000-8000-000000000000';
  expect(await player.call(reportPlay, { body: { trackid, seconds: 1 } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await hear(player, release, -1)).toMatchObject(refused('VALIDATION'));
  expect(await listenedAt(player)).toEqual([]);
  expect(await listenedAt(stranger)).toEqual([]);
});

import { release as detail } from '@promenade/contract/catalogue';
import {
  archiveRelease,
  clearFlags,
  flagged,
  flagRelease,
  flagTrack,
  reportPlay,
  unflagRelease,
  unflagTrack,
} from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { findTrackId, lockUnarchivedMark, setTrackFlag } from './queries.ts';

const server = await startTestServer();

/** A private package keeps the releases of one test out of the others' lists. */
async function audience() {
  const name = `Package ${crypto.randomUUID()}`;
  return { packages: [name], player: await server.signedIn({ packages: [name] }) };
}

const of = ({ releaseid }: TestRelease) => ({ params: { releaseid } });
const trackOf = ({ releaseid, trackids }: TestRelease, n: number) => ({
  params: { releaseid, trackid: trackids[n] ?? '' },
});
const titles = async ({ call }: SignedIn, query: { filter?: string; page?: number; pagesize?: number } = {}) =>
  (await call(flagged, { query })).body.items.map(({ title }) => title);

test('a release is flagged and unflagged; repeating changes nothing', {
  tags: ['C-API-26', 'C-API-60'],
}, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ title: 'Kept', packages });
  for (let again = 0; again < 2; again++) {
    const { status, body } = await player.call(flagRelease, of(release));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { releaseid: release.releaseid, title: 'Kept', flagged: true, archived: false, flaggedtrackcount: 0 },
    });
  }
  expect(await titles(player)).toEqual(['Kept']);
  for (let again = 0; again < 2; again++) {
    expect((await player.call(unflagRelease, of(release))).body).toMatchObject({ title: 'Kept', flagged: false });
  }
  expect((await player.call(flagged)).body).toMatchObject({ items: [], total: 0 });
});

test("each track counts once in its release's flaggedtrackcount", { tags: ['C-FLAG-02', 'C-API-27'] }, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, tracks: 2 });
  const counted = async (route: typeof flagTrack | typeof unflagTrack, n: number) =>
    (await player.call(route, trackOf(release, n))).body.flaggedtrackcount;
  expect(await counted(flagTrack, 0)).toBe(1);
  expect(await counted(flagTrack, 0)).toBe(1);
  expect(await counted(flagTrack, 1)).toBe(2);
  expect((await player.call(detail, of(release))).body.songs).toMatchObject([{ flagged: true }, { flagged: true }]);
  expect(await counted(unflagTrack, 0)).toBe(1);
  expect(await counted(unflagTrack, 0)).toBe(1);
  expect((await player.call(detail, of(release))).body).toMatchObject({
    flagged: false,
    songs: [{ flagged: false }, { flagged: true }],
  });
});

test('a release is in the flagged list while it or one of its tracks is flagged', {
  tags: ['C-FLAG-03', 'C-FLAG-04'],
}, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ title: 'Two songs', packages, tracks: 2 });
  await player.call(flagTrack, trackOf(release, 0));
  await player.call(flagTrack, trackOf(release, 1));
  expect(await titles(player)).toEqual(['Two songs']);
  await player.call(unflagTrack, trackOf(release, 0));
  expect(await titles(player)).toEqual(['Two songs']);
  await player.call(unflagTrack, trackOf(release, 1));
  expect(await titles(player)).toEqual([]);
  await player.call(flagRelease, of(release));
  await player.call(flagTrack, trackOf(release, 0));
  await player.call(unflagTrack, trackOf(release, 0));
  expect(await titles(player)).toEqual(['Two songs']);
});

test('flagging a release does not flag its tracks, unflagging clears their flags', {
  tags: ['C-FLAG-05'],
}, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, tracks: 2 });
  await player.call(flagTrack, trackOf(release, 1));
  expect((await player.call(flagRelease, of(release))).body).toMatchObject({ flagged: true, flaggedtrackcount: 1 });
  expect((await player.call(unflagRelease, of(release))).body).toMatchObject({ flagged: false, flaggedtrackcount: 0 });
  expect(await titles(player)).toEqual([]);
});

test('an archived release and its tracks cannot be flagged; unflagging is accepted', {
  tags: ['C-FLAG-08', 'C-FLAG-09'],
}, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages });
  await player.call(archiveRelease, of(release));
  expect(await player.call(flagRelease, of(release))).toMatchObject(refused('RELEASE_ARCHIVED'));
  expect(await player.call(flagTrack, trackOf(release, 0))).toMatchObject(refused('RELEASE_ARCHIVED'));
  const untouched = { status: 200, body: { archived: true, flagged: false, flaggedtrackcount: 0 } };
  expect(await player.call(unflagRelease, of(release))).toMatchObject(untouched);
  expect(await player.call(unflagTrack, trackOf(release, 0))).toMatchObject(untouched);
});

test('the flagged list has sorts, pages, an exact total and a text filter', {
  tags: ['C-API-29', 'C-FLAG-10'],
}, async () => {
  const { packages, player } = await audience();
  const made = [
    { title: 'Émile 100%', artist: 'Zoë', duration: 30 },
    { title: 'Alpha', artist: 'ÉMILE Tide', duration: 20 },
    { title: 'beta', artist: 'Mia', duration: 10 },
  ];
  for (const [n, wanted] of made.entries()) {
    const available = new Date(server.now().getTime() - (n + 1) * 3600_000);
    await player.call(flagRelease, of(await server.release({ ...wanted, packages, available })));
  }
  await server.release({ title: 'Not flagged', packages });
  expect(await titles(player)).toEqual(['Émile 100%', 'Alpha', 'beta']);
  const sorted = await player.call(flagged, { query: { sort: 'duration' } });
  expect(sorted.body.items.map(({ title }) => title)).toEqual(['beta', 'Alpha', 'Émile 100%']);
  const second = await player.call(flagged, { query: { sort: 'title', page: 2, pagesize: 2 } });
  expect(second.body).toMatchObject({ items: [{ title: 'Émile 100%' }], total: 3, page: 2, pagesize: 2 });
  expect(await titles(player, { filter: 'émile' })).toEqual(['Émile 100%', 'Alpha']);
  expect(await titles(player, { filter: ' TIDE  alp ' })).toEqual(['Alpha']);
  expect(await titles(player, { filter: '%' })).toEqual(['Émile 100%']);
  expect((await player.call(flagged, { query: { filter: 'émile mia' } })).body).toMatchObject({ items: [], total: 0 });
});

test('clearing removes all flags and returns the number of releases', {
  tags: ['C-FLAG-14', 'C-API-28'],
}, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const [one, two, three] = [
    await server.release({ packages }),
    await server.release({ packages, tracks: 2 }),
    await server.release({ packages }),
  ];
  await player.call(flagRelease, of(one));
  await player.call(flagRelease, of(two));
  await player.call(flagTrack, trackOf(two, 0));
  await player.call(flagTrack, trackOf(two, 1));
  await player.call(flagTrack, trackOf(three, 0));
  await other.call(flagRelease, of(one));
  expect((await player.call(clearFlags)).body).toEqual({ cleared: 3 });
  expect((await player.call(flagged)).body.total).toBe(0);
  expect((await player.call(detail, of(two))).body).toMatchObject({ flagged: false, flaggedtrackcount: 0 });
  expect((await player.call(clearFlags)).body).toEqual({ cleared: 0 });
  expect((await other.call(flagged)).body.total).toBe(1);
});

test('flags of one account are invisible to others and unaffected by them', { tags: ['C-API-57'] }, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const release = await server.release({ title: 'Mine', packages });
  await player.call(flagRelease, of(release));
  await player.call(flagTrack, trackOf(release, 0));
  expect(await titles(other)).toEqual([]);
  expect((await other.call(unflagRelease, of(release))).body).toMatchObject({ flagged: false, flaggedtrackcount: 0 });
  expect((await other.call(detail, of(release))).body.songs).toMatchObject([{ flagged: false }]);
  expect((await player.call(detail, of(release))).body).toMatchObject({ flagged: true, flaggedtrackcount: 1 });
});

test('a track can be flagged in its own release only', async () => {
  const { packages, player } = await audience();
  const [release, other] = [await server.release({ packages }), await server.release({ packages })];
  const params = { releaseid: release.releaseid, trackid: other.trackids[0] ?? '' };
  expect(await player.call(flagTrack, { params })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await player.call(unflagTrack, { params })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect((await player.call(flagged)).body.total).toBe(0);
});

test('flagging a track and hearing it for the first time concurrently both succeed', async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages });
  const { accountid } = player;
  const mark = { accountid, release: release.id };
  const [trackid = ''] = release.trackids;
  const track = (await findTrackId(server.db, { release: release.id, trackid })) ?? 0;
  const heard = await server.db.transaction().execute(async (db) => {
    await lockUnarchivedMark(db, mark, null);
    await setTrackFlag(db, mark, track, server.now());
    const heard = player.call(reportPlay, { body: { trackid, seconds: 200 } });
    await expect.poll(server.countWaitingStatements).toBe(1);
    return { heard };
  });
  expect(await heard.heard).toMatchObject({ status: 200, body: { heard: 'heard' } });
  expect((await player.call(detail, of(release))).body).toMatchObject({ flaggedtrackcount: 1, unheardtrackcount: 0 });
});

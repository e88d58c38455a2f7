import { release as detail, releases } from '@promenade/contract/catalogue';
import { counts } from '@promenade/contract/counts';
import {
  archived,
  archiveRelease,
  clearFlags,
  flagged,
  flaggedTracks,
  flagRelease,
  flagTrack,
  markReleases,
  reportPlay,
  restoreRelease,
  unflagTrack,
} from '@promenade/contract/library';
import { createPlaylist } from '@promenade/contract/playlists';
import { expect, test } from 'vitest';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

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
const countsOf = async ({ call }: SignedIn) => (await call(counts)).body;

test('the counts are those of the lists, of this account alone, at once after each change', {
  tags: ['C-API-57'],
}, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const [one, two, three] = [
    await server.release({ packages, tracks: 2 }),
    await server.release({ packages }),
    await server.release({ packages }),
  ];
  const untouched = { releases: 3, tohear: 3, flagged: 0, playlists: 0, archived: 0, history: 0, hasshelf: false };
  expect(await countsOf(player)).toEqual(untouched);
  await player.call(flagRelease, of(two));
  expect(await countsOf(player)).toEqual({ ...untouched, tohear: 2, flagged: 1 });
  await player.call(archiveRelease, of(three));
  expect(await countsOf(player)).toEqual({ ...untouched, releases: 2, tohear: 1, flagged: 1, archived: 1 });
  await player.call(reportPlay, { body: { trackid: one.trackids[0] ?? '', seconds: 20 } });
  expect(await countsOf(player)).toMatchObject({ tohear: 1, history: 1 });
  await player.call(reportPlay, { body: { trackid: one.trackids[1] ?? '', seconds: 20 } });
  expect(await countsOf(player)).toMatchObject({ tohear: 0, history: 1 });
  await player.call(createPlaylist, { body: { name: 'Show' } });
  await player.call(restoreRelease, of(three));
  await player.call(clearFlags);
  const after = { releases: 3, tohear: 2, flagged: 0, playlists: 1, archived: 0, history: 1, hasshelf: false };
  expect(await countsOf(player)).toEqual(after);
  const [all, toHear] = [await player.call(releases), await player.call(releases, { query: { tohear: 'true' } })];
  expect([all.body.total, toHear.body.total]).toEqual([after.releases, after.tohear]);
  expect(await countsOf(other)).toEqual(untouched);
});

test('a decision ends what is to hear, and taking it back restores it, in the answer of the call and in the details', async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, tracks: 2 });
  const shown = async () => (await player.call(detail, of(release))).body.tohear;
  expect(await shown()).toBe('all');
  await player.call(reportPlay, { body: { trackid: release.trackids[0] ?? '', seconds: 20 } });
  expect(await shown()).toBe('some');
  expect((await player.call(flagTrack, trackOf(release, 1))).body.tohear).toBe('none');
  expect((await player.call(unflagTrack, trackOf(release, 1))).body.tohear).toBe('some');
  expect((await player.call(archiveRelease, of(release))).body.tohear).toBe('none');
  expect((await player.call(restoreRelease, of(release))).body.tohear).toBe('some');
});

test('one call marks several releases; those that refuse are left out and stay as they are', {
  tags: ['C-FLAG-08', 'C-ROLE-07'],
}, async () => {
  const { packages, player } = await audience();
  const [one, two, away] = [
    await server.release({ packages, tracks: 2 }),
    await server.release({ packages }),
    await server.release({ packages }),
  ];
  const foreign = await server.release({ packages: ['Somebody else'] });
  await player.call(archiveRelease, of(away));
  const mark = async (action: 'flag' | 'unflag' | 'archive' | 'restore', ...chosen: TestRelease[]) => {
    const { body } = await player.call(markReleases, {
      body: { action, releaseids: chosen.map(({ releaseid }) => releaseid) },
    });
    return body.items;
  };
  const flaggedNow = await mark('flag', one, two, away, foreign, one);
  expect(flaggedNow).toMatchObject([
    { releaseid: one.releaseid, flagged: true },
    { releaseid: two.releaseid, flagged: true },
  ]);
  expect(flaggedNow).toHaveLength(2);
  expect((await mark('unflag', two)).map(({ flagged }) => flagged)).toEqual([false]);
  expect((await player.call(flagged)).body.total).toBe(1);
  expect(await mark('archive', one, two)).toMatchObject([
    { archived: true, flagged: false },
    { archived: true, flagged: false },
  ]);
  expect(await countsOf(player)).toMatchObject({ releases: 0, flagged: 0, archived: 3 });
  expect(await mark('restore', one, two, foreign)).toHaveLength(2);
  expect((await player.call(archived)).body.total).toBe(1);
});

test('flagged tracks are listed with the time of their flag, the newest first, while they can be heard', {
  tags: ['C-API-57'],
}, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const release = await server.release({ packages, tracks: 3 });
  const gone = await server.release({ packages });
  const list = async (query: { page?: number; pagesize?: number } = {}) =>
    (await player.call(flaggedTracks, { query })).body;
  expect(await list()).toMatchObject({ items: [], total: 0 });
  for (const n of [2, 0]) {
    await player.call(flagTrack, trackOf(release, n));
    server.advanceClock(1_000);
  }
  await player.call(flagTrack, trackOf(gone, 0));
  await server.setState(gone, 'withdrawn');
  await player.call(flagRelease, of(release));
  const [first, , third] = release.trackids;
  const [newer, older] = (await list()).items;
  expect([newer?.trackid, older?.trackid]).toEqual([first, third]);
  expect(Date.parse(newer?.flaggedat ?? '') - Date.parse(older?.flaggedat ?? '')).toBeGreaterThanOrEqual(1_000);
  const { items, total } = await list({ page: 2, pagesize: 1 });
  expect({ items, total }).toMatchObject({ items: [{ trackid: third, flagged: true }], total: 2 });
  expect((await other.call(flaggedTracks)).body.total).toBe(0);
});

import { type ReleaseSort, releases } from '@promenade/contract/catalogue';
import { archiveRelease, flagTrack, reportPlay } from '@promenade/contract/library';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';
import { createCatalogueStats } from './catalogueStats.ts';
import { createGallery } from './gallery.ts';
import { addToAudience } from './queries.ts';

const server = await startTestServer();
const player = await server.signedIn();
const RELEASES = 1_150;

const { id } = await server.release({ title: 'Copy' });
await server.pool.query(
  `insert into releases (identity, fingerprint, releaseid, title, artist, release_type, available_at, explicit, duration,
     trackcount, candownload, allow_sharing, commenting_enabled, color, audience, fragment, sort_title, sort_artist, popular_7)
   select 'copy:' || n, '', new.id, title, artist, release_type, available_at - n * interval '1 hour', explicit, n % 7,
     trackcount, true, true, true, color, audience, replace(fragment, releaseid::text, new.id::text), 'copy ' || n % 50, sort_artist, n % 9
   from releases cross join lateral (select n, gen_random_uuid() as id from generate_series(1, $1) n) new where releases.id = $2`,
  [RELEASES - 1, id],
);

async function page(sort: ReleaseSort, number: number) {
  const { body } = await player.call(releases, { query: { sort, page: number, pagesize: 100 } });
  return body;
}

test.each(['-date', 'title', 'duration', 'trending'] as const)(
  'sorted by %s, far pages continue where the previous ones ended',
  { tags: ['C-API-07', 'C-API-11'] },
  async (sort) => {
    const pages = await Promise.all(Array.from({ length: 12 }, (_none, n) => page(sort, n + 1)));
    expect(pages.map(({ items }) => items.length)).toEqual([...Array<number>(11).fill(100), 50]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ releaseid }) => releaseid))).size).toBe(RELEASES);
    expect(await page(sort, 13)).toEqual({ items: [], total: RELEASES, page: 13, pagesize: 100 });
    const whole = await player.call(releases, { query: { sort, page: 23, pagesize: 50, filter: 'copy' } });
    expect(pages[11]?.items).toEqual(whole.body.items);
  },
);

test('archiving a release moves far pages up at once', {
  tags: ['C-ARCHIVE-11'],
}, async () => {
  const before = await page('-date', 12);
  const [gone] = (await page('-date', 1)).items;
  await player.call(archiveRelease, { params: { releaseid: gone?.releaseid ?? '' } });
  const after = await page('-date', 12);
  expect(after.items).toEqual(before.items.slice(1));
  expect(after.total).toBe(RELEASES - 1);
});

test('a release with thousands of single recipients is counted and listed for each of them only', async () => {
  const [listener, stranger] = [await server.signedIn(), await server.signedIn()];
  const wide = await server.release({ packages: ['Nobody'], markets: ['us'], facts: { genres: ['Choral'] } });
  const others = Array.from({ length: 5_000 }, (_none, n) => 1_000_000 + n);
  await addToAudience(server.db, wide.id, [...others, listener.accountid]);
  for (const query of [{}, { genres: 'choral' }, { genres: 'choral', markets: 'us' }, { moods: 'none' }]) {
    const heard = 'moods' in query ? 0 : 1;
    const { body } = await listener.call(releases, { query });
    const { body: without } = await stranger.call(releases, { query });
    expect(body.total - without.total).toBe(heard);
    expect(body.items.filter(({ releaseid }) => releaseid === wide.releaseid)).toHaveLength(heard);
    expect(JSON.stringify(without)).not.toContain(wide.releaseid);
  }
  const far = { sort: '-date', page: 12, pagesize: 100 } as const;
  const [first] = (await stranger.call(releases, { query: { ...far, page: 11 } })).body.items.slice(-1);
  expect((await listener.call(releases, { query: far })).body.items[0]).toEqual(first);
});

test('a release that changes is shown as it is now', async () => {
  const before = (await page('-date', 2)).items;
  const { releaseid = '' } = before[7] ?? {};
  await server.db
    .updateTable('releases')
    .set({ fragment: sql<string>`replace(fragment, '"Copy"', '"Renamed"')` })
    .where('releaseid', '=', releaseid)
    .execute();
  const after = (await page('-date', 2)).items;
  expect(after[7]?.title).toBe('Renamed');
  expect(after.toSpliced(7, 1)).toEqual(before.toSpliced(7, 1));
});

test('an account that sees few releases of a large catalogue gets the same pages, filtered or not', async () => {
  const stats = createCatalogueStats(server.db, server.now);
  const [walked, collected] = [false, true].map((isSmall) =>
    createGallery(server, { ...stats, isSmall: async () => isSmall }),
  );
  const copied = await server.db
    .selectFrom('releases')
    .select(['audience', 'release_type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const viewer = { accountid: player.accountid, audience: copied.audience };
  const release_types = [copied.release_type];
  for (const query of [
    { page: 1 },
    { page: 12 },
    { page: 13 },
    { page: 2, filter: 'copy' },
    { page: 1, tohear: true },
    { page: 2, sort: '-date', release_types },
    { page: 12, sort: 'date', release_types, filter: 'copy' },
    { page: 1, sort: 'duration', release_types },
  ] as const) {
    const page = { ...viewer, pagesize: 100, sort: '-title', ...query } as const;
    const expected = await walked?.listActive(server.db, page);
    expect(expected?.json).toContain(`"total":${RELEASES - 1}`);
    expect(await collected?.listActive(server.db, page)).toEqual(expected);
  }
});

test('a flagged or heard track alone changes its release in the list', async () => {
  const [flagger, listener] = [await server.signedIn(), await server.signedIn()];
  const { releaseid, trackids } = await server.release({ tracks: 3 });
  const [trackid = ''] = trackids;
  const shown = async ({ call }: typeof player) =>
    (await call(releases)).body.items.find((each) => each.releaseid === releaseid);
  const untouched = { flagged: false, flaggedtrackcount: 0, unheardtrackcount: 3, tohear: 'all', shared_by: null };
  expect(await shown(flagger)).toMatchObject(untouched);
  await flagger.call(flagTrack, { params: { releaseid, trackid } });
  await listener.call(reportPlay, { body: { trackid, seconds: 40 } });
  expect(await shown(flagger)).toMatchObject({ ...untouched, flaggedtrackcount: 1, tohear: 'none' });
  expect(await shown(listener)).toMatchObject({ ...untouched, unheardtrackcount: 2, tohear: 'some' });
});

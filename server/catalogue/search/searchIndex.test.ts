import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { indexMissingReleases, rebuildIndex } from './searchIndex.ts';

const server = await startTestServer();
const player = await server.signedIn();
const { db } = server;

const TABLES = ['releases', 'tracks', 'artists', 'labels', 'words', 'spellings'] as const;

/** Everything that searches look in, in one order. */
async function index(): Promise<unknown[]> {
  const tables = TABLES.map((name) =>
    server.pool.query<{ row: string }>(`select t::text as row from search_${name} t order by 1`),
  );
  return (await Promise.all(tables)).map(({ rows }) => rows.map(({ row }) => row));
}

const titles = async (filter: string) => {
  const { body } = await player.call(search, { query: { filter } });
  return {
    releases: body.releases.map(({ title }) => title),
    tracks: body.tracks.map(({ title }) => title),
    artists: body.artists.map(({ artist }) => artist),
    labels: body.labels.map(({ label }) => label),
  };
};

const house = (name: string) => ({ name, contact: null, logo_hash: null });

test('a redelivered release is found by its new words only; a rebuilt index is the same', async () => {
  const first = {
    identity: 'id:again',
    title: 'Former Name',
    artist: 'Earlier',
    facts: { labels: [house('Owner'), house('Oldhouse')] },
    songs: [{ title: 'Kept', isrc: 'AAA000000001' }, { title: 'Dropped' }],
  };
  await server.release(first);
  await server.release({ title: 'Other', artist: 'Earlier', songs: [{ title: 'Former', version: 'Clubmix' }] });
  expect(await titles('former name')).toMatchObject({ releases: ['Former Name'] });
  expect(await titles('dropped')).toMatchObject({ tracks: ['Dropped'] });
  await server.release({
    ...first,
    title: 'Latter Name',
    artist: 'Later',
    facts: { labels: [house('Owner'), house('Newhouse')] },
    songs: [{ title: 'Kept', isrc: 'AAA000000001' }, { title: 'Added' }],
  });
  const none = { releases: [], tracks: [], artists: [], labels: [] };
  for (const text of ['former name', 'dropped', 'oldhouse', 'fromer name'])
    expect(await titles(text), text).toEqual(none);
  expect(await titles('latter')).toMatchObject({ releases: ['Latter Name'] });
  expect(await titles('added')).toMatchObject({ tracks: ['Added'] });
  expect(await titles('later')).toMatchObject({ artists: ['Later'] });
  expect(await titles('newhouse')).toMatchObject({ labels: ['Newhouse'] });
  expect(await titles('clubmix')).toMatchObject({ tracks: ['Former'] });
  expect(await titles('aaa-000000001')).toMatchObject({ tracks: ['Kept'] });
  const kept = await index();
  await rebuildIndex(db);
  expect(await index()).toEqual(kept);
});

test('releases missing in the index are found after the next start', async () => {
  const made = await server.release({ title: 'Left Behind', artist: 'Forgotten' });
  const whole = await index();
  await db.deleteFrom('search_tracks').where('release_id', '=', made.id).execute();
  await db.deleteFrom('search_releases').where('release_id', '=', made.id).execute();
  expect(await titles('left behind')).toMatchObject({ releases: [], tracks: [] });
  await db.deleteFrom('search_words').execute();
  for (const name of TABLES) await server.pool.query(`truncate search_${name}`);
  await Promise.all([indexMissingReleases(db), indexMissingReleases(db)]);
  expect(await titles('left behind')).toMatchObject({
    releases: ['Left Behind'],
    tracks: ['Left Behind'],
    artists: [],
  });
  expect(await index()).toEqual(whole);
});

test('releases with the same words imported concurrently are all found', async () => {
  const words = ['alpha', 'beta', 'gamma', 'delta'];
  const all = Array.from({ length: 8 }, (_, n) => [...words.slice(n % 4), ...words.slice(0, n % 4)].join(' '));
  await Promise.all(
    all.map((title) => server.release({ title, artist: title, label: { name: title, contact: null } })),
  );
  const { body } = await player.call(search, { query: { filter: 'delta alpha', pagesize: 20 } });
  expect(body.releases).toHaveLength(8);
  const kept = await index();
  await rebuildIndex(db);
  expect(await index()).toEqual(kept);
});

import type { SearchResults } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { type CatalogueStats, createCatalogueStats } from '../catalogueStats.ts';
import { search } from './search.ts';
import { indexPopularReleases } from './searchIndex.ts';
import { createTerms } from './searchTerms.ts';
import { parseSearchText } from './searchText.ts';

const server = await startTestServer();

const PACKAGE = 'Large';
/** The estimates of a viewer of many releases, of a viewer of few, and of catalogues with very many tracks or releases. */
const stats = createCatalogueStats(server.db, server.now);
const rows = await stats.rows();
const cases = {
  many: { ...stats, isSmall: async () => false },
  few: { ...stats, isSmall: async () => true },
  large: { ...stats, isSmall: async () => false, rows: async () => ({ ...rows, tracks: 1_000_000 }) },
  // Frequent words are looked up in the rows of the popular releases.
  huge: {
    ...stats,
    isSmall: async () => false,
    rows: async () => ({ tracks: 10_000_000, artists: 300_000, labels: 3_000, releases: 1_000_000 }),
    matches: async (words: string[]) =>
      (await stats.matches(words)).map((counts) => ({ ...counts, tracks: 10_000, releases: 1_000 })),
  },
} satisfies Record<string, CatalogueStats>;

// More tracks and labels share a word than are compared one by one.
const songs = Array.from({ length: 6 }, (_, n) => ({ title: `Common Song ${n}` }));
for (let n = 0; n < 40; n++)
  await server.release({
    title: `Common ${n}`,
    artist: `Artist ${n}`,
    label: { name: `Common House ${n}`, contact: null },
    packages: [PACKAGE],
    songs,
  });
await server.release({
  title: 'Rarity',
  artist: 'Common',
  packages: [PACKAGE],
  available: new Date(0),
  songs: [{ title: 'Common' }],
});
for (let n = 0; n < 5; n++) {
  const { id } = await server.release({ title: 'Common', artist: 'Foreign', packages: ['Elsewhere'], songs });
  await server.db.updateTable('releases').set({ popular_30: 500 }).where('id', '=', id).execute();
}
for (let n = 0; n < 6; n++)
  await server.release({
    title: n < 3 ? `Quay ${n}` : `Old Quay ${n}`,
    artist: n < 3 ? `Quayside ${n}` : `The Quays ${n}`,
    packages: [PACKAGE],
  });
for (let n = 0; n < 5; n++)
  await server.release({ title: `Quay Foreign ${n}`, artist: `Quayfar ${n}`, packages: ['Elsewhere'] });
await indexPopularReleases(server.db);
await server.pool.query('analyze');
const { id: packageId } = await server.db
  .selectFrom('packages')
  .select('id')
  .where('name', '=', PACKAGE)
  .executeTakeFirstOrThrow();

type Query = Partial<Parameters<typeof search>[2]>;

async function find(stats: CatalogueStats, filter: string, query: Query = {}): Promise<SearchResults> {
  const viewer = { accountid: 0, audience: [packageId] };
  const { json } = await search(server.db, stats, { ...viewer, filter, pagesize: 5, ...query });
  return JSON.parse(json) as SearchResults;
}

test.each(Object.entries(cases))(
  'a very common word returns exact titles first, five of each, and nothing invisible (%s)',
  async (_name, stats) => {
    for (const text of ['common', 'comm', 'c', 'comomn']) {
      const { tracks, artists, labels, releases } = await find(stats, text);
      expect([tracks.length, labels.length, releases.length], text).toEqual([5, 5, 5]);
      for (const { artist } of [...tracks, ...releases]) expect(artist).not.toBe('Foreign');
      expect(
        artists.map(({ artist }) => artist),
        text,
      ).toEqual(['Common']);
    }
    const { tracks } = await find(stats, 'common');
    expect(tracks[0]).toMatchObject({ title: 'Common', artist: 'Common' });
    expect((await find(stats, 'common artist 7')).releases.map(({ title }) => title)).toEqual(['Common 7']);
    expect((await find(stats, 'common rarity')).releases.map(({ title }) => title)).toEqual(['Rarity']);
  },
);

test.each(Object.entries(cases))(
  'titles that begin with the text come first; invisible ones do not count (%s)',
  async (_name, stats) => {
    const { tracks, artists, releases } = await find(stats, 'quay');
    for (const titles of [tracks, releases].map((list) => list.map(({ title }) => title))) {
      expect(titles.slice(0, 3).toSorted()).toEqual(['Quay 0', 'Quay 1', 'Quay 2']);
      expect(titles.slice(3)).toEqual(['Old Quay 5', 'Old Quay 4']);
    }
    const names = artists.map(({ artist }) => artist);
    expect(names.slice(0, 3).toSorted()).toEqual(['Quayside 0', 'Quayside 1', 'Quayside 2']);
    expect(names.slice(3)).toEqual(['The Quays 5', 'The Quays 4']);
  },
);

test.each(Object.entries(cases))(
  'the tab of a section begins like its preview and goes on, best first (%s)',
  { tags: ['C-SEARCH-08', 'C-SEARCH-09', 'C-SEARCH-10'] },
  async (_name, stats) => {
    for (const filter of ['common', 'comm', 'c', 'comomn', 'quay'])
      for (const section of ['tracks', 'artists', 'labels', 'releases'] as const) {
        const preview = await find(stats, filter);
        const tab = await find(stats, filter, { section, pagesize: 100 });
        expect(tab[section].slice(0, 5), `${filter} ${section}`).toEqual(preview[section]);
        const scores = tab[section].map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        const best = preview.top.filter((result) => result.section === section);
        expect(tab.top.slice(0, best.length)).toEqual(best);
      }
    expect((await find(stats, 'common', { section: 'tracks', pagesize: 100 })).tracks).toHaveLength(100);
  },
);

test('a popular release that was delivered again is found among frequent words by its new title', async () => {
  const delivery = { identity: 'id:again', artist: 'Somebody', packages: [PACKAGE] };
  const { id } = await server.release({ ...delivery, title: 'Former' });
  await server.db.updateTable('releases').set({ popular_30: 400 }).where('id', '=', id).execute();
  await indexPopularReleases(server.db);
  await server.release({ ...delivery, title: 'My House' });
  const { releases } = await find(cases.huge, 'house');
  expect(releases).toHaveLength(5);
  expect(releases[0]?.title).toBe('My House');
  expect((await find(cases.huge, 'former')).releases).toEqual([]);
});

test('what has become popular comes first among frequent words, after the next count', async () => {
  await server.db.updateTable('releases').set({ popular_30: 900 }).where('title', '=', 'Common 3').execute();
  await indexPopularReleases(server.db);
  const { releases, tracks } = await find(cases.huge, 'comm');
  expect(releases[0]?.title).toBe('Common 3');
  expect(tracks.map(({ artist }) => artist)).toEqual(Array.from({ length: 5 }, () => 'Artist 3'));
});

test('frequent words are found while popular releases have no index yet', async () => {
  const texts = ['common', 'comm', 'quay', 'common artist'];
  const before = await Promise.all(texts.map((text) => find(cases.huge, text)));
  await server.db.deleteFrom('search_popular_releases').execute();
  const after = await Promise.all(texts.map((text) => find(cases.huge, text)));
  for (const [index, { tracks, releases }] of after.entries()) {
    expect(tracks.map(({ trackid }) => trackid).length, texts[index]).toBe(before[index]?.tracks.length);
    expect(releases).toEqual(before[index]?.releases);
  }
});

test.each([
  ['equally frequent words', [24_800, 11_400]],
  ['frequent words that rarely come together', [24_800, 60_000]],
  ['a rare and a very frequent word', [530_000, 11_400]],
])('the index is asked for the beginnings of both of two words: %s', (_name, frequencies) => {
  const matches = frequencies.map((tracks) => ({ tracks, artists: 0, labels: 0, releases: 0 }));
  const estimates = { matches, rows: { ...rows, tracks: 10_000_000, releases: 1_000_000 } };
  const terms = createTerms(parseSearchText('a beginnings'), { ...estimates, isSmall: false, isLarge: true });
  expect(terms.index).toBe("'a' & 'beginnin'");
  expect(terms.sources.tracks).not.toContain('walk');
});

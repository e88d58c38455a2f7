import { type SearchTab, search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import type { ReleaseDraft } from '../document/releaseDraft.ts';

const server = await startTestServer();

interface Query {
  section?: SearchTab;
  pagesize?: number;
  genres?: string;
  markets?: string;
}

/** A private package keeps the releases of one test out of the others' results. */
async function audience() {
  const packages = [`Package ${crypto.randomUUID()}`];
  const player = await server.signedIn({ packages });
  async function find(filter: string, query: Query = {}) {
    const { status, body } = await player.call(search, { query: { filter, ...query } });
    expect(status, filter).toBe(200);
    return body;
  }
  const release = (title: string, wanted: Omit<Parameters<typeof server.release>[0], 'packages'> = {}) =>
    server.release({ title, packages, ...wanted });
  return { packages, player, find, release };
}

const facts = (given: Partial<ReleaseDraft>) => ({ facts: given });
const titles = ({ releases }: { releases: { title: string }[] }) => releases.map(({ title }) => title);

test('a search answers tracks, artists, labels and releases, best first, with one score', {
  tags: ['C-SEARCH-01', 'C-SEARCH-09', 'C-SEARCH-11', 'C-SEARCH-18', 'C-API-20', 'C-ENTITY-08', 'C-ENTITY-09'],
}, async () => {
  const { find, release } = await audience();
  await release('Saltwater Lanterns', { artist: 'Saltwater', label: { name: 'Saltwater Tapes', contact: null } });
  await release('Another Saltwater', { artist: 'Saltwater' });
  const found = await find('saltwater');
  expect(found.artists).toMatchObject([{ artist: 'Saltwater', releases: 2, thumbnail: null, coverart: null }]);
  expect(found.labels).toMatchObject([{ label: 'Saltwater Tapes', releases: 1, logo: null }]);
  expect(titles(found)).toEqual(['Saltwater Lanterns', 'Another Saltwater']);
  expect(found.tracks.map(({ title }) => title)).toEqual(['Saltwater Lanterns', 'Another Saltwater']);
  for (const list of [found.tracks, found.artists, found.labels, found.releases]) {
    const scores = list.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    for (const result of list) expect(result).not.toHaveProperty('relevance');
  }
});

test('the top contains at most 15 results of all lists by score, ties in the order of the tabs', {
  tags: ['C-SEARCH-10', 'C-CONST-04'],
}, async () => {
  const { find, release } = await audience();
  for (let n = 0; n < 5; n++) {
    const name = `Quarry ${'abcde'.charAt(n)}`;
    await release(name, { artist: `Quarry ${n}`, label: { name: `Quarry Label ${n}`, contact: null } });
  }
  const found = await find('quarry');
  expect(found.top).toHaveLength(15);
  const scores = new Map([
    ...found.tracks.map(({ id, score }) => [id, score] as const),
    ...found.artists.map(({ artistid, score }) => [artistid, score] as const),
    ...found.labels.map(({ labelid, score }) => [labelid, score] as const),
    ...found.releases.map(({ id, score }) => [id, score] as const),
  ]);
  const shown = found.top.map(({ id }) => scores.get(id) ?? 0);
  expect(shown).toEqual([...scores.values()].toSorted((one, other) => other - one).slice(0, 15));
  // One release, its track, its artist and its label fit equally well.
  const places = found.top.slice(0, 4).map(({ section }) => section);
  expect(places).toEqual(['tracks', 'artists', 'labels', 'releases']);
});

test('a section returns one list; top or no section returns all four', {
  tags: ['C-API-21', 'C-SEARCH-01'],
}, async () => {
  const { find, release } = await audience();
  await release('Undertow', { artist: 'Undertow', label: { name: 'Undertow', contact: null } });
  const sections = ['tracks', 'artists', 'labels', 'releases'] as const;
  const all = await find('undertow');
  expect(sections.map((section) => all[section].length)).toEqual([1, 1, 1, 1]);
  expect(await find('undertow', { section: 'top' })).toEqual(all);
  for (const section of sections) {
    const found = await find('undertow', { section });
    expect(found[section]).toEqual(all[section]);
    expect(sections.filter((other) => found[other].length > 0)).toEqual([section]);
    expect(found.top.map((one) => one.section)).toEqual([section]);
  }
});

test('each list has five results by default and at most 100', {
  tags: ['C-SEARCH-07', 'C-API-20', 'C-CONST-05'],
}, async () => {
  const { find, release } = await audience();
  await release('Manyfold', { songs: Array.from({ length: 104 }, (_, n) => ({ title: `Manyfold ${n}` })) });
  expect((await find('manyfold')).tracks).toHaveLength(5);
  expect((await find('manyfold', { pagesize: 3 })).tracks).toHaveLength(3);
  expect((await find('manyfold', { pagesize: 100, section: 'tracks' })).tracks).toHaveLength(100);
  expect((await find('manyfold', { pagesize: 5_000 })).tracks).toHaveLength(100);
});

test('accents, case and punctuation are ignored', { tags: ['C-SEARCH-09'] }, async () => {
  const { find, release } = await audience();
  await release('Ça ira, Łódź!', { artist: 'Sigur Rós' });
  await release('Großer Ærger', { artist: 'R.E.M.' });
  for (const text of ['ca ira', 'ÇA IRA', 'lodz', 'sigur ros', 'SIGUR RÓS'])
    expect(titles(await find(text)), text).toEqual(['Ça ira, Łódź!']);
  for (const text of ['grosser', 'aerger', 'rem', 'r.e.m.', 'R E M'])
    expect(titles(await find(text)), text).toEqual(['Großer Ærger']);
});

test('the beginning of each word is enough, from the first letter on', async () => {
  const { find, release } = await audience();
  await release('Velvet Harbour', { artist: 'Ninetides' });
  for (const text of ['v', 'vel', 'velvet', 'velvet h', 'velvet harb', 'harb', 'har vel', 'nine vel'])
    expect(titles(await find(text)), text).toEqual(['Velvet Harbour']);
  expect(titles(await find('elvet xarb'))).toEqual([]);
});

test('words of artist, title and label match together, in any order', async () => {
  const { find, release } = await audience();
  await release('Harbour', { artist: 'Ninetides', label: { name: 'Parallel Lines', contact: null } });
  await release('Harbour', { artist: 'Somebody Else' });
  for (const text of ['ninetides harbour', 'harbour ninetides', 'parallel harbour ninetides', 'nine harb']) {
    const found = await find(text);
    expect(
      found.releases.map(({ artist }) => artist),
      text,
    ).toEqual(['Ninetides']);
  }
  expect((await find('ninetides harbour')).tracks.map(({ artist }) => artist)).toEqual(['Ninetides']);
});

test('one inserted, missing, replaced or two swapped letters are forgiven in each word', async () => {
  const { find, release } = await audience();
  await release('Velvet Harbour', { artist: 'Ninetides' });
  for (const text of [
    'harbuor',
    'harbor',
    'harbourr',
    'hatbour',
    'arbour',
    'velvte harbuor',
    'ninetydes harbour',
    'ninetdes',
    'harbuo',
  ])
    expect(titles(await find(text)), text).toEqual(['Velvet Harbour']);
  for (const text of ['harbxxr', 'hbour', 'ninetydas']) expect(titles(await find(text)), text).toEqual([]);
});

test('a short word or a number must be exact', async () => {
  const { find, release } = await audience();
  await release('Owl 2024', { artist: 'Nobody' });
  expect(titles(await find('owl'))).toEqual(['Owl 2024']);
  for (const text of ['owk', '2034']) expect(titles(await find(text)), text).toEqual([]);
});

test('an ISRC, UPC or catalogue number ranks first, however it is formatted', async () => {
  const { find, release } = await audience();
  await release('Numbered', {
    ...facts({ upc: '0602557123456', catalognumber: 'PAR-0042 LP' }),
    songs: [
      { title: 'First', isrc: 'GBABC2600001' },
      { title: 'Second', isrc: 'GBABC2600002' },
    ],
  });
  await release('Par0042LP GBABC2600001 602557123456');
  for (const text of ['GBABC2600001', 'gb-abc-26-00001', ' GB ABC 26 00001 '])
    expect((await find(text)).tracks[0], text).toMatchObject({ title: 'First', isrc: 'GBABC2600001' });
  for (const text of ['0602557123456', '602557123456', '0602557 123456', 'par0042lp', 'PAR 0042-LP']) {
    const found = await find(text);
    expect(found.releases[0]?.title, text).toBe('Numbered');
    expect(found.top[0], text).toEqual({ section: 'releases', id: found.releases[0]?.id });
  }
});

test('a code is found by its first four characters, however it is formatted', async () => {
  const { find, release } = await audience();
  await release('Numbered', {
    ...facts({ upc: '00602557123456', catalognumber: 'QUAY-0042 LP' }),
    songs: [{ title: 'First', isrc: 'GBXYZ2600001' }],
  });
  for (const text of ['GBXY', 'gb-xyz', 'GBXYZ26', 'GB XYZ 26 000', 'gb-xyz-26-00001'])
    expect((await find(text)).tracks, text).toMatchObject([{ title: 'First' }]);
  for (const text of [
    '6025',
    '06025',
    '0 602557',
    '602557-1234',
    '00602557123456',
    'quay',
    'QUAY-00',
    'quay 004',
    'quay0042l',
  ])
    expect(titles(await find(text)), text).toEqual(['Numbered']);
  for (const text of ['GBX', '602', 'qua', 'gb xyz', 'GBXYZ27', '60257'])
    expect(titles(await find(text)), text).toEqual([]);
});

test('words are found with a missing or a superfluous space', async () => {
  const { find, release } = await audience();
  await release('Night Buses', { artist: 'Ninetides' });
  await release('Daylight Saving', { artist: 'Somebody' });
  for (const text of ['nightbuses', 'nightbus', 'ninetides nightbuses', 'NightBuses ninetides'])
    expect(titles(await find(text)), text).toEqual(['Night Buses']);
  for (const text of ['day light', 'day light saving', 'saving day light', 'day lig'])
    expect(titles(await find(text)), text).toEqual(['Daylight Saving']);
  const { find: other, release: make } = await audience();
  await make('Nightbuses');
  await make('Night Buses');
  await make('Nightbuses At Dawn');
  expect(titles(await other('nightbuses'))).toEqual(['Night Buses', 'Nightbuses', 'Nightbuses At Dawn']);
});

test('a catalogue number without a digit also matches', async () => {
  const { find, release } = await audience();
  await release('Nameless', facts({ catalognumber: 'PARLOUR-X' }));
  for (const text of ['parlour-x', 'Parlour X', 'parlourx'])
    expect(titles(await find(text)), text).toEqual(['Nameless']);
});

test('exact titles rank before beginnings, whole words before prefixes, typos last', {
  tags: ['C-SEARCH-09'],
}, async () => {
  const { find, release } = await audience();
  for (const title of ['A Moonlit Sea', 'A Moon', 'Noon', 'Moonrise', 'Moon']) await release(title);
  expect(titles(await find('moon'))).toEqual(['Moon', 'Moonrise', 'A Moon', 'A Moonlit Sea']);
  const { find: other, release: make } = await audience();
  for (const title of ['Noon', 'A Moon', 'Moon']) await make(title);
  expect(titles(await other('moon'))).toEqual(['Moon', 'A Moon', 'Noon']);
});

test('if several words match exactly, no typo is forgiven', async () => {
  const { find, release } = await audience();
  for (const title of ['Silver Moon', 'Silver Noon']) await release(title);
  expect(titles(await find('silver moon'))).toEqual(['Silver Moon']);
  expect(titles(await find('silver moom'))).toEqual(['Silver Moon']);
});

test('the exact title finds the original before its other versions, however popular they are', {
  tags: ['C-SEARCH-09'],
}, async () => {
  const { find, release } = await audience();
  const day = (n: number) => new Date(server.now().getTime() - n * 24 * 3600_000);
  await release('Night Buses', {
    available: day(3),
    songs: [
      { title: 'Night Buses', version: 'Instrumental' },
      { title: 'Night Buses', version: 'Remix' },
      { title: 'Night Buses', version: 'Album version' },
    ],
  });
  const { id } = await release('Night Buses (Remixes)', {
    available: day(1),
    songs: [{ title: 'Night Buses', version: 'Club mix' }, { title: 'Night Buses (Dub)' }],
  });
  await server.db.updateTable('releases').set({ popular_30: 700 }).where('id', '=', id).execute();
  const found = await find('night buses');
  const versions = found.tracks.map(({ title, version }) => [title, version]);
  expect(versions).toEqual([
    ['Night Buses', 'Album version'],
    ['Night Buses', 'Club mix'],
    ['Night Buses (Dub)', ''],
    ['Night Buses', 'Instrumental'],
    ['Night Buses', 'Remix'],
  ]);
  expect(titles(found)).toEqual(['Night Buses', 'Night Buses (Remixes)']);
  expect(found.top[0]).toEqual({ section: 'tracks', id: found.tracks[0]?.id });
  expect((await find('night buses instrumental')).tracks).toMatchObject([{ version: 'Instrumental' }]);
});

test('ties are sorted by popularity, then by date', async () => {
  const { find, release } = await audience();
  const day = (n: number) => new Date(server.now().getTime() - n * 24 * 3600_000);
  await release('Ember One', { available: day(3) });
  const { id } = await release('Ember Two', { available: day(4) });
  await release('Ember Three', { available: day(1) });
  await server.db.updateTable('releases').set({ popular_30: 7 }).where('id', '=', id).execute();
  expect(titles(await find('ember'))).toEqual(['Ember Two', 'Ember Three', 'Ember One']);
});

test('popularity of artists and labels is that of their ten latest visible releases', async () => {
  const { find, release } = await audience();
  const by = (name: string) => ({ artist: `Cinder ${name}`, label: { name: `Cinder ${name}`, contact: null } });
  const popular = async (name: string) => {
    const { id } = await release('Hit', by(name));
    await server.db.updateTable('releases').set({ popular_30: 7 }).where('id', '=', id).execute();
  };
  await popular('Once');
  for (let n = 0; n < 10; n++) await release(`Later ${n}`, by('Once'));
  await popular('Now');
  for (let n = 0; n < 10; n++) await server.release({ ...by('Now'), title: `Elsewhere ${n}`, packages: ['Elsewhere'] });
  const { artists, labels } = await find('cinder');
  const found = [artists.map(({ artist }) => artist), labels.map(({ label }) => label)];
  expect(found).toEqual([
    ['Cinder Now', 'Cinder Once'],
    ['Cinder Now', 'Cinder Once'],
  ]);
  expect([artists[1], labels[1]]).toMatchObject([{ releases: 11 }, { releases: 11 }]);
  const isPopular = (of: { score: number }[]) => of.map(({ score }) => score % 10 > 0.1);
  expect([isPopular(artists), isPopular(labels)]).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('Arabic, Cyrillic, Greek, Korean and Japanese match by word and by prefix, Japanese also in the middle', async () => {
  const { find, release } = await audience();
  const texts = {
    'أغنية المساء': ['اغنية', 'أغن', 'المساء', 'المسا', 'الم', 'مساء', 'مسا'],
    'قمر بعيد': ['القمر', 'قمر', 'البعيد القمر'],
    'Ёлка зимой': ['елка', 'ЗИМ'],
    'Θάλασσα Μου': ['θαλασσα', 'μου'],
    '서울 밤': ['서울', '서'],
    東京タワー: ['東京', '東京タワー', '京タ', 'タワー', 'ワー', '京タワー'],
    'Live in 横浜港の夜': ['横浜', '浜港', '港の', 'の夜'],
  };
  for (const title of Object.keys(texts)) await release(title);
  for (const [title, typed] of Object.entries(texts))
    for (const text of typed) expect(titles(await find(text)), text).toEqual([title]);
});

test('genres and markets filter all four lists, by id or name', { tags: ['C-SEARCH-18', 'C-API-20'] }, async () => {
  const { find, release } = await audience();
  await release('Drift North', {
    artist: 'Drift Band',
    label: { name: 'Drift Left', contact: null },
    markets: ['ca'],
    ...facts({ genres: ['Ambient'] }),
  });
  await release('Drift South', {
    artist: 'Drift Crew',
    label: { name: 'Drift Right', contact: null },
    markets: ['de'],
    ...facts({ genres: ['Techno'] }),
  });
  const names = async (query: { genres?: string; markets?: string }) => {
    const { tracks, artists, labels, releases } = await find('drift', query);
    return [
      tracks.map((x) => x.title),
      artists.map((x) => x.artist),
      labels.map((x) => x.label),
      releases.map((x) => x.title),
    ];
  };
  const north = [['Drift North'], ['Drift Band'], ['Drift Left'], ['Drift North']];
  const { id } = await server.db
    .selectFrom('genres')
    .select('id')
    .where('name', '=', 'Ambient')
    .executeTakeFirstOrThrow();
  expect(await names({ genres: 'ambient' })).toEqual(north);
  expect(await names({ genres: `${id},Nothing` })).toEqual(north);
  expect(await names({ markets: 'CA' })).toEqual(north);
  expect(await names({ genres: 'Techno', markets: 'ca' })).toEqual([[], [], [], []]);
  expect((await names({ genres: 'Techno,Ambient' })).map((list) => list.length)).toEqual([2, 2, 2, 2]);
});

test('archived releases and flagged tracks are found with their state', { tags: ['C-ARCHIVE-11'] }, async () => {
  const { find, release, player } = await audience();
  const archived = await release('Put Away');
  await server.insertMark(player, archived, 'archived');
  expect(await find('put away')).toMatchObject({
    releases: [{ releaseid: archived.releaseid, archived: true, flagged: false }],
    tracks: [{ heard: 'unheard' }],
  });
});

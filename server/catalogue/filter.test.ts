import { release, releases } from '@promenade/contract/catalogue';
import { flagTrack, reportPlay } from '@promenade/contract/library';
import { options, songVersions } from '@promenade/contract/options';
import type { RouteRequest } from '@promenade/contract/route';
import { describe, expect, test } from 'vitest';
import type { ReleaseOptions } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

type Query = NonNullable<RouteRequest<typeof releases>['query']>;

const DAY = 24 * 3600_000;
const daysAgo = (days: number) => new Date(server.now().getTime() - days * DAY);

/** Releases of which one account holds the only package; the first is the newest. */
async function gallery(...wanted: ReleaseOptions[]): Promise<SignedIn> {
  const name = `Package ${crypto.randomUUID()}`;
  for (const [n, release] of wanted.entries())
    await server.release({ packages: [name], available: daysAgo(n + 0.5), ...release });
  return server.signedIn({ packages: [name] });
}

async function titles(player: SignedIn, query: Query): Promise<string[]> {
  const { status, body } = await player.call(releases, { query });
  expect(status).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ title }) => title);
}

const jazz = { title: 'Blue', facts: { genres: ['Jazz', 'Soul'], moods: ['Calm'], instruments: ['Double Bass'] } };
const techno = { title: 'Grid', facts: { genres: ['Techno'], moods: ['Dark'], instruments: ['Drum Machine'] } };
const folk = { title: 'Hill', facts: { genres: ['Folk'], moods: ['Calm', 'Warm'], instruments: ['Guitar'] } };

describe('names and ids of one kind', () => {
  test('genres, moods and instruments are found by name in any case and by id, several joined by commas', {
    tags: ['C-API-09', 'C-FILTER-12'],
  }, async () => {
    const player = await gallery(jazz, techno, folk);
    const { body } = await player.call(options);
    const idOf = (list: { id: string; name: string }[], name: string) => list.find((each) => each.name === name)?.id;
    expect(await titles(player, { genres: 'tEcHnO,jazz' })).toEqual(['Blue', 'Grid']);
    expect(await titles(player, { genres: `${idOf(body.genres, 'Folk')},${idOf(body.genres, 'Soul')}` })).toEqual([
      'Blue',
      'Hill',
    ]);
    expect(await titles(player, { moods: 'calm' })).toEqual(['Blue', 'Hill']);
    expect(await titles(player, { moods: `${idOf(body.moods, 'Dark')}` })).toEqual(['Grid']);
    expect(await titles(player, { instruments: 'guitar, double bass' })).toEqual(['Blue', 'Hill']);
    expect(await titles(player, { instruments: `${idOf(body.instruments, 'Drum Machine')}` })).toEqual(['Grid']);
  });

  test('markets are found by id and by their English name, Canadian content by its tag', {
    tags: ['C-API-09', 'C-ENUM-09', 'C-CONST-17'],
  }, async () => {
    const player = await gallery(
      { title: 'Home', markets: ['ca', 'cancon'] },
      { title: 'Island', markets: ['uk', 'ie'] },
      { title: 'Air', markets: ['north-sea'] },
    );
    expect(await titles(player, { markets: 'ca,ie' })).toEqual(['Home', 'Island']);
    expect(await titles(player, { markets: 'cancon' })).toEqual(['Home']);
    expect(await titles(player, { market: 'Canadian content' })).toEqual(['Home']);
    expect(await titles(player, { market: 'united kingdom' })).toEqual(['Island']);
    expect(await titles(player, { market: 'NORTH-SEA' })).toEqual(['Air']);
  });

  test('singular and plural parameters for genre, market and version mean the same', {
    tags: ['C-API-08', 'C-API-10'],
  }, async () => {
    const player = await gallery(jazz, { ...techno, songs: [{ version: 'Remix' }] }, folk);
    const { body } = await player.call(options);
    const folkId = body.genres.find(({ name }) => name === 'Folk')?.id ?? '';
    expect(await titles(player, { genre: 'folk' })).toEqual(['Hill']);
    expect(await titles(player, { genre: folkId })).toEqual(['Hill']);
    expect(await titles(player, { genre: 'folk', genres: 'jazz' })).toEqual(['Blue', 'Hill']);
    expect(await titles(player, { version: 'REMIX' })).toEqual(['Grid']);
  });

  test('every version of the specification can be filtered, also several at once', {
    tags: ['C-ENUM-02', 'C-API-09'],
  }, async () => {
    const player = await gallery(...songVersions.map((version) => ({ title: version, songs: [{}, { version }] })));
    for (const version of songVersions) expect(await titles(player, { versions: version })).toEqual([version]);
    expect(await titles(player, { versions: 'clean,hook,nonsense' })).toEqual(['Clean', 'Hook']);
  });

  test('several release types are combined with or', { tags: ['C-FILTER-09', 'C-ENUM-01'] }, async () => {
    const player = await gallery(
      { title: 'One', facts: { release_type: 'Single' } },
      { title: 'Few', facts: { release_type: 'EP' } },
      { title: 'Many', facts: { release_type: 'Album' } },
    );
    expect(await titles(player, { release_types: 'Album' })).toEqual(['Many']);
    expect(await titles(player, { release_types: 'single,album' })).toEqual(['One', 'Many']);
  });

  test('an empty filter does not filter; an unknown id or name matches nothing', async () => {
    const player = await gallery(jazz);
    expect(await titles(player, { genres: '', markets: ' , ', artist: '', filter: ' ', title: '' })).toEqual(['Blue']);
    const kinds = ['genres', 'markets', 'versions', 'release_types', 'packages', 'moods', 'instruments'] as const;
    for (const kind of [...kinds, 'genre', 'market', 'version', 'artist', 'label', 'title', 'filter'] as const) {
      for (const word of ['987654321', 'nonsense', '9'.repeat(40)])
        expect(await titles(player, { [kind]: word }), `${kind}=${word}`).toEqual([]);
    }
  });
});

describe('texts', () => {
  test('an artist or a label is matched by its complete name, ignoring case', { tags: ['C-API-08'] }, async () => {
    const player = await gallery(
      { title: 'First', artist: 'Émile & Ana', facts: { artists: ['Émile', 'Ana'] } },
      { title: 'Second', artist: 'Émile Zola', label: { name: 'Night Bell', contact: null } },
      { title: 'Third', artist: 'ana' },
    );
    expect(await titles(player, { artist: 'émile' })).toEqual(['First']);
    expect(await titles(player, { artist: 'ANA' })).toEqual(['First', 'Third']);
    expect(await titles(player, { artist: 'ÉMILE & ana' })).toEqual(['First']);
    expect(await titles(player, { label: 'night bell' })).toEqual(['Second']);
    expect(await titles(player, { label: 'night' })).toEqual([]);
  });

  test('each word of the filter is in title, artist or label, each title word in the title, ignoring accents', {
    tags: ['C-API-08'],
  }, async () => {
    const player = await gallery(
      { title: 'Café Noir', artist: 'Mia', label: { name: 'Harbour Sun', contact: null } },
      { title: 'Noir', artist: '!!!', label: { name: 'Löwe', contact: null } },
      { title: '“Heroes”', artist: 'Noir Désir' },
    );
    expect(await titles(player, { filter: 'noir' })).toEqual(['Café Noir', 'Noir', '“Heroes”']);
    expect(await titles(player, { filter: 'cafe MIA' })).toEqual(['Café Noir']);
    expect(await titles(player, { filter: 'noir harbour' })).toEqual(['Café Noir']);
    expect(await titles(player, { filter: 'löwe' })).toEqual(['Noir']);
    expect(await titles(player, { filter: '!!!' })).toEqual(['Noir']);
    expect(await titles(player, { filter: '“heroes”' })).toEqual(['“Heroes”']);
    expect(await titles(player, { title: 'noir' })).toEqual(['Café Noir', 'Noir']);
    expect(await titles(player, { title: 'mia' })).toEqual([]);
  });
});

test('different filters are combined with and; the total counts the result', {
  tags: ['C-FILTER-13', 'C-API-09'],
}, async () => {
  const player = await gallery(
    { ...jazz, title: 'Both', markets: ['us', 'de'] },
    { ...jazz, title: 'Only jazz', markets: ['fr'] },
    { ...techno, title: 'Only Germany', markets: ['de'] },
    { ...jazz, title: 'Long ago', markets: ['de'], available: daysAgo(40) },
  );
  expect(await titles(player, { genres: 'jazz,folk', markets: 'de,at' })).toEqual(['Both', 'Long ago']);
  expect(await titles(player, { genres: 'jazz,folk', markets: 'de,at', days: 30 })).toEqual(['Both']);
  const { body } = await player.call(releases, { query: { genre: 'jazz', pagesize: 1, page: 2, sort: 'title' } });
  expect(body).toMatchObject({ items: [{ title: 'Long ago' }], total: 3, page: 2, pagesize: 1 });
});

test('explicit=true lists explicit releases, explicit=false the others, neither lists all', {
  tags: ['C-FILTER-10', 'C-FILTER-11'],
}, async () => {
  const player = await gallery(
    { title: 'Loud', songs: [{ explicit: 'clean' }, { explicit: 'explicit' }] },
    { title: 'Polite', songs: [{ explicit: 'clean' }] },
  );
  expect(await titles(player, { explicit: 'true' })).toEqual(['Loud']);
  expect(await titles(player, { explicit: 'false' })).toEqual(['Polite']);
  expect(await titles(player, {})).toEqual(['Loud', 'Polite']);
});

test('tohear=true lists undecided releases with an unheard audio track, whatever others heard', {
  tags: ['C-API-57'],
}, async () => {
  const name = `Package ${crypto.randomUUID()}`;
  const make = (title: string, days: number, more: ReleaseOptions = {}) =>
    server.release({ title, packages: [name], tracks: 2, available: daysAgo(days), ...more });
  const made = {
    Untouched: await make('Untouched', 1),
    Begun: await make('Begun', 2),
    Heard: await make('Heard', 3),
    Flagged: await make('Flagged', 4),
    'Song flagged': await make('Song flagged', 5),
    Film: await make('Film', 6, { tracks: 1, songs: [{ assettype: 'video' }] }),
  };
  const [player, other] = [await server.signedIn({ packages: [name] }), await server.signedIn({ packages: [name] })];
  const hear = (trackid = '') => player.call(reportPlay, { body: { trackid, seconds: 11 } });
  for (const trackid of [made.Begun.trackids[0], ...made.Heard.trackids]) await hear(trackid);
  await server.insertMark(player, made.Flagged, 'flagged');
  const { releaseid, trackids } = made['Song flagged'];
  await player.call(flagTrack, { params: { releaseid, trackid: trackids[0] ?? '' } });
  const { body } = await player.call(releases, { query: { tohear: 'true' } });
  expect(body.items.map(({ title, tohear }) => [title, tohear])).toEqual([
    ['Untouched', 'all'],
    ['Begun', 'some'],
  ]);
  expect(body.total).toBe(2);
  const everything = await titles(player, { tohear: 'false' });
  expect(everything).toEqual(Object.keys(made));
  expect(await titles(other, { tohear: 'true' })).toEqual(everything.filter((title) => title !== 'Film'));
});

describe('tempo, key, arrival and work', () => {
  test('a range of tempos finds delivered and found ones, also half and double', async () => {
    const player = await gallery(
      { title: 'Fast', songs: [{ bpm: 173.6 }] },
      { title: 'Found', songs: [{ tempo_found: 87 }] },
      { title: 'Delivered', songs: [{ bpm: 120, tempo_found: 87 }] },
      { title: 'Unknown' },
    );
    expect(await titles(player, { bpm: '170-175' })).toEqual(['Fast', 'Found']);
    expect(await titles(player, { bpm: '86-87' })).toEqual(['Fast', 'Found']);
    expect(await titles(player, { bpm: '240-240' })).toEqual(['Delivered']);
    expect(await titles(player, { bpm: '175-170' })).toEqual([]);
    expect((await player.call(releases, { query: { bpm: 'fast' } })).status).toBe(400);
  });

  test('a range of tempos finds each tempo between its halves and doubles', async () => {
    const tempos = [42, 43, 44, 45, 85, 86, 87.5, 88.4, 89, 170, 171, 172, 173, 173.2, 174, 175, 176, 178];
    const player = await gallery(...tempos.map((bpm) => ({ title: `At ${bpm}`, songs: [{ bpm }] })));
    const found = async (bpm: string) => (await titles(player, { bpm })).map((title) => Number(title.slice(3)));
    expect(await found('86-88')).toEqual([43, 44, 86, 87.5, 88.4, 171, 172, 173, 173.2, 174, 175, 176]);
    expect(await found('87-87')).toEqual([43, 44, 173, 173.2, 174, 175]);
  });

  test('what is found by tempo or key has both, and is sorted by them, unknown ones last', async () => {
    const player = await gallery(
      { title: 'Fast', songs: [{ bpm: 173.6, key: 'C major' }, { key_found: 'A minor' }] },
      { title: 'Slow', songs: [{ tempo_found: 87, key: 'G major' }] },
      { title: 'Unknown' },
    );
    expect(await titles(player, { sort: 'bpm' })).toEqual(['Slow', 'Fast', 'Unknown']);
    expect(await titles(player, { sort: '-bpm' })).toEqual(['Fast', 'Slow', 'Unknown']);
    expect(await titles(player, { sort: 'key' })).toEqual(['Fast', 'Slow', 'Unknown']);
    expect(await titles(player, { sort: '-key' })).toEqual(['Slow', 'Fast', 'Unknown']);
    // Few and many tempos are found in different ways.
    expect(await titles(player, { sort: '-bpm', bpm: '80-90' })).toEqual(['Fast', 'Slow']);
    expect(await titles(player, { sort: '-bpm', bpm: '1-999' })).toEqual(['Fast', 'Slow']);
    expect(await titles(player, { sort: 'key', keys: 'G major,C major' })).toEqual(['Fast', 'Slow']);
    const [fast] = (await player.call(releases, { query: { bpm: '170-175' } })).body.items;
    expect(fast).toMatchObject({ title: 'Fast', tempos: [174], keys: ['A minor', 'C major'] });
  });

  test('keys are found in any spelling, with `fits` those that mix well, too', async () => {
    const keys = ['A minor', 'C major', 'E minor', 'D minor', 'G major', 'A major'] as const;
    const player = await gallery(
      ...keys.map((key, n) => ({ title: key, songs: [n % 2 ? { key } : { key_found: key }] })),
    );
    expect(await titles(player, { keys: 'A minor,Gmaj' })).toEqual(['A minor', 'G major']);
    expect(await titles(player, { keys: '8A', fits: 'true' })).toEqual(['A minor', 'C major', 'E minor', 'D minor']);
    expect(await titles(player, { keys: 'H minor' })).toEqual([]);
  });

  test('what arrived since an instant is found, a late import by its import', async () => {
    const player = await gallery({ title: 'New' }, { title: 'Old', available: daysAgo(30) });
    const since = (days: number) => daysAgo(days).toISOString();
    expect(await titles(player, { since: since(1) })).toEqual(['New', 'Old']);
    expect(await titles(player, { since: since(-1) })).toEqual([]);
    for (const wrong of ['monday', '2026-13-01', '99'])
      expect(await player.call(releases, { query: { since: wrong } })).toMatchObject({ status: 400 });
  });

  test('versions of one work are found by its id', async () => {
    const player = await gallery(
      { title: 'Song', songs: [{ work: 'the song' }] },
      { title: 'Remixes', songs: [{}, { work: 'the song', version: 'Remix' }], tracks: 2 },
      { title: 'Another', songs: [{ work: 'another' }] },
    );
    const { body } = await player.call(releases, { query: {} });
    const song = body.items.find(({ title }) => title === 'Song');
    const detail = await player.call(release, { params: { releaseid: song?.releaseid ?? '' } });
    const work = detail.body.songs[0]?.workid ?? '';
    expect(await titles(player, { work })).toEqual(['Song', 'Remixes']);
    expect(await titles(player, { work: crypto.randomUUID() })).toEqual([]);
  });
});

test('an archived release is in no filtered list of its account', {
  tags: ['C-ARCHIVE-11', 'C-API-57'],
}, async () => {
  const name = `Package ${crypto.randomUUID()}`;
  const made = await server.release({ ...jazz, packages: [name] });
  const [player, other] = [await server.signedIn({ packages: [name] }), await server.signedIn({ packages: [name] })];
  await server.insertMark(player, made, 'archived');
  expect(await titles(player, { genres: 'jazz' })).toEqual([]);
  expect(await titles(player, { artist: 'Somebody' })).toEqual([]);
  expect(await titles(other, { genres: 'jazz' })).toEqual(['Blue']);
});

import { releases } from '@promenade/contract/catalogue';
import { filterTypes, genres, marketLogos, markets, options, songVersions } from '@promenade/contract/options';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn({ packages: ['Radio'] });
await server.signedIn({ packages: ['Insiders'] });
await server.release({
  markets: ['uk', 'cancon', 'ca', 'north-sea', 'de', 'air-small'],
  facts: {
    genres: ['zydeco', 'Ambient', 'Éclectique', 'Folk'],
    moods: ['Warm', 'calm'],
    instruments: ['Oboe', 'Bass'],
  },
});

const names = (list: { name: string }[]) => list.map(({ name }) => name);

test('the options contain every kind of filter, sorted by name', {
  tags: ['C-API-16', 'C-FILTER-14', 'C-ENTITY-12'],
}, async () => {
  const { status, body } = await player.call(options);
  expect(status).toBe(200);
  for (const type of filterTypes) expect(body[`${type}s`].length, type).toBeGreaterThan(0);
  expect(names(body.genres)).toEqual(['Ambient', 'Éclectique', 'Folk', 'zydeco']);
  expect(names(body.moods)).toEqual(['calm', 'Warm']);
  expect(names(body.instruments)).toEqual(['Bass', 'Oboe']);
});

test('release types and song versions are those of the specification', {
  tags: ['C-ENUM-01', 'C-ENUM-02'],
}, async () => {
  const { body } = await player.call(options);
  expect(body.release_types).toEqual(['Album', 'EP', 'Single'].map((name) => ({ id: name, name })));
  expect(names(body.versions)).toEqual([...songVersions]);
});

test('every option is an id that the release list accepts', { tags: ['C-FILTER-12', 'C-FILTER-14'] }, async () => {
  const { body } = await player.call(options);
  for (const type of ['genre', 'mood', 'instrument', 'market'] as const) {
    for (const { id, name } of body[`${type}s`]) {
      const found = await player.call(releases, { query: { [`${type}s`]: id } });
      expect(found.body.total, name).toBe(1);
    }
  }
});

test('an account sees the packages that it holds and no others', { tags: ['C-API-57', 'C-FILTER-14'] }, async () => {
  const { body } = await player.call(options);
  expect(names(body.packages)).toEqual(['Everyone', 'Radio']);
});

test('genres and markets are also available as lists', { tags: ['C-API-17'] }, async () => {
  const [all, { body: genreList }, { body: marketList }] = await Promise.all([
    player.call(options),
    player.call(genres),
    player.call(markets),
  ]);
  expect(genreList).toEqual({ items: all.body.genres, total: 4, page: 1, pagesize: 4 });
  expect(marketList).toEqual({ items: all.body.markets, total: 6, page: 1, pagesize: 6 });
});

test('a market has id, name and icon: countries by their English name, Canadian content by its own', {
  tags: ['C-ENTITY-11', 'C-ENUM-09'],
}, async () => {
  const { body } = await player.call(markets);
  const icon = (id: string) => `/api/options/logos/${id}.png`;
  expect(body.items).toEqual([
    { id: 'air-small', name: 'AIR-SMALL', icon: icon('air-small') },
    { id: 'ca', name: 'Canada', icon: icon('ca') },
    { id: 'cancon', name: 'Canadian content', icon: icon('cancon') },
    { id: 'de', name: 'Germany', icon: icon('de') },
    { id: 'north-sea', name: 'NORTH-SEA', icon: icon('north-sea') },
    { id: 'uk', name: 'United Kingdom', icon: icon('uk') },
  ]);
});

test('downloads are on unless the installation switches them off', { tags: ['C-ROLE-02'] }, async () => {
  const off = await startTestServer({ env: { DOWNLOADS: '0' } });
  const visitor = await off.signedIn();
  expect((await visitor.call(options)).body.downloads_enabled).toBe(false);
  expect((await player.call(options)).body.downloads_enabled).toBe(true);
});

describe('logos', () => {
  const get = (path: string, headers: Record<string, string> = { cookie: player.cookie }) =>
    fetch(`${server.url}${path}`, { headers });
  const picture = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

  test('are listed for each market in three sizes as PNG', {
    tags: ['C-API-18', 'C-API-19'],
  }, async () => {
    const { body } = await player.call(marketLogos);
    expect(body.items.filter(({ market }) => market === 'uk')).toEqual([
      { market: 'uk', suffix: '', url: '/api/options/logos/uk.png' },
      { market: 'uk', suffix: '-small', url: '/api/options/logos/uk-small.png' },
      { market: 'uk', suffix: '-large', url: '/api/options/logos/uk-large.png' },
    ]);
    const widths = { '': 48, '-small': 24, '-large': 96 };
    for (const { url, suffix } of body.items) {
      const answer = await get(url);
      expect(answer.headers.get('content-type'), url).toBe('image/png');
      const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect({ format, width, height }, url).toEqual({
        format: 'png',
        width: widths[suffix],
        height: (widths[suffix] * 2) / 3,
      });
    }
  });

  test('show a flag for a country, a leaf for Canadian content and a globe otherwise', {
    tags: ['C-ENUM-09'],
  }, async () => {
    const [uk, de, cancon, ca, sea, air] = await Promise.all(
      ['uk', 'de', 'cancon', 'ca', 'north-sea', 'air-small'].map((id) => picture(`/api/options/logos/${id}.png`)),
    );
    expect(new Set([uk, de, cancon, ca, sea].map((png) => png?.toString('base64'))).size).toBe(5);
    expect(air).toEqual(sea);
    // Black, red, gold.
    const { data, info } = await sharp(de).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (row: number) => [...data.subarray(row * info.width * 3 + 72, row * info.width * 3 + 75)];
    expect(at(3)).toEqual([0, 0, 0]);
    expect(at(16)[0]).toBeGreaterThan(200);
    expect(at(28)[1]).toBeGreaterThan(180);
  });

  test('are cacheable and answer 304 to a matching ETag', async () => {
    const first = await get('/api/options/logos/uk.png');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, max-age=604800');
    const statusOf = async (headers: Record<string, string>) =>
      (await get('/api/options/logos/uk.png', { cookie: player.cookie, ...headers })).status;
    // A proxy that compresses makes tags weak, a cache with several versions sends a list (RFC 9110 §13.1.2).
    for (const tags of [etag, `W/${etag}`, `"x", W/${etag}`, '*'])
      expect(await statusOf({ 'if-none-match': tags }), tags).toBe(304);
    expect(await statusOf({ 'if-none-match': '"x"' })).toBe(200);
    expect(await statusOf({ 'if-match': '"x"' })).toBe(412);
    const head = await fetch(`${server.url}/api/options/logos/uk.png`, {
      method: 'HEAD',
      headers: { cookie: player.cookie },
    });
    expect(head.status).toBe(200);
  });

  test('exist for markets only', { tags: ['C-API-19'] }, async () => {
    for (const file of ['fr.png', 'globe.png', 'uk-huge.png', 'uk-small-small.png', 'constructor.png', '-small.png'])
      expect((await get(`/api/options/logos/${file}`)).status, file).toBe(404);
    for (const file of ['uk.svg', '..%2f..%2fpackage.json', 'UK.png', 'uk%00.png'])
      expect((await get(`/api/options/logos/${file}`)).status, file).toBe(400);
    expect((await get('/api/options/logos/uk.png', {})).status).toBe(401);
  });
});

import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

const DAY = 24 * 3600 * 1000;
const day = (offset: number) => new Date(server.now().getTime() + offset * DAY);

/** A private package keeps the releases of one test out of the others' lists. */
async function audience() {
  const name = `Package ${crypto.randomUUID()}`;
  return { packages: [name], player: await server.signedIn({ packages: [name] }) };
}

test('a page contains 40 releases by default, newest first', {
  tags: ['C-API-06', 'C-API-07', 'C-CONST-01', 'A-CONST-18', 'C-GALLERY-28'],
}, async () => {
  const { packages, player } = await audience();
  for (let n = 0; n < 45; n++) await server.release({ title: `No ${n}`, packages, available: day(-n - 1) });
  const first = await player.call(releases);
  expect(first.body).toMatchObject({ total: 45, page: 1, pagesize: 40 });
  expect(first.body.items.map(({ title }) => title)).toEqual(Array.from({ length: 40 }, (_, n) => `No ${n}`));
  const second = await player.call(releases, { query: { page: 2 } });
  expect(second.body.items.map(({ title }) => title)).toEqual(['No 40', 'No 41', 'No 42', 'No 43', 'No 44']);
  expect((await player.call(releases, { query: { page: 3 } })).body.items).toEqual([]);
});

test('each sort has both directions; an unknown sort is refused at its field', { tags: ['C-API-11'] }, async () => {
  const { packages, player } = await audience();
  await server.release({ title: 'beta', artist: 'Zoë', duration: 30, packages, available: day(-1) });
  await server.release({ title: 'Alpha', artist: 'adam', duration: 20, packages, available: day(-2) });
  await server.release({ title: 'Émile', artist: 'Mia', duration: 10, packages, available: day(-3) });
  const titles = async (sort: string) => {
    // Typed clients cannot ask for an unknown sort; the refusal below needs one.
    const { body } = await player.call(releases, { query: { sort: sort as 'date' } });
    return body.items.map(({ title }) => title);
  };
  expect(await titles('date')).toEqual(['Émile', 'Alpha', 'beta']);
  expect(await titles('title')).toEqual(['Alpha', 'beta', 'Émile']);
  expect(await titles('-title')).toEqual(['Émile', 'beta', 'Alpha']);
  expect(await titles('artist')).toEqual(['Alpha', 'Émile', 'beta']);
  expect(await titles('-duration')).toEqual(['beta', 'Alpha', 'Émile']);
  const unknown = await player.call(releases, { query: { sort: 'colour' as 'date' } });
  expect(unknown).toMatchObject({ status: 400, refusal: { code: 'VALIDATION', fields: { sort: expect.any(String) } } });
});

test('a page below 1 or a bad page size is refused, a large page size is capped at 100', {
  tags: ['C-API-12'],
}, async () => {
  const { player } = await audience();
  for (const query of [
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { pagesize: 0 },
    { pagesize: 'many' as unknown as number },
  ]) {
    expect(await player.call(releases, { query }), JSON.stringify(query)).toMatchObject(refused('VALIDATION'));
  }
  expect((await player.call(releases, { query: { pagesize: 5000 } })).body.pagesize).toBe(100);
});

test('a list excludes releases that are not delivered, not yet available, draft, withdrawn or archived', {
  tags: ['C-ROLE-07', 'C-ARCHIVE-11'],
}, async () => {
  const { packages, player } = await audience();
  const shown = await server.release({ title: 'Shown', packages });
  await server.release({ title: 'Not mine', packages: ['Somebody else'] });
  await server.release({ title: 'Tomorrow', packages, available: day(1) });
  await server.setState(await server.release({ title: 'Draft', packages }), 'draft');
  await server.setState(await server.release({ title: 'Withdrawn', packages }), 'withdrawn');
  const archived = await server.release({ title: 'Archived', packages });
  await server.insertMark(player, archived, 'archived');
  const { body } = await player.call(releases);
  expect(body.items.map(({ releaseid }) => releaseid)).toEqual([shown.releaseid]);
  expect(body.total).toBe(1);
});

test('the detail of such a release answers 403, 404 or 410', {
  tags: ['C-API-13', 'C-ERR-01', 'C-ERR-02', 'C-ERR-03'],
}, async () => {
  const { packages, player } = await audience();
  const detail = async (releaseid: string) => player.call(releaseRoute, { params: { releaseid } });
  const withdrawn = await server.release({ packages });
  await server.setState(withdrawn, 'withdrawn');
  const draft = await server.release({ packages });
  await server.setState(draft, 'draft');
  const foreign = await server.release({ packages: ['Somebody else'] });
  const future = await server.release({ packages, available: day(1) });
  expect(await detail(withdrawn.releaseid)).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  expect(await detail(draft.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await detail(foreign.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await detail(future.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect((await detail(withdrawn.releaseid)).refusal?.message).toBe('This release is no longer available');
});

test('a release delivered to one account is visible to that account only', { tags: ['C-ROLE-07'] }, async () => {
  const friend = await server.signedIn();
  const other = await server.signedIn();
  const { releaseid } = await server.release({ packages: ['Nobody holds this'], recipients: [friend.email] });
  expect((await friend.call(releaseRoute, { params: { releaseid } })).status).toBe(200);
  expect(await other.call(releaseRoute, { params: { releaseid } })).toMatchObject(refused('RELEASE_NOT_FOUND'));
});

test('the detail contains the songs with every field of the contract, and duplicate fields agree', {
  tags: [
    'C-ENTITY-01',
    'C-ENTITY-02',
    'C-ENTITY-03',
    'C-ENTITY-04',
    'C-ENTITY-05',
    'C-ENTITY-06',
    'C-ENTITY-07',
    'C-ENTITY-23',
  ],
}, async () => {
  const { packages, player } = await audience();
  const { releaseid } = await server.release({
    packages,
    title: 'Harbour Sun',
    markets: ['ca', 'cancon'],
    impactdate: '2026-12-24',
    songs: [{ bpm: 122.5 }],
  });
  const { body } = await player.call(releaseRoute, { params: { releaseid } });
  expect(body).toMatchObject({
    id: releaseid,
    releaseid,
    title: 'Harbour Sun',
    flagged: false,
    archived: false,
    flaggedtrackcount: 0,
  });
  expect(body.market_tags).toEqual(body.markettags);
  expect(body.market_tags).toContain('cancon');
  expect(body.impactdate).toBe(Date.UTC(2026, 11, 24) / 1000);
  expect(new Date(body.available).toISOString()).toBe(body.available);
  const [song] = body.songs;
  expect(song).toMatchObject({
    index: 0,
    ordinal: 1,
    releaseid,
    album: 'Harbour Sun',
    assettype: 'audio',
    bpm: 122.5,
    market_tags: body.market_tags,
  });
  expect(song?.id).toBe(song?.trackid);
  expect(song?.mediaURL).toBe(`/api/audio/stream/${song?.trackid}.mp3`);
});

test('marks of one account are invisible to others', { tags: ['C-API-57'] }, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const release = await server.release({ packages });
  await server.insertMark(player, release, 'flagged');
  expect((await player.call(releases)).body.items).toMatchObject([{ flagged: true }]);
  expect((await other.call(releases)).body.items).toMatchObject([{ flagged: false }]);
});

test('covers need access to the release, by cookie or header, and are cacheable', async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, cover: true });
  const stranger = await server.signedIn();
  const { body } = await player.call(releaseRoute, { params: { releaseid: release.releaseid } });
  const get = (headers: Record<string, string>) => fetch(`${server.url}${body.thumbnail}`, { headers });
  const byCookie = await get({ cookie: player.cookie });
  expect(byCookie.status).toBe(200);
  expect(byCookie.headers.get('content-type')).toBe('image/webp');
  expect(byCookie.headers.get('cache-control')).toContain('immutable');
  expect((await get({ authorization: `Bearer ${player.token}` })).status).toBe(200);
  expect((await get({ cookie: stranger.cookie })).status).toBe(404);
  expect((await get({})).status).toBe(401);
  const other = await server.release({ packages });
  const borrowed = `/api/cover/${other.releaseid}/${body.thumbnail?.split('/').at(-1)}`;
  expect((await fetch(`${server.url}${borrowed}`, { headers: { cookie: player.cookie } })).status).toBe(404);
});

test('the picture cookie gives no access to the API', async () => {
  const { player } = await audience();
  expect((await fetch(`${server.url}/api/release`, { headers: { cookie: player.cookie } })).status).toBe(401);
});

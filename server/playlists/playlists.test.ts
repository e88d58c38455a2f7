import { PLAYLIST_FULL_PAGE_MAX, PLAYLIST_THUMBNAILS } from '@promenade/contract/limits';
import {
  addToPlaylist,
  changePlaylist,
  clearPlaylist,
  createPlaylist,
  deletePlaylist,
  moveInPlaylist,
  type PlaylistSort,
  pinPlaylist,
  playlist,
  playlistSheet,
  playlists,
  playlistTracks,
  removeFromPlaylist,
  unpinPlaylist,
} from '@promenade/contract/playlists';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

/** Each later than the one before. */
async function make({ call }: SignedIn, name: string, desc = ''): Promise<string> {
  server.advanceClock(10_000);
  return (await call(createPlaylist, { body: { name, desc } })).body.playlistid;
}
const of = (playlistid: string) => ({ params: { playlistid } });
async function names({ call }: SignedIn, query: { sort?: PlaylistSort; filter?: string; searchToken?: string } = {}) {
  return (await call(playlists, { query: { ...query, summary: 'true' } })).body.items.map(({ name }) => name);
}

test('a new playlist is empty and has its id, name and description', {
  tags: ['C-API-46', 'C-ENTITY-10'],
}, async () => {
  const player = await server.signedIn();
  const made = await player.call(createPlaylist, { body: { name: ' Friday night ', desc: 'Two hours' } });
  expect(made).toMatchObject({
    status: 200,
    body: {
      name: 'Friday night',
      desc: 'Two hours',
      default: false,
      tracks: 0,
      duration: 0,
      pinned: false,
      thumbnail: null,
      thumbnails: [],
      candownload: false,
    },
  });
  expect((await player.call(playlist, of(made.body.playlistid))).body).toEqual({ ...made.body, songs: [] });
  const mine = await player.call(createPlaylist, { body: { name: 'Mine', default: true } });
  expect(mine.body).toMatchObject({ desc: '', default: true });
});

test.each([
  ['no name', 'name', { name: '' }],
  ['a name of spaces', 'name', { name: '   ' }],
  ['a name of 51 characters', 'name', { name: 'n'.repeat(51) }],
  ['a description of 101 characters', 'desc', { name: 'Fine', desc: 'd'.repeat(101) }],
])(
  '%s is refused at its field, on creating and changing',
  { tags: ['C-API-48', 'C-ENTITY-10'] },
  async (_what, field, body) => {
    const player = await server.signedIn();
    const playlistid = await make(player, 'Before', 'As it was');
    const invalid = { status: 400, refusal: { code: 'VALIDATION', fields: { [field]: expect.any(String) } } };
    expect(await player.call(createPlaylist, { body })).toMatchObject(invalid);
    expect(await player.call(changePlaylist, { ...of(playlistid), body })).toMatchObject(invalid);
    expect((await player.call(playlists)).body).toMatchObject({
      total: 1,
      items: [{ name: 'Before', desc: 'As it was' }],
    });
  },
);

test('50 and 100 characters fit', { tags: ['C-API-48', 'C-ENTITY-10'] }, async () => {
  const player = await server.signedIn();
  const body = { name: 'n'.repeat(50), desc: 'd'.repeat(100) };
  expect(await player.call(createPlaylist, { body })).toMatchObject({ status: 200, body });
});

test('a playlist is renamed, described and deleted', {
  tags: ['C-API-47', 'C-PLAYLIST-16'],
}, async () => {
  const player = await server.signedIn();
  const playlistid = await make(player, 'Frday', 'Two hours');
  const both = await player.call(changePlaylist, { ...of(playlistid), body: { name: 'Friday', desc: 'Three' } });
  expect(both).toMatchObject({ status: 200, body: { playlistid, name: 'Friday', desc: 'Three' } });
  const name = await player.call(changePlaylist, { ...of(playlistid), body: { name: 'Saturday' } });
  expect(name.body).toMatchObject({ name: 'Saturday', desc: 'Three' });
  const bare = await player.call(changePlaylist, { ...of(playlistid), body: { name: 'Saturday', desc: '' } });
  expect(bare.body.desc).toBe('');
  expect((await player.call(playlist, of(playlistid))).body).toMatchObject({ name: 'Saturday', desc: '' });
  expect((await player.call(deletePlaylist, of(playlistid))).status).toBe(204);
  expect(await player.call(playlist, of(playlistid))).toMatchObject(refused('PLAYLIST_NOT_FOUND'));
  expect((await player.call(playlists)).body).toMatchObject({ items: [], total: 0 });
});

test('an unknown playlist or that of another account is not found by any call', {
  tags: ['C-API-48', 'C-API-57', 'C-ROUTE-25'],
}, async () => {
  const [owner, other] = [await server.signedIn(), await server.signedIn()];
  const { trackids } = await server.release({ tracks: 2 });
  const [trackid = '', referenceTrackid = ''] = trackids;
  const playlistid = await make(owner, 'Private');
  await owner.call(addToPlaylist, { ...of(playlistid), body: { tracks: trackids } });
  const before = (await owner.call(playlist, of(playlistid))).body;
  for (const params of [{ playlistid }, { playlistid: crypto.randomUUID() }]) {
    const { call } = other;
    for (const answer of [
      await call(playlist, { params }),
      await call(changePlaylist, { params, body: { name: 'Taken' } }),
      await call(deletePlaylist, { params }),
      await call(pinPlaylist, { params }),
      await call(unpinPlaylist, { params }),
      await call(playlistTracks, { params, query: {} }),
      await call(playlistSheet, { params }),
      await call(addToPlaylist, { params, body: { tracks: trackids } }),
      await call(moveInPlaylist, { params: { ...params, trackid }, body: { position: 'after', referenceTrackid } }),
      await call(removeFromPlaylist, { params: { ...params, trackid } }),
      await call(clearPlaylist, { params, body: undefined }),
      await call(clearPlaylist, { params, body: { tracks: trackids } }),
    ]) {
      expect(answer).toMatchObject(refused('PLAYLIST_NOT_FOUND'));
    }
  }
  expect((await other.call(playlists)).body).toMatchObject({ items: [], total: 0 });
  expect((await owner.call(playlist, of(playlistid))).body).toEqual(before);
});

test('the list is sorted by date, name or pin', { tags: ['C-PLAYLIST-22', 'C-API-44'] }, async () => {
  const player = await server.signedIn();
  const first = await make(player, 'Éclat');
  await make(player, 'zebra');
  await make(player, 'Fado');
  const last = await make(player, 'alba');
  expect(await names(player)).toEqual(['alba', 'Fado', 'zebra', 'Éclat']);
  expect(await names(player, { sort: 'name' })).toEqual(['alba', 'Éclat', 'Fado', 'zebra']);
  await player.call(pinPlaylist, of(first));
  expect(await names(player, { sort: '-pinned' })).toEqual(['Éclat', 'alba', 'Fado', 'zebra']);
  server.advanceClock(10_000);
  await player.call(pinPlaylist, of(last));
  expect(await names(player, { sort: '-pinned' })).toEqual(['alba', 'Éclat', 'Fado', 'zebra']);
});

test('the list has pages with an exact total, also after the last page', {
  tags: ['C-API-44', 'C-PLAYLIST-21'],
}, async () => {
  const player = await server.signedIn();
  for (const name of ['one', 'two', 'three']) await make(player, name);
  const page = async (page: number) => {
    const { body } = await player.call(playlists, { query: { page, pagesize: 2, summary: 'true' } });
    return { ...body, items: body.items.map(({ name }) => name) };
  };
  expect(await page(1)).toEqual({ items: ['three', 'two'], total: 3, page: 1, pagesize: 2 });
  expect(await page(2)).toEqual({ items: ['one'], total: 3, page: 2, pagesize: 2 });
  expect(await page(3)).toEqual({ items: [], total: 3, page: 3, pagesize: 2 });
});

test('a summary has no songs; with songs a page is shorter', {
  tags: ['C-API-45', 'C-PLAYLIST-28', 'C-ENTITY-10'],
}, async () => {
  const player = await server.signedIn();
  const { trackids } = await server.release({ title: 'Tide', tracks: 2 });
  const playlistid = await make(player, 'Full');
  await player.call(addToPlaylist, { ...of(playlistid), body: { tracks: trackids } });
  for (let n = 0; n < PLAYLIST_FULL_PAGE_MAX; n++) await make(player, `Empty ${n}`);
  const summary = (await player.call(playlists, { query: { summary: 'true', pagesize: 40 } })).body;
  expect(summary).toMatchObject({ total: PLAYLIST_FULL_PAGE_MAX + 1, pagesize: 40 });
  expect(summary.items.length).toBe(PLAYLIST_FULL_PAGE_MAX + 1);
  expect(summary.items.filter((item) => 'songs' in item)).toEqual([]);
  const full = (await player.call(playlists, { query: { sort: 'name', pagesize: 40, page: 2 } })).body;
  expect(full).toMatchObject({ total: PLAYLIST_FULL_PAGE_MAX + 1, pagesize: PLAYLIST_FULL_PAGE_MAX, page: 2 });
  expect(full.items).toMatchObject([{ name: 'Full', tracks: 2, songs: trackids.map((trackid) => ({ trackid })) }]);
});

test('filter and searchToken match words of name or description, ignoring case and accents', {
  tags: ['C-API-44', 'C-API-45', 'C-PLAYLIST-23'],
}, async () => {
  const player = await server.signedIn();
  await make(player, 'Café del Mar', 'Sunset');
  await make(player, 'Warm-up 100%', 'Before the ÉLAN comes');
  await make(player, 'Nothing');
  expect(await names(player, { filter: 'cafe' })).toEqual(['Café del Mar']);
  expect(await names(player, { searchToken: 'CAFÉ sun' })).toEqual(['Café del Mar']);
  expect(await names(player, { searchToken: ' elan ' })).toEqual(['Warm-up 100%']);
  expect(await names(player, { filter: '%' })).toEqual(['Warm-up 100%']);
  expect(await names(player, { filter: 'o', searchToken: 'n' })).toEqual(['Nothing', 'Warm-up 100%']);
  const none = await player.call(playlists, { query: { filter: 'cafe', searchToken: 'nothing' } });
  expect(none.body).toMatchObject({ items: [], total: 0 });
});

test('a playlist is pinned and unpinned; repeating changes nothing', {
  tags: ['C-API-54', 'C-API-60', 'C-PLAYLIST-20'],
}, async () => {
  const player = await server.signedIn();
  const [first, second] = [await make(player, 'First'), await make(player, 'Second')];
  for (const playlistid of [first, second, first]) {
    server.advanceClock(10_000);
    const { status, body } = await player.call(pinPlaylist, of(playlistid));
    expect({ status, body }).toMatchObject({ status: 200, body: { playlistid, pinned: true } });
  }
  expect(await names(player, { sort: '-pinned' })).toEqual(['Second', 'First']);
  for (let again = 0; again < 2; again++)
    expect((await player.call(unpinPlaylist, of(second))).body).toMatchObject({ name: 'Second', pinned: false });
  expect((await player.call(playlist, of(first))).body.pinned).toBe(true);
});

test('a playlist has the distinct covers of its first tracks, counts and downloadability', {
  tags: ['C-ENTITY-10', 'C-PLAYLIST-28'],
}, async () => {
  const player = await server.signedIn();
  const hashes = Array.from({ length: PLAYLIST_THUMBNAILS + 1 }, (_none, n) => String(n).repeat(16));
  const releases = [];
  for (const cover_hash of [null, ...hashes])
    releases.push(
      await server.release({ tracks: 2, duration: 60, facts: { cover_hash, candownload: cover_hash !== null } }),
    );
  const playlistid = await make(player, 'Covers');
  const [bare, ...covered] = releases;
  const add = (tracks: string[]) =>
    player.call(addToPlaylist, { ...of(playlistid), body: { tracks, position: 'after' } });
  expect((await add(bare?.trackids ?? [])).body).toMatchObject({ thumbnail: null, thumbnails: [], candownload: false });
  // Each cover twice, the second time in reverse order: its position is that of its first track.
  const tracks = [...covered, ...covered.toReversed()].map(
    ({ trackids }, n) => trackids[n < covered.length ? 0 : 1] ?? '',
  );
  const shown = hashes
    .slice(0, PLAYLIST_THUMBNAILS)
    .map((hash, n) => `/api/cover/${covered[n]?.releaseid}/${hash}-500.webp`);
  expect((await add(tracks)).body).toMatchObject({
    tracks: 2 + tracks.length,
    duration: 60 * (2 + tracks.length),
    thumbnail: shown[0],
    thumbnails: shown,
    candownload: true,
  });
});

test.each(['/api/playlist', '/api/playlist/', '/api/player/v2/playlist/'])(
  '%s creates and lists playlists',
  { tags: ['C-API-44', 'C-API-46'] },
  async (path) => {
    const { token } = await server.signedIn();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const made = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Here' }),
    });
    const { playlistid } = (await made.json()) as { playlistid: string };
    const listed = await fetch(`${server.url}${path}?summary=true`, { headers });
    expect(await listed.json()).toMatchObject({ items: [{ playlistid, name: 'Here' }], total: 1 });
  },
);

import { flagTrack, reportPlay } from '@promenade/contract/library';
import { PLAYLIST_TRACKS_MAX } from '@promenade/contract/limits';
import {
  addToPlaylist,
  clearPlaylist,
  createPlaylist,
  moveInPlaylist,
  playlist,
  playlists,
  playlistTracks,
  removeFromPlaylist,
} from '@promenade/contract/playlists';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { ReleaseOptions, TestRelease } from '../testing/releases.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const DAY = 24 * 3600_000;

/** An account with an empty playlist, and releases that only it hears. */
async function listener() {
  const packages = [`Package ${crypto.randomUUID()}`];
  const player = await server.signedIn({ packages });
  const { playlistid } = (await player.call(createPlaylist, { body: { name: 'Show' } })).body;
  const params = { playlistid };
  return {
    player,
    params,
    release: (wanted?: ReleaseOptions) => server.release({ packages, ...wanted }),
    /** Of songs with these titles; answers id by title. */
    async songs(...titles: string[]): Promise<Record<string, string>> {
      const { trackids } = await server.release({ packages, songs: titles.map((title) => ({ title })) });
      return Object.fromEntries(titles.map((title, n) => [title, trackids[n] ?? '']));
    },
    add: (tracks: (string | undefined)[], place: { position?: 'before' | 'after'; referenceTrackid?: string } = {}) =>
      player.call(addToPlaylist, { params, body: { tracks: tracks.map((id) => id ?? ''), ...place } }),
    move: (trackid = '', position: 'before' | 'after' = 'before', referenceTrackid = '', tracks?: string[]) =>
      player.call(moveInPlaylist, {
        params: { ...params, trackid },
        body: { position, referenceTrackid, ...(tracks && { tracks }) },
      }),
    titles: async () => (await player.call(playlist, { params })).body.songs.map(({ title }) => title).join(' '),
  };
}

test('tracks are added in their order at the start, at the end or next to a track', {
  tags: ['C-API-50', 'C-PLAYLIST-13', 'C-PLAYLIST-14'],
}, async () => {
  const { songs, add, titles } = await listener();
  const { a, b, c, d, e, f, g } = await songs('a', 'b', 'c', 'd', 'e', 'f', 'g');
  expect(await add([b, a])).toMatchObject({ status: 200, body: { name: 'Show', tracks: 2 } });
  expect(await titles()).toBe('b a');
  await add([d, c], { position: 'before' });
  expect(await titles()).toBe('d c b a');
  await add([e], { position: 'after' });
  expect(await titles()).toBe('d c b a e');
  await add([f], { position: 'before', referenceTrackid: a ?? '' });
  await add([g], { position: 'after', referenceTrackid: e ?? '' });
  expect(await titles()).toBe('d c b f a e g');
});

test('only audio tracks of a release are added', { tags: ['C-PLAYLIST-15', 'C-ENTITY-07'] }, async () => {
  const { release, add, titles } = await listener();
  const { trackids } = await release({
    songs: [{ title: 'song' }, { title: 'video', assettype: 'video', renditions: [] }, { title: 'remix' }],
  });
  expect((await add(trackids)).body.tracks).toBe(2);
  expect(await titles()).toBe('song remix');
  expect((await add([trackids[1]])).body.tracks).toBe(2);
});

test('tracks that are already in the playlist stay where they are', {
  tags: ['C-PLAYLIST-29', 'C-API-60'],
}, async () => {
  const { songs, add, titles } = await listener();
  const { a, b, c } = await songs('a', 'b', 'c');
  await add([a, b]);
  expect((await add([b, c, c, b])).body.tracks).toBe(3);
  expect(await titles()).toBe('c a b');
  for (let again = 0; again < 2; again++) expect((await add([a, b, c], { position: 'after' })).status).toBe(200);
  expect(await titles()).toBe('c a b');
});

test('an inaccessible track is refused with the error of its release, and none is added', async () => {
  const { player, params, songs, release, add, titles } = await listener();
  const { a, b } = await songs('a', 'b');
  await add([a]);
  const [foreign, tomorrow, withdrawn] = [
    await server.release({ packages: ['Others'] }),
    await release({ available: new Date(server.now().getTime() + DAY) }),
    await release(),
  ];
  await server.setState(withdrawn, 'withdrawn');
  const first = ({ trackids }: TestRelease) => trackids[0];
  expect(await add([b, first(foreign)])).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await add([b, first(tomorrow)])).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await add([b, first(withdrawn)])).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  expect(await add([b, crypto.randomUUID()])).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await add([b], { referenceTrackid: crypto.randomUUID() })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await add([b], { referenceTrackid: b ?? '' })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await add([])).toMatchObject(refused('VALIDATION'));
  // Not yet a position of the contract.
  const body = { tracks: [b ?? ''], position: 'beside' as 'before' };
  expect(await player.call(addToPlaylist, { params, body })).toMatchObject(refused('VALIDATION'));
  expect(await titles()).toBe('a');
});

test('a full playlist refuses new tracks and accepts those it contains', async () => {
  const { params, songs, add } = await listener();
  const { a, b, c } = await songs('a', 'b', 'c');
  await add([a]);
  const { id } = await server.db
    .selectFrom('tracks')
    .select('id')
    .where('trackid', '=', a ?? '')
    .executeTakeFirstOrThrow();
  const tracks = [id, ...Array.from({ length: PLAYLIST_TRACKS_MAX - 2 }, (_none, n) => 1_000_000 + n)];
  await server.db.updateTable('playlists').set({ tracks }).where('playlistid', '=', params.playlistid).execute();
  expect(await add([b, c])).toMatchObject(refused('PLAYLIST_FULL'));
  expect((await add([b, a])).body.tracks).toBe(2);
  expect(await add([c])).toMatchObject(refused('PLAYLIST_FULL'));
  expect((await add([a, b])).body.tracks).toBe(2);
});

test('one or several tracks move before or after a track', { tags: ['C-API-51'] }, async () => {
  const { songs, add, move, titles } = await listener();
  const { a = '', b = '', c = '', d = '', e = '' } = await songs('a', 'b', 'c', 'd', 'e');
  await add([a, b, c, d, e]);
  expect(await move(a, 'after', c)).toMatchObject({ status: 200, body: { name: 'Show', tracks: 5 } });
  expect(await titles()).toBe('b c a d e');
  await move(e, 'before', b);
  expect(await titles()).toBe('e b c a d');
  await move(e, 'after', d);
  expect(await titles()).toBe('b c a d e');
  // What `tracks` names moves in that order, whether or not the path names one of them.
  await move(d, 'before', b, [d, a]);
  expect(await titles()).toBe('d a b c e');
  await move(b, 'after', e, [c, d, c]);
  expect(await titles()).toBe('a b e c d');
  for (let again = 0; again < 2; again++) await move(d, 'after', a);
  expect(await titles()).toBe('a d b e c');
});

test('an invalid move is refused and changes nothing', { tags: ['C-API-53'] }, async () => {
  const { player, params, songs, add, move, titles } = await listener();
  const { a = '', b = '', c = '', stranger = '' } = await songs('a', 'b', 'c', 'stranger');
  await add([a, b, c]);
  const body = { position: 'onto' as 'before', referenceTrackid: b };
  const unknown = await player.call(moveInPlaylist, { params: { ...params, trackid: a }, body });
  expect(unknown).toMatchObject({
    status: 400,
    refusal: {
      code: 'VALIDATION',
      message: expect.stringMatching(/./),
      fields: { position: expect.stringMatching(/./) },
    },
  });
  for (const nobody of [stranger, crypto.randomUUID()]) {
    expect(await move(nobody, 'before', a)).toMatchObject(refused('TRACK_NOT_FOUND'));
    expect(await move(c, 'before', nobody)).toMatchObject(refused('TRACK_NOT_FOUND'));
    expect(await move(c, 'before', a, [c, nobody])).toMatchObject(refused('TRACK_NOT_FOUND'));
  }
  expect(await move(a, 'after', a)).toMatchObject({
    status: 400,
    refusal: { fields: { referenceTrackid: expect.any(String) } },
  });
  expect(await move(a, 'after', b, [a, b.toUpperCase()])).toMatchObject(refused('VALIDATION'));
  expect(await titles()).toBe('a b c');
});

test('one, some or all tracks are removed; repeating changes nothing', {
  tags: ['C-API-52', 'C-API-60', 'C-API-61', 'C-PLAYLIST-26'],
}, async () => {
  const { player, params, songs, add, titles } = await listener();
  const { a = '', b = '', c = '', d = '', e = '', stranger = '' } = await songs('a', 'b', 'c', 'd', 'e', 'stranger');
  await add([a, b, c, d, e]);
  for (let again = 0; again < 2; again++) {
    const { status, body } = await player.call(removeFromPlaylist, { params: { ...params, trackid: b } });
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Show', tracks: 4 } });
  }
  expect(await titles()).toBe('a c d e');
  const nobody = { params: { ...params, trackid: crypto.randomUUID() } };
  expect(await player.call(removeFromPlaylist, nobody)).toMatchObject(refused('TRACK_NOT_FOUND'));
  const some = { params, body: { tracks: [e, a, stranger] } };
  expect((await player.call(clearPlaylist, some)).body.tracks).toBe(2);
  expect(await titles()).toBe('c d');
  for (let again = 0; again < 2; again++)
    expect(await player.call(clearPlaylist, { params, body: undefined })).toMatchObject({
      status: 200,
      body: { tracks: 0 },
    });
  expect(await titles()).toBe('');
});

test('inaccessible tracks are neither counted nor listed and keep their position', async () => {
  const { player, params, songs, release, add, move, titles } = await listener();
  const { a = '', b = '', c = '' } = await songs('a', 'b', 'c');
  const gone = await release({ duration: 600, songs: [{ title: 'gone' }] });
  await add([a, gone.trackids[0], b, c]);
  await server.setState(gone, 'withdrawn');
  expect((await player.call(playlist, { params })).body).toMatchObject({ tracks: 3, duration: 37.5 });
  expect(await titles()).toBe('a b c');
  const tracks = await player.call(playlistTracks, { params, query: {} });
  expect(tracks.body).toMatchObject({ total: 3, items: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] });
  const listed = (await player.call(playlists)).body.items;
  expect(listed).toMatchObject([{ tracks: 3, songs: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] }]);
  expect((await move(c, 'before', b)).body.tracks).toBe(3);
  await server.setState(gone, 'available');
  expect(await titles()).toBe('a gone c b');
});

test('tracks are listed in pages, in order, with the marks of the account', {
  tags: ['C-API-49'],
}, async () => {
  const { player, params, release, add } = await listener();
  const one = await release({ title: 'One', tracks: 2, facts: { color: '#112233' } });
  const other = await release({ title: 'Other', tracks: 2, facts: { color: '#445566' } });
  const [first = '', second = ''] = one.trackids;
  const [third = '', fourth = ''] = other.trackids;
  await add([fourth, first, third, second]);
  await player.call(flagTrack, { params: { releaseid: one.releaseid, trackid: first } });
  await player.call(reportPlay, { body: { trackid: first, seconds: 12 } });
  const page = async (page: number) =>
    (await player.call(playlistTracks, { params, query: { page, pagesize: 2 } })).body;
  expect(await page(1)).toMatchObject({
    items: [
      { trackid: fourth, album: 'Other', ordinal: 2, index: 1, color: '#445566', flagged: false, heard: 'unheard' },
      { trackid: first, album: 'One', ordinal: 1, index: 0, color: '#112233', flagged: true, heard: 'heard' },
    ],
    total: 4,
    page: 1,
    pagesize: 2,
  });
  expect(await page(2)).toMatchObject({ items: [{ trackid: third }, { trackid: second }], total: 4 });
  expect(await page(3)).toMatchObject({ items: [], total: 4 });
});

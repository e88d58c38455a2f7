import { release as releaseDetail } from '@promenade/contract/catalogue';
import * as downloads from '@promenade/contract/downloads';
import { expect, test } from 'vitest';
import { refused } from '../../testing/client.ts';
import { createSong, fetchFile, hasUnzip, insertPlaylist, type Song, unzip } from '../../testing/downloads.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const songs = [
  await createSong(server, { title: 'Über den Dächern', version: 'Live' }),
  await createSong(server, { title: 'Same', artist: 'Björk Ä' }),
  await createSong(server, { title: 'Not to be taken', candownload: false }),
  await createSong(server, { title: 'What: is / this?', explicit: 'explicit' }),
];
const tracksOf = (songs: Song[]) => songs.map(({ track }) => track);
const release = await server.release({ title: 'Größe', artist: 'Jürgen Ömer', songs: tracksOf(songs) });

/** Each taking has an id of its own. */
const withoutIds = (file: Buffer) =>
  Buffer.from(file.toString('latin1').replaceAll(/promenade:[\w-]{43}/g, ''), 'latin1');

const ofRelease = { link: downloads.releaseZipLink, status: downloads.releaseZipStatus };
const ofPlaylist = { link: downloads.playlistZipLink, status: downloads.playlistZipStatus };

async function zipOf(
  id: string,
  format: 'mp3' | 'wav' | 'aiff' = 'mp3',
  { link }: typeof ofRelease | typeof ofPlaylist = ofRelease,
) {
  const { body } = await player.call(link, { params: { id }, query: { format } });
  return fetchFile(server.url + body.data.zipped_url, '', { cookie: player.cookie });
}

test.runIf(hasUnzip).each(['mp3', 'wav', 'aiff'] as const)(
  'the zip of a release as %s contains its downloadable tracks, identical to single downloads',
  { tags: ['C-API-40', 'C-FORMAT-08', 'C-FORMAT-09'] },
  async (format) => {
    const { status, headers, bytes } = await zipOf(release.releaseid, format);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('content-disposition')).toContain(encodeURIComponent('Jürgen Ömer - Größe [E].zip'));
    const { names, files } = await unzip(bytes);
    expect(names).toEqual([
      `Jürgen Ömer - 01 - Über den Dächern (Live).${format}`,
      `Björk Ä - 02 - Same.${format}`,
      `Jürgen Ömer - 04 - What_ is _ this_ [E].${format}`,
      'NOT INCLUDED.txt',
    ]);
    for (const [index, file] of files.slice(0, -1).entries()) {
      const at = [0, 1, 3][index] ?? 0;
      const { mp3, pcm } = songs[at] ?? { mp3: Buffer.alloc(1), pcm: Buffer.alloc(2) };
      const sound = { mp3, wav: pcm, aiff: Buffer.from(pcm).swap16() }[format];
      expect(file.includes(sound), names[index]).toBe(true);
      const address = `/api/audio/download/${release.trackids[at]}?format=${format}`;
      const alone = await fetchFile(server.url + address, player.token);
      expect(withoutIds(alone.bytes).equals(withoutIds(file)), names[index]).toBe(true);
    }
  },
);

test.runIf(hasUnzip)('shortened names that become equal get numbers', { tags: ['C-FORMAT-09'] }, async () => {
  const title = `${'So lange, dass der Anfang fehlt '.repeat(6)}.`;
  const twins = [await createSong(server, { title }), await createSong(server, { title })];
  const { releaseid } = await server.release({ songs: tracksOf(twins) });
  const { names, files } = await unzip((await zipOf(releaseid)).bytes);
  const [first = '', second] = names;
  expect(second).toBe(first.replace(/\.mp3$/, ' (2).mp3'));
  expect(files.map((file, index) => file.includes(twins[index]?.mp3 ?? ''))).toEqual([true, true]);
});

test.runIf(hasUnzip)(
  'the zip of a playlist has its name, and its files are numbered by position',
  { tags: ['C-API-42', 'C-FORMAT-09'] },
  async () => {
    const last = await server.release({ songs: [{ ...songs[0]?.track, title: 'Last', artist: 'Zoë', version: '' }] });
    const gone = await server.release({ songs: tracksOf(songs.slice(1, 2)) });
    await server.setState(gone, 'withdrawn');
    const id = await insertPlaylist(server, player, { name: 'Für: immer', releases: [last, gone, release] });
    const { body } = await player.call(ofPlaylist.status, { params: { id }, query: { format: 'wav' } });
    expect(body).toMatchObject({ status: 'done', progress: 100 });
    const { headers, bytes } = await zipOf(id, 'wav', ofPlaylist);
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''F%C3%BCr_%20immer.zip");
    expect((await unzip(bytes)).names).toEqual([
      'Zoë - 01 - Last.wav',
      'Jürgen Ömer - 02 - Über den Dächern (Live).wav',
      'Björk Ä - 03 - Same.wav',
      'Jürgen Ömer - 05 - What_ is _ this_ [E].wav',
      'NOT INCLUDED.txt',
    ]);
  },
);

test.runIf(hasUnzip)('the status and a text file in the zip say which tracks are left out, and why', async () => {
  const mixed = await server.release({
    artist: 'Ømer',
    songs: [
      ...tracksOf(songs.slice(0, 3)),
      {
        ...songs[1]?.track,
        title: 'As MP3',
        renditions: songs[1]?.track.renditions?.filter(({ kind }) => kind === 'mp3'),
      },
    ],
  });
  const gone = await server.release({ songs: tracksOf(songs.slice(1, 2)) });
  const id = await insertPlaylist(server, player, { name: 'Mixed', releases: [gone, mixed] });
  await server.setState(gone, 'withdrawn');
  const { body } = await player.call(ofPlaylist.status, { params: { id }, query: { format: 'wav' } });
  expect(body).toEqual({
    status: 'done',
    progress: 100,
    bytes: (songs[0]?.wav.length ?? 0) * 2,
    tracks: 5,
    omitted: [
      { title: 'Not to be taken', reason: 'STREAM_ONLY' },
      { title: 'As MP3', reason: 'FORMAT_NOT_AVAILABLE' },
      { title: null, reason: 'RELEASE_NOT_AVAILABLE' },
    ],
  });
  const { headers, bytes } = await zipOf(id, 'wav', ofPlaylist);
  expect(headers.get('content-length')).toBe(String(bytes.length));
  const { names, files } = await unzip(bytes);
  expect(files[names.indexOf('NOT INCLUDED.txt')]?.toString().split('\r\n')).toEqual([
    'Not included in this download: 3 of 5 tracks.',
    '',
    '03 - Ømer - Not to be taken',
    '     Streaming only: its label does not offer it for download.',
    '04 - Björk Ä - As MP3',
    '     Not available as WAV.',
    '1 track: No longer available here.',
    '',
  ]);
  // The same can be seen before, from the songs of the release.
  const detail = await player.call(releaseDetail, { params: { releaseid: mixed.releaseid } });
  const both = { mp3: songs[0]?.mp3.length, wav: songs[0]?.wav.length };
  expect(detail.body.songs.map(({ candownload, sizes }) => [candownload, sizes])).toEqual([
    [true, both],
    [true, both],
    [false, both],
    [true, { mp3: both.mp3 }],
  ]);
  const whole = await server.release({ songs: tracksOf(songs.slice(0, 2)) });
  const complete = await player.call(ofRelease.status, { params: { id: whole.releaseid }, query: {} });
  expect(complete.body).toMatchObject({ tracks: 2, omitted: [] });
  expect((await unzip((await zipOf(whole.releaseid)).bytes)).names).toHaveLength(2);
});

test('a release of stream-only tracks has no zip', {
  tags: ['C-API-39'],
}, async () => {
  const silent = await server.release({ songs: tracksOf(songs.slice(2, 3)) });
  const closed = await server.release({ songs: tracksOf(songs.slice(0, 1)), facts: { candownload: false } });
  for (const { releaseid: id } of [silent, closed]) {
    for (const route of Object.values(ofRelease))
      expect(await player.call(route, { params: { id }, query: {} })).toMatchObject(refused('STREAM_ONLY'));
    const { status, bytes } = await fetchFile(server.url + `/api/audio/zip/${id}`, player.token);
    expect([status, JSON.parse(bytes.toString()).error.code]).toEqual([403, 'STREAM_ONLY']);
  }
});

test('a zip is refused when its release is unknown, not delivered or withdrawn', {
  tags: ['C-API-39'],
}, async () => {
  const inner = await server.release({ songs: tracksOf(songs), packages: ['Inner circle'] });
  const mine = await server.signedIn({ packages: ['Inner circle'] });
  const params = { id: inner.releaseid };
  const { body } = await mine.call(ofRelease.link, { params, query: {} });
  for (const route of Object.values(ofRelease)) {
    expect(await player.call(route, { params, query: {} })).toMatchObject(refused('RELEASE_NOT_FOUND'));
    const unknown = { id: crypto.randomUUID() };
    expect(await player.call(route, { params: unknown, query: {} })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  }
  await server.setState(inner, 'withdrawn');
  expect(await fetchFile(server.url + body.data.zipped_url, '', { cookie: mine.cookie })).toMatchObject({
    status: 410,
  });
  expect(await mine.call(ofRelease.link, { params, query: {} })).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
});

test('a playlist of another account or without downloadable tracks has no zip', {
  tags: ['C-API-42', 'C-API-57'],
}, async () => {
  const stranger = await server.signedIn();
  const mine = await insertPlaylist(server, player, { name: 'Mine', releases: [release] });
  const closed = await server.release({ facts: { candownload: false } });
  const silent = await insertPlaylist(server, player, { name: 'Silent', releases: [closed] });
  for (const route of Object.values(ofPlaylist)) {
    expect(await stranger.call(route, { params: { id: mine }, query: {} })).toMatchObject(
      refused('PLAYLIST_NOT_FOUND'),
    );
    expect(await player.call(route, { params: { id: silent }, query: {} })).toMatchObject(refused('STREAM_ONLY'));
  }
  const path = `/api/playlist/zip/${mine}`;
  expect((await fetchFile(server.url + path, stranger.token)).status).toBe(404);
  expect((await fetchFile(server.url + path, player.token, {}, 'HEAD')).status).toBe(200);
});

test('a zip is refused when downloads are disabled', { tags: ['C-ROLE-02', 'C-API-39'] }, async () => {
  const off = await startTestServer({ env: { DOWNLOADS: '0' } });
  const someone = await off.signedIn();
  const made = await off.release({ audio: true });
  const playlistid = await insertPlaylist(off, someone, { name: 'Mine', releases: [made] });
  for (const [calls, id, path] of [
    [ofRelease, made.releaseid, '/api/audio/zip/'],
    [ofPlaylist, playlistid, '/api/playlist/zip/'],
  ] as const) {
    for (const route of Object.values(calls))
      expect(await someone.call(route, { params: { id }, query: {} })).toMatchObject(refused('DOWNLOADS_OFF'));
    const { bytes } = await fetchFile(off.url + path + id, someone.token);
    expect(JSON.parse(bytes.toString()).error.code).toBe('DOWNLOADS_OFF');
  }
});

test('the status is done when all files are stored, else failed with a percentage', {
  tags: ['C-API-41', 'C-API-43'],
}, async () => {
  const three = [await createSong(server), await createSong(server), await createSong(server)];
  const { releaseid } = await server.release({ songs: tracksOf(three) });
  const status = async (query: { format?: 'mp3' | 'wav' } = {}) =>
    (await player.call(ofRelease.status, { params: { id: releaseid }, query })).body;
  const done = expect.objectContaining({ status: 'done', progress: 100 });
  const failed = expect.objectContaining({ status: 'failed', progress: 66 });
  expect(await status()).toEqual(done);
  const wav = three[1]?.track.renditions?.find(({ kind }) => kind === 'wav')?.file ?? '';
  await server.storage.delete(wav);
  expect(await status({ format: 'wav' })).toEqual(failed);
  expect(await status({ format: 'mp3' })).toEqual(done);
  // Without a format, that of the newest link is used.
  expect((await zipOf(releaseid, 'wav')).status).toBe(500);
  expect(await status()).toEqual(failed);
  expect((await zipOf(releaseid, 'mp3')).status).toBe(200);
  expect(await status()).toEqual(done);
  await server.storage.put(wav, Buffer.from('cut off'));
  expect(await status({ format: 'wav' })).toEqual(failed);
});

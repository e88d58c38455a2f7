import { decide, startRun } from '@promenade/contract/desk';
import { type ListFormat, naming, saveNaming } from '@promenade/contract/downloads';
import { expect, test } from 'vitest';
import { createSong, fetchFile, insertPlaylist, readXml } from '../../testing/downloads.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const facts = { isrc: 'DEAA12500002', bpm: 127.53, key: 'A minor', duration: 213.5 };
const songs = [
  await createSong(server, { ...facts, title: 'Über "den" Wolken?', version: 'Radio & Edit', artist: 'Žofie - Björk' }),
  await createSong(server, { title: '#1 <Hit>', artist: 'Same', duration: 60 }),
  await createSong(server, { title: '#1 <Hit>', artist: 'Same', duration: 60 }),
];
const release = await server.release({ title: 'Größe', artist: 'Various', songs: songs.map(({ track }) => track) });
const streamOnly = await server.release({ songs: [{ candownload: false }] });
const withoutFiles = await server.release({ songs: [{ renditions: [] }] });
const playlistid = await insertPlaylist(server, player, { name: 'Late & early', releases: [release] });

const get = (path: string, by = player) => fetchFile(`${server.url}/api${path}`, by.token);
const list = async (format: ListFormat, query = '') => {
  const { status, headers, bytes } = await get(`/playlist/${playlistid}/list.${format}${query}`);
  expect(status, bytes.toString()).toBe(200);
  expect(headers.get('content-disposition')).toContain(`Late & early.${format}`);
  return bytes.toString();
};
const save = (body: object) => player.call(saveNaming, { body });

test('an M3U8 has the paths of the files, whole seconds, and one " - " between artist and title', async () => {
  await save({});
  expect(await list('m3u8')).toBe(
    [
      '#EXTM3U',
      '#EXTINF:214,Žofie – Björk - Über "den" Wolken? (Radio & Edit)',
      './Žofie - Björk - Über _den_ Wolken_ (Radio & Edit).wav',
      '#EXTINF:60,Same - #1 <Hit>',
      './Same - _1 _Hit_.wav',
      '#EXTINF:60,Same - #1 <Hit>',
      './Same - _1 _Hit_ (2).wav',
      '',
    ].join('\n'),
  );
});

test.each([
  [
    { letters: 'ascii', format: 'aiff' },
    ['Zofie_-_Bjork_-_Uber_den_Wolken_Radio_Edit.aiff', 'Same_-_1_Hit.aiff', 'Same_-_1_Hit_2.aiff'],
  ],
  [
    { letters: 'short', format: 'flac', folder: '{label}', pattern: '{title}' },
    ['PARALLEL/UBERDENW.FLA', 'PARALLEL/1HIT.FLA', 'PARALLEL/1HIT~2.FLA'],
  ],
  [{ pattern: '{number}', first: 20_007, last: 20_009 }, ['20007.wav', '20008.wav', '20009.wav']],
  [{ pattern: '{number}', first: 7, last: 99_999 }, ['00007.wav', '00008.wav', '00009.wav']],
  [
    { pattern: '{artist} ({version})', folder: 'Promo/{year}' },
    ['Promo/2026/Žofie - Björk (Radio & Edit).wav', 'Promo/2026/Same.wav', 'Promo/2026/Same (2).wav'],
  ],
])('files are named by %j', async (body, expected) => {
  await save(body);
  expect((await player.call(naming)).body).toMatchObject(body);
  const text = await list('m3u8', '?format=wav');
  const ending = 'format' in body ? body.format : 'wav';
  const paths = text.split('\n').filter((line) => line.startsWith('./'));
  expect(paths).toEqual(expected.map((path) => `./${path.replace(`.${ending}`, '.wav').replace(/\.FLA$/, '.WAV')}`));
});

test('an XSPF has relative addresses', async () => {
  await save({});
  const { root, all } = readXml(await list('xspf'));
  expect(root.namespace).toBe('http://xspf.org/ns/0/');
  expect(all('location').map(({ text }) => decodeURIComponent(text))).toEqual([
    'Žofie - Björk - Über _den_ Wolken_ (Radio & Edit).wav',
    'Same - _1 _Hit_.wav',
    'Same - _1 _Hit_ (2).wav',
  ]);
  expect(all('creator').map(({ text }) => text)).toEqual(['Žofie - Björk', 'Same', 'Same']);
  expect(all('duration')[0]?.text).toBe('213500');
});

test('a CUE has one file for each song, and no inch marks inside texts', async () => {
  await save({});
  const lines = (await list('cue', '?format=mp3')).split('\r\n');
  expect(lines.slice(0, 7)).toEqual([
    'TITLE "Late & early"',
    'FILE "Žofie - Björk - Über _den_ Wolken_ (Radio & Edit).mp3" MP3',
    '  TRACK 01 AUDIO',
    '    TITLE "Über ″den″ Wolken? (Radio & Edit)"',
    '    PERFORMER "Žofie - Björk"',
    '    ISRC DEAA12500002',
    '    INDEX 01 00:00:00',
  ]);
  expect(lines.filter((line) => line.startsWith('FILE'))).toHaveLength(3);
});

test('a CSV has the chosen columns in their order', async () => {
  await save({ columns: ['isrc', 'title', 'bpm', 'key', 'number', 'seconds'] });
  expect((await list('csv')).split('\r\n').slice(0, 3)).toEqual([
    '\ufeffISRC,Title,BPM,Key,Number,Seconds',
    'DEAA12500002,"Über ""den"" Wolken?",127.53,Am,1,214',
    ',#1 <Hit>,,,2,60',
  ]);
});

test('rekordbox gets absolute addresses and the tempo with decimals, and no empty one', async () => {
  await save({ place: 'C:\\Music\\On air', format: 'aiff' });
  const { all } = readXml(await list('xml'));
  const tracks = all('COLLECTION')[0]?.children ?? [];
  expect(tracks.map(({ attributes }) => attributes['Location'])).toEqual([
    `file://localhost/C:/Music/On%20air/${encodeURIComponent('Žofie - Björk - Über _den_ Wolken_ (Radio & Edit).aiff')}`,
    'file://localhost/C:/Music/On%20air/Same%20-%20_1%20_Hit_.aiff',
    'file://localhost/C:/Music/On%20air/Same%20-%20_1%20_Hit_%20(2).aiff',
  ]);
  expect(tracks[0]?.attributes).toMatchObject({
    AverageBpm: '127.53',
    Tonality: 'Am',
    Kind: 'AIFF File',
    TotalTime: '214',
  });
  expect(tracks[1]?.attributes).not.toHaveProperty('AverageBpm');
  const [, playlist] = all('NODE');
  expect(playlist?.attributes).toMatchObject({ Name: 'Late & early', Entries: '3' });
  expect(playlist?.children.map(({ attributes }) => attributes['Key'])).toEqual(['1', '2', '3']);
});

test('Traktor finds a song by volume, folder and name, and gets its key', async () => {
  await save({ place: '/Volumes/Show/', folder: '{label}' });
  const { all } = readXml(await list('nml'));
  const entries = all('COLLECTION')[0]?.children ?? [];
  const [location] = entries[0]?.children ?? [];
  expect(location?.attributes).toEqual({
    DIR: '/:Volumes/:Show/:Parallel/:',
    FILE: 'Žofie - Björk - Über _den_ Wolken_ (Radio & Edit).wav',
    VOLUME: '',
    VOLUMEID: '',
  });
  expect(all('TEMPO').map(({ attributes }) => attributes['BPM'])).toEqual(['127.530000']);
  expect(all('MUSICAL_KEY').map(({ attributes }) => attributes['VALUE'])).toEqual(['21']);
  const keys = all('PRIMARYKEY').map(({ attributes }) => attributes['KEY']);
  const places = all('LOCATION').map(({ attributes: { VOLUME, DIR, FILE } }) => `${VOLUME}${DIR}${FILE}`);
  expect(keys).toEqual(places);
});

test('a list of a selection keeps the order of its releases, and leaves out what the account cannot hear', async () => {
  await save({});
  const other = await createSong(server, { title: 'Other', artist: 'Kite' });
  const first = await server.release({ songs: [other.track] });
  const hidden = await server.release({ songs: [other.track], packages: ['Nobody'] });
  const ids = [first, hidden, release].map(({ releaseid }) => releaseid).join();
  const { bytes } = await get(`/selection/list.m3u8?releaseids=${ids}`);
  expect(
    bytes
      .toString()
      .match(/^\.\/.*$/gm)
      ?.map((line) => line.slice(2, 6)),
  ).toEqual(['Kite', 'Žofi', 'Same', 'Same']);
});

test('a list of a run has what was flagged in it', async () => {
  await save({});
  const own = await insertPlaylist(server, player, { name: 'To hear', releases: [release, streamOnly] });
  const { body: run } = await player.call(startRun, { body: { source: { kind: 'playlist', playlistid: own } } });
  const decisions = [{ id: crypto.randomUUID(), releaseid: release.releaseid, kind: 'flag' as const, position: 1 }];
  await player.call(decide, { params: { runid: run.runid }, body: { decisions } });
  const { bytes, headers } = await get(`/desk/runs/${run.runid}/list.m3u8`);
  expect(bytes.toString().match(/^\.\//gm)).toHaveLength(3);
  expect(headers.get('content-disposition')).toContain('To hear 20');
});

test('every list says why it cannot be made', async () => {
  const limited = await server.signedIn();
  const wrong = await limited.call(saveNaming, { body: { pattern: '{nothing}' } });
  expect(wrong.status).toBe(400);
  const run = async (source: typeof release) => {
    const id = await insertPlaylist(server, limited, { name: source.releaseid, releases: [source] });
    const { body } = await limited.call(startRun, {
      body: { source: { kind: 'playlist', playlistid: id }, anew: true },
    });
    return [`/playlist/${id}/list`, `/selection/list`, `/desk/runs/${body.runid}/list`].map(
      (path) =>
        (list: string, query = '') =>
          `${path}.${list}?decided=next&releaseids=${source.releaseid}${query}`,
    );
  };
  const codeOf = async (path: string) =>
    (JSON.parse((await get(path, limited)).bytes.toString()) as { error: { code: string } }).error.code;
  const withdrawn = await server.release({ songs: [{}] });
  const gone = await run(withdrawn);
  await server.setState(withdrawn, 'withdrawn');
  for (const address of gone) expect(await codeOf(address('m3u8'))).toBe('RELEASE_NOT_FOUND');
  for (const address of await run(streamOnly)) expect(await codeOf(address('m3u8'))).toBe('STREAM_ONLY');
  for (const address of await run(withoutFiles)) expect(await codeOf(address('m3u8'))).toBe('FORMAT_NOT_AVAILABLE');
  const addresses = await run(release);
  for (const address of addresses) expect(await codeOf(address('nml'))).toBe('FOLDER_NEEDED');
  await limited.call(saveNaming, { body: { pattern: '{number}', first: 8, last: 9 } });
  for (const address of addresses) expect(await codeOf(address('m3u8'))).toBe('CUT_NUMBERS_USED_UP');
  server.config.downloads = false;
  for (const address of addresses) expect(await codeOf(address('m3u8'))).toBe('DOWNLOADS_OFF');
  server.config.downloads = true;
  const [address] = addresses;
  for (let count = 0; count < 60; count += 1) await get(address?.('csv') ?? '', limited);
  for (const one of addresses) expect(await codeOf(one('m3u8'))).toBe('TOO_MANY_REQUESTS');
});

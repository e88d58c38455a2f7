import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signOut } from '@promenade/contract/access';
import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { whenOver } from '../../testing/cleanUp.ts';
import { createDeliverer } from '../../testing/deliveries.ts';
import { fetchFile } from '../../testing/downloads.ts';
import { type SignedIn, startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const [id = ''] = await deliver(
  { '1.flac': 'flac16.flac', 'cover.jpg': 'cover.jpg' },
  {
    title: 'Ranges',
    packages: ['Everyone', 'Inner circle'],
    tracks: [{ file: '1.flac', title: 'Song', artist: 'Kite' }],
  },
);
const urlOf = (trackid: string, query = 'format=mp3', at = server.url) =>
  `${at}/api/audio/download/${trackid}?${query}`;
const download = (headers: Record<string, string> = {}, { trackid = id, query = 'format=mp3', method = 'GET' } = {}) =>
  fetchFile(urlOf(trackid, query), player.token, headers, method);
const codeOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).error.code;
const tokenOf = async ({ call }: SignedIn, trackid = id) =>
  (await call(audioToken, { params: { id: trackid }, query: { purpose: 'download' } })).body.data.token;
/** By a token of the player, with the cookie of its session. */
const downloadByToken = (query: string, { trackid = id, range = 'bytes=0-' } = {}) =>
  fetchFile(urlOf(trackid, query), '', { cookie: player.cookie, range });
const complete = (await download()).bytes;

test('ranges of a download span tag, cover and sound', {
  tags: ['C-API-38', 'C-API-59'],
}, async () => {
  const size = complete.length;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-9000', 100, 9000],
    [`bytes=${size - 50_000}-`, size - 50_000, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=0-${size * 2}`, 0, size - 1],
  ] as const) {
    const answer = await download({ range });
    expect(answer.status, range).toBe(206);
    expect(answer.headers.get('content-range'), range).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.bytes.equals(complete.subarray(start, end + 1)), range).toBe(true);
  }
  const several = await download({ range: 'bytes=0-3,10-12' });
  expect(several.headers.get('content-type')).toMatch(/^multipart\/byteranges/);
  expect(several.bytes.includes(`content-range: bytes 10-12/${size}`)).toBe(true);
  const beyond = await download({ range: `bytes=${size}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
});

test('the ETag of a download changes with its metadata, and If-Range respects it', async () => {
  const { headers } = await download({}, { method: 'HEAD' });
  const etag = headers.get('etag') ?? '';
  expect(headers.get('content-length')).toBe(String(complete.length));
  expect((await download({ range: 'bytes=5-', 'if-range': etag })).status).toBe(206);
  expect((await download({ range: 'bytes=5-', 'if-range': '"another"' })).bytes.equals(complete)).toBe(true);
  expect((await download({ 'if-none-match': etag })).status).toBe(304);
  expect((await download({}, { query: 'format=wav' })).headers.get('etag')).not.toBe(etag);
  await server.db.updateTable('tracks').set({ title: 'Song, mended' }).where('trackid', '=', id).execute();
  expect((await download()).headers.get('etag')).not.toBe(etag);
  await server.db.updateTable('tracks').set({ title: 'Song' }).where('trackid', '=', id).execute();
  expect((await download()).headers.get('etag')).toBe(etag);
});

test('the download token gives access to downloads in both formats, MP3 by default', {
  tags: ['C-API-59', 'C-DOWNLOAD-22', 'A-CONST-16'],
}, async () => {
  const token = await tokenOf(player);
  for (const [query, type] of [
    ['', 'audio/mpeg'],
    ['format=mp3&bitrate=320&', 'audio/mpeg'],
    ['format=wav&', 'audio/wav'],
  ]) {
    const { status, headers } = await downloadByToken(`${query}token=${token}`);
    expect([status, headers.get('content-type')]).toEqual([206, type]);
    expect(headers.get('cache-control')).toContain('private');
  }
});

test('a missing, forged, foreign or expired token is refused with 401', { tags: ['C-API-39'] }, async () => {
  const [other = ''] = await deliver({ '1.wav': 'wav16.wav' }, { title: 'Other' });
  const leaving = await server.signedIn();
  const ended = await tokenOf(leaving);
  await leaving.call(signOut);
  const token = await tokenOf(player);
  const [head, claims, signature] = token.split('.');
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()), obj: `audio:${other}` }),
  ).toString('base64url');
  for (const [trackid, query] of [
    [id, ''],
    [id, 'token=nonsense'],
    [other, `token=${token}`],
    [other, `token=${head}.${forged}.${signature}`],
    [id, `token=${ended}`],
    [id, `token=${player.token}`],
  ] as const) {
    const answer = await downloadByToken(query, { trackid });
    expect([answer.status, codeOf(answer)], query).toEqual([401, 'UNAUTHENTICATED']);
  }
});

test('an unknown format or bitrate is answered with 400, an unknown track with 404', {
  tags: ['C-API-39'],
}, async () => {
  for (const query of ['format=ogg', 'format=mp4', 'format=mp3&bitrate=128'])
    expect((await download({}, { query })).status, query).toBe(400);
  const unknown = await download({}, { trackid: '00000000-0000-4000-8000-000000000000' });
  expect([unknown.status, codeOf(unknown)]).toEqual([404, 'TRACK_NOT_FOUND']);
});

test('a stream-only track or release cannot be downloaded', {
  tags: ['C-API-39', 'C-ROLE-01', 'C-DOWNLOAD-20'],
}, async () => {
  const [closed = '', open = ''] = await deliver(
    { '1.wav': 'wav16.wav', '2.wav': 'wav24.wav' },
    {
      title: 'Half',
      tracks: [
        { file: '1.wav', ordinal: 1, stream_only: true },
        { file: '2.wav', ordinal: 2 },
      ],
    },
  );
  const [all = ''] = await deliver({ '1.flac': 'flac24.flac' }, { title: 'Whole', stream_only: true });
  for (const trackid of [closed, all]) {
    const answer = await download({}, { trackid });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'STREAM_ONLY']);
    const stream = await fetchFile(`${server.url}/api/audio/stream/${trackid}.mp3`, player.token);
    expect(stream.status).toBe(200);
  }
  expect((await download({}, { trackid: open })).status).toBe(200);
});

test('a download is refused when downloads are disabled', { tags: ['C-ROLE-02', 'C-API-39'] }, async () => {
  const off = await startTestServer({ env: { DOWNLOADS: '0' } });
  const someone = await off.signedIn();
  const { trackids } = await off.release({ audio: true });
  const answer = await fetchFile(urlOf(trackids[0] ?? '', '', off.url), someone.token);
  expect([answer.status, codeOf(answer)]).toEqual([403, 'DOWNLOADS_OFF']);
});

test('a download is refused without access, after withdrawal and before release, also with an older token', async () => {
  const token = await tokenOf(player);
  const stranger = await server.signedIn({ packages: ['Elsewhere'], everyone: false });
  expect((await fetchFile(urlOf(id), stranger.token)).status).toBe(404);
  const release = server.db.selectFrom('tracks').where('trackid', '=', id).select('release_id');
  const change = (row: { state?: 'available' | 'withdrawn'; available_at?: Date }) =>
    server.db.updateTable('releases').set(row).where('id', '=', release).execute();
  await change({ state: 'withdrawn' });
  expect((await downloadByToken(`token=${token}`)).status).toBe(410);
  await change({ state: 'available', available_at: new Date(Date.now() + 3600_000) });
  expect((await downloadByToken(`token=${token}`)).status).toBe(403);
  await change({ available_at: new Date(Date.now() - 3600_000) });
  expect((await downloadByToken(`token=${token}`)).status).toBe(206);
});

test('a download is named by artist, position and title in any script', {
  tags: ['C-FORMAT-07', 'C-FORMAT-08', 'C-FORMAT-09', 'C-DOWNLOAD-26'],
}, async () => {
  const songs = [
    { title: 'Über den Wölken', artist: 'Žofie', version: 'Radio Edit', explicit: 'explicit' as const },
    { title: 'שיר', artist: 'שלום' },
    { title: 'AC/DC: "What?"', artist: 'A\\B <C>|*' },
    { title: '../../etc/passwd\u202egpj', artist: '.' },
    { title: 'T'.repeat(40), artist: 'A'.repeat(300) },
  ].map((song, index) => ({ ...song, disc: index + 1 }));
  const made = await server.release({ audio: true, songs });
  const names: string[] = [];
  for (const trackid of made.trackids) {
    const disposition = (await download({}, { trackid, method: 'HEAD' })).headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/);
    names.push(decodeURIComponent(/UTF-8''(.*)$/.exec(disposition)?.[1] ?? ''));
  }
  expect(names.slice(0, 4)).toEqual([
    'Žofie - 01 - Über den Wölken [E] (Radio Edit).mp3',
    'שלום - 02 - שיר.mp3',
    'A_B _C___ - 03 - AC_DC_ _What__.mp3',
    '- 04 - .._.._etc_passwd_gpj.mp3',
  ]);
  expect(names[4]).toMatch(/^A{60,} - 05 - T{40}\.mp3$/);
  expect(names[4]?.length).toBeLessThanOrEqual(150);
  await server.db
    .updateTable('tracks')
    .set({ artist: '' })
    .where('trackid', '=', made.trackids[0] ?? '')
    .execute();
  const without = await download({}, { trackid: made.trackids[0] ?? '', method: 'HEAD' });
  expect(without.headers.get('content-disposition')).toContain("''01%20-%20%C3%9Cber");
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('curl -OJ saves a song under its name in Latin letters', async () => {
  const songs = [{ title: '群青日和', artist: '東京事変' }];
  const { trackids } = await server.release({ audio: true, songs });
  const folder = await mkdtemp(join(tmpdir(), 'curl '));
  whenOver(() => rm(folder, { recursive: true }));
  const token = ['-H', `Authorization: Bearer ${player.token}`];
  await promisify(execFile)('curl', ['-sfOJ', ...token, urlOf(trackids[0] ?? '')], { cwd: folder });
  expect(await readdir(folder)).toEqual(['DongJingShiBian - 01 - QunQingRiHe.mp3']);
});

test('the position has three digits in a release of a hundred tracks', { tags: ['C-FORMAT-09'] }, async () => {
  const { trackids } = await server.release({ audio: true, tracks: 100, artist: 'Many', title: 'Song' });
  const { headers } = await download({}, { trackid: trackids[6] ?? '', method: 'HEAD' });
  expect(headers.get('content-disposition')).toContain('filename="Many - 007 - Song.mp3"');
});

test('a complete download is recorded, HEAD and a first range are not', async () => {
  const count = async () =>
    (await server.db.selectFrom('downloaded_tracks').where('account_id', '=', listener.accountid).selectAll().execute())
      .length;
  const listener = await server.signedIn();
  await fetchFile(urlOf(id), listener.token, {}, 'HEAD');
  await fetchFile(urlOf(id), listener.token, { range: 'bytes=0-99' });
  await fetchFile(urlOf(id, 'format=flac'), listener.token);
  expect(await count()).toBe(0);
  await fetchFile(urlOf(id), listener.token, { range: 'bytes=100-' });
  await expect.poll(count).toBe(1);
  await fetchFile(urlOf(id, 'format=wav'), listener.token);
  await expect.poll(count).toBe(2);
});

test('a download token expires after six hours', async () => {
  const token = await tokenOf(player);
  server.advanceClock((MEDIA_TOKEN_SECONDS - 5) * 1000);
  expect((await downloadByToken(`token=${token}`)).status).toBe(206);
  server.advanceClock(6_000);
  expect((await downloadByToken(`token=${token}`)).status).toBe(401);
});

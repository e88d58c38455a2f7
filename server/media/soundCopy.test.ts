import { crc32 } from 'node:zlib';
import { playlistZipLink, releaseZipLink } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { createSong, fetchFile, hasUnzip, insertPlaylist, parseWavChunks, unzip } from '../testing/downloads.ts';
import { markRelease } from '../testing/soundMarks.ts';
import { buildTestApp, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { requireChecksums } from './download/checksums.ts';
import { crc32OfParts } from './download/crc32.ts';
import { buildTrackFile } from './download/downloadFile.ts';
import { findTrack } from './download/downloadQueries.ts';
import { deleteOldLedger } from './ledgerRetention.ts';
import { createTaking } from './taking.ts';

const server = await startTestServer();
const [ada, ben] = [await server.signedIn(), await server.signedIn()];
const release = await server.release({ title: 'Ferry', songs: [(await createSong(server)).track] });
const marked = await markRelease(server, release);
const other = await server.release({ title: 'Open', songs: [(await createSong(server, { title: 'Open' })).track] });
const { trackid } = marked;
const params = { id: trackid };
const streamToken = async ({ call }: SignedIn) => (await call(audioToken, { params })).body.data.token;
const stream = async (player: SignedIn, headers: Record<string, string> = {}, url = server.url, method = 'GET') =>
  fetchFile(
    `${url}/api/audio/stream/${trackid}.mp3?token=${await streamToken(player)}`,
    '',
    { cookie: player.cookie, ...headers },
    method,
  );
const download = (player: SignedIn, format: AudioFormat, headers: Record<string, string> = {}) =>
  fetchFile(`${server.url}/api/audio/download/${trackid}?format=${format}`, player.token, headers);
const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';

test('a stream is the copy of its account: the same in every session and node, another for another account', async () => {
  const [mine, other] = [await stream(ada), await stream(ben)];
  expect(mine.bytes.equals(await marked.copyOf(ada.accountid, 'mp3'))).toBe(true);
  expect(other.bytes.equals(await marked.copyOf(ben.accountid, 'mp3'))).toBe(true);
  expect(other.bytes.equals(mine.bytes)).toBe(false);
  expect(etagOf(other)).not.toBe(etagOf(mine));
  const head = await stream(ada, {}, server.url, 'HEAD');
  expect([head.headers.get('content-length'), etagOf(head)]).toEqual([String(mine.bytes.length), etagOf(mine)]);
  const node = await buildTestApp(server);
  const there = await stream(ada, {}, await node.listen({ port: 0, host: '127.0.0.1' }));
  await node.close();
  expect([there.bytes.equals(mine.bytes), etagOf(there)]).toEqual([true, etagOf(mine)]);
});

test('a browser that another account used before gets its own copy from the beginning, not the rest', async () => {
  const former = await stream(ada, { range: 'bytes=0-99999' });
  const rest = await stream(ben, { range: 'bytes=100000-', 'if-range': etagOf(former) });
  expect([rest.status, rest.bytes.equals(await marked.copyOf(ben.accountid, 'mp3'))]).toEqual([200, true]);
  const own = await stream(ada, { range: 'bytes=100000-', 'if-range': etagOf(former) });
  expect(own.status).toBe(206);
  expect(Buffer.concat([former.bytes, own.bytes]).equals(await marked.copyOf(ada.accountid, 'mp3'))).toBe(true);
});

test('downloads hold the sound of the stream of their account, in both formats', async () => {
  await stream(ada);
  const mp3 = await download(ada, 'mp3');
  expect(mp3.bytes.subarray(-600_000).equals(await marked.copyOf(ada.accountid, 'mp3'))).toBe(true);
  expect(mp3.bytes.includes('TIT2')).toBe(true);
  const wav = await download(ada, 'wav');
  expect(
    parseWavChunks(wav.bytes)
      .get('data')
      ?.equals(await marked.copyOf(ada.accountid, 'wav')),
  ).toBe(true);
  for (const [format, { bytes }] of Object.entries({ mp3, wav })) {
    const middle = await download(ada, format as 'mp3' | 'wav', { range: 'bytes=50-500000' });
    expect(middle.bytes.equals(bytes.subarray(50, 500_001)), format).toBe(true);
  }
  expect(etagOf(await download(ben, 'mp3'))).not.toBe(etagOf(mp3));
});

test('the checksum of a copy is known without reading it', async () => {
  const track = await findTrack(server.db, ada.accountid, trackid);
  if (!track) throw new Error('There is no such track.');
  for (const format of ['mp3', 'wav'] as const) {
    const parts = await requireChecksums(server, await buildTrackFile(server, ada, track, format, createTaking()));
    const sound = await marked.copyOf(ada.accountid, format);
    const bytes = parts.map((part) => (Buffer.isBuffer(part) ? part : sound));
    expect(crc32OfParts(parts)).toBe(crc32(Buffer.concat(bytes)));
  }
});

test.runIf(hasUnzip)('a zip of marked songs is whole, and resumed it is the same', async () => {
  for (const format of ['mp3', 'wav'] as const) {
    const link = { params: { id: release.releaseid }, query: { format } };
    const { zipped_url } = (await ada.call(releaseZipLink, link)).body.data;
    const fetchZip = (range?: string) =>
      fetchFile(server.url + zipped_url, '', { cookie: ada.cookie, ...(range && { range }) });
    const whole = (await fetchZip()).bytes;
    const { files } = await unzip(whole);
    expect(files[0]?.includes(await marked.copyOf(ada.accountid, format))).toBe(true);
    const parts = [await fetchZip('bytes=0-300000'), await fetchZip('bytes=300001-')];
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole)).toBe(true);
  }
});

test('a token of a pair file goes on with it after the release was delivered again', async () => {
  const token = await streamToken(ada);
  const rest = (range: string) =>
    fetchFile(`${server.url}/api/audio/stream/${trackid}.mp3?token=${token}`, '', { cookie: ada.cookie, range });
  await server.db.updateTable('releases').set({ mark: false }).where('id', '=', release.id).execute();
  const copy = await marked.copyOf(ada.accountid, 'mp3');
  expect((await rest('bytes=1000-')).bytes.equals(copy.subarray(1_000))).toBe(true);
  expect((await rest('bytes=0-')).status).toBe(409);
  await server.db.updateTable('releases').set({ mark: true }).where('id', '=', release.id).execute();
});

test('marked sound leaves as a copy or not at all: no AIFF, no FLAC, alone, in zips and in lists', async () => {
  const plain = server.db.selectFrom('renditions').where('kind', '=', 'wav').selectAll();
  const wav = await plain.executeTakeFirstOrThrow();
  await server.db
    .insertInto('renditions')
    .values({ ...wav, kind: 'flac' })
    .execute();
  const playlistid = await insertPlaylist(server, ada, { name: 'Show', releases: [release, other] });
  for (const format of ['aiff', 'flac'] as const) {
    expect((await download(ada, format)).status, format).toBe(refused('FORMAT_NOT_AVAILABLE').status);
    const link = { params: { id: release.releaseid }, query: { format } };
    expect(await ada.call(releaseZipLink, link)).toMatchObject(refused('FORMAT_NOT_AVAILABLE'));
  }
  const link = { params: { id: playlistid }, query: { format: 'aiff' } } as const;
  const { zipped_url } = (await ada.call(playlistZipLink, link)).body.data;
  const { names } = await unzip((await fetchFile(server.url + zipped_url, '', { cookie: ada.cookie })).bytes);
  expect(names.filter((name) => name.endsWith('.aiff'))).toEqual([expect.stringContaining('Open')]);
  expect(names).toContain('NOT INCLUDED.txt');
  const list = await fetchFile(`${server.url}/api/playlist/${playlistid}/list.m3u8?format=aiff`, ada.token);
  const files = list.bytes
    .toString()
    .split(/\r?\n/)
    .filter((line) => line.endsWith('.aiff'));
  expect(files).toEqual([expect.stringContaining('Open')]);
});

test('a marked song without its pairs is neither heard nor downloaded, with no token from before either', async () => {
  const { releaseid, id, trackids } = other;
  const [open = ''] = trackids;
  const { token } = (await ada.call(audioToken, { params: { id: open } })).body.data;
  const listen = (range: string) =>
    fetchFile(`${server.url}/api/audio/stream/${open}.mp3?token=${token}`, '', { cookie: ada.cookie, range });
  expect((await listen('bytes=1000-')).status).toBe(206);
  await server.db.updateTable('releases').set({ mark: true }).where('id', '=', id).execute();
  expect((await listen('bytes=1000-')).status).toBe(refused('TRACK_NOT_FOUND').status);
  expect(await ada.call(audioToken, { params: { id: open } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  for (const format of ['mp3', 'wav', 'aiff'] as const) {
    const file = await fetchFile(`${server.url}/api/audio/download/${open}?format=${format}`, ada.token);
    expect(file.status, format).toBe(refused('FORMAT_NOT_AVAILABLE').status);
    const link = { params: { id: releaseid }, query: { format } };
    expect(await ada.call(releaseZipLink, link)).toMatchObject(refused('FORMAT_NOT_AVAILABLE'));
  }
  // With its pairs it is heard again, from a new token.
  const second = await markRelease(server, other);
  expect((await listen('bytes=1000-')).status).toBe(refused('TRACK_REPLACED').status);
  const fresh = (await ada.call(audioToken, { params: { id: open } })).body.data.token;
  const whole = await fetchFile(`${server.url}/api/audio/stream/${open}.mp3?token=${fresh}`, '', {
    cookie: ada.cookie,
  });
  expect(whole.bytes.equals(await second.copyOf(ada.accountid, 'mp3'))).toBe(true);
});

test('the code of a deleted account stays without the person until the ledger forgets it', async () => {
  const carl = await server.signedIn();
  await stream(carl);
  const code = await marked.getCode(carl.accountid);
  await server.db.deleteFrom('accounts').where('id', '=', carl.accountid).execute();
  const find = () => server.db.selectFrom('sound_codes').selectAll().where('code', '=', code).executeTakeFirst();
  expect(await find()).toMatchObject({ account_id: null, playerid: carl.playerid });
  await deleteOldLedger(server);
  expect(await find()).toBeDefined();
  const later = new Date(server.now().getTime() + 25 * 31 * 24 * 3600_000);
  await deleteOldLedger({ ...server, now: () => later });
  expect(await find()).toBeUndefined();
});

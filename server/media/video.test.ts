import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audioToken, videoToken } from '@promenade/contract/media';
import { parseBuffer } from 'music-metadata';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { createDeliverer, fixture } from '../testing/deliveries.ts';
import { fetchFile } from '../testing/downloads.ts';
import { ffprobe } from '../testing/ffmpeg.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const [song = '', clip = '', silent = ''] = await deliver(
  { '1.wav': 'wav16.wav', '2.mp4': 'clip.mp4', '3.mp4': 'clip-silent.mp4' },
  {
    title: 'Seen and heard',
    tracks: [
      { file: '1.wav', ordinal: 1, title: 'Song', artist: 'Kite' },
      { file: '2.mp4', ordinal: 2, title: 'Clip', artist: 'Kite', isrc: 'DEAA12500009' },
      { file: '3.mp4', ordinal: 3, title: 'Silent', artist: 'Kite', stream_only: true },
    ],
  },
);
const bytes = blankUserData(await readFile(fixture('clip.mp4')));

/** The delivered file, whose box of user data is free space of the same size. */
function blankUserData(delivered: Buffer): Buffer {
  const type = delivered.indexOf('udta');
  return Buffer.from(delivered)
    .fill(0, type, type - 4 + delivered.readUInt32BE(type - 4))
    .fill('free', type, type + 4);
}

const url = (what: 'stream' | 'download', trackid: string, query = '') =>
  `${server.url}/api/video/${what}/${trackid}?${query}`;
const codeOf = (answer: { bytes: Buffer }) => JSON.parse(answer.bytes.toString()).error.code;
const tokenOf = async (id: string, purpose: 'stream' | 'download' = 'stream') =>
  (await player.call(videoToken, { params: { id }, query: { purpose } })).body.data.token;
const { cookie } = player;

test('a media token gives access to the video, also by ranges, without the user data of who made it', {
  tags: ['C-API-36'],
}, async () => {
  const token = await tokenOf(clip);
  const whole = await fetchFile(url('stream', clip, `token=${token}`), '', { cookie });
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  expect(whole.bytes.equals(bytes)).toBe(true);
  const part = await fetchFile(url('stream', clip, `token=${token}`), '', { cookie, range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
  expect((await fetchFile(url('stream', clip), player.token, {}, 'HEAD')).status).toBe(200);
});

test('the token of a video gives access to nothing else', {
  tags: ['C-API-36'],
}, async () => {
  const token = await tokenOf(clip);
  for (const address of [
    url('stream', silent, `token=${token}`),
    url('stream', clip),
    url('download', clip, `token=${token}`),
    `${server.url}/api/audio/stream/${clip}.mp3?token=${token}`,
    `${server.url}/api/audio/download/${clip}?token=${token}`,
  ])
    expect((await fetchFile(address, '', { cookie })).status, address).toBe(401);
});

test('audio routes refuse videos, and video routes refuse audio', async () => {
  expect(await player.call(videoToken, { params: { id: song } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect(await player.call(audioToken, { params: { id: clip } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  for (const address of [
    url('stream', song),
    url('download', song),
    `${server.url}/api/audio/stream/${clip}.mp3`,
    `${server.url}/api/audio/download/${clip}`,
  ])
    expect((await fetchFile(address, player.token)).status, address).toBe(404);
});

test('a video is downloaded with all its sound and pictures, under its name', {
  tags: ['C-API-38', 'C-API-59', 'C-FORMAT-10'],
}, async () => {
  for (const query of ['', 'format=mp4', `format=mp4&token=${await tokenOf(clip, 'download')}`]) {
    const answer = await fetchFile(url('download', clip, query), query.includes('token') ? '' : player.token, {
      cookie,
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(answer.headers.get('content-disposition')).toContain('filename="Kite - 02 - Clip.mp4"');
    expect(answer.bytes.equals(bytes)).toBe(true);
  }
});

test('the sound of a video is downloaded as MP3 or WAV with its metadata', {
  tags: ['C-FORMAT-10', 'C-API-38'],
}, async () => {
  for (const format of ['mp3', 'wav'] as const) {
    const answer = await fetchFile(url('download', clip, `format=${format}&bitrate=320`), player.token);
    const mimeType = format === 'mp3' ? 'audio/mpeg' : 'audio/wav';
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mimeType]);
    expect(answer.headers.get('content-disposition')).toContain(`filename="Kite - 02 - Clip.${format}"`);
    const read = await parseBuffer(answer.bytes, { mimeType }, { duration: true });
    expect(read.common).toMatchObject({ title: 'Clip', artist: 'Kite', isrc: ['DEAA12500009'] });
    expect(read.format.duration).toBeCloseTo(1, 0);
  }
});

test.skipIf(!ffprobe).each(['mp3', 'wav'])('ffprobe finds sound and no video in its %s', async (format) => {
  const path = join(server.config.dataDir, `clip.${format}`);
  await writeFile(path, (await fetchFile(url('download', clip, `format=${format}`), player.token)).bytes);
  const streams = (await ffprobe?.(path))?.streams ?? [];
  expect(streams.map(({ codec_type, codec_name }) => [codec_type, codec_name])).toEqual([
    ['audio', format === 'mp3' ? 'mp3' : 'pcm_s16le'],
    ['video', 'mjpeg'],
  ]);
});

test('a video without sound can be played and has no audio formats', { tags: ['C-API-39'] }, async () => {
  await server.db.updateTable('tracks').set({ candownload: true }).where('trackid', '=', silent).execute();
  expect((await fetchFile(url('stream', silent), player.token)).status).toBe(200);
  expect((await fetchFile(url('download', silent), player.token)).status).toBe(200);
  const sound = await fetchFile(url('download', silent, 'format=wav'), player.token);
  expect([sound.status, codeOf(sound)]).toEqual([404, 'FORMAT_NOT_AVAILABLE']);
  expect((await fetchFile(url('download', silent, 'format=avi'), player.token)).status).toBe(400);
});

test('a stream-only video cannot be downloaded', { tags: ['C-API-39', 'C-ROLE-01'] }, async () => {
  await server.db.updateTable('tracks').set({ candownload: false }).where('trackid', '=', silent).execute();
  const answer = await fetchFile(url('download', silent), player.token);
  expect([answer.status, codeOf(answer)]).toEqual([403, 'STREAM_ONLY']);
  expect((await fetchFile(url('stream', silent), player.token)).status).toBe(200);
});

test('a WebM video keeps its media type and extension', async () => {
  const [webm = ''] = await deliver(
    { 'a.webm': 'clip.webm' },
    { tracks: [{ file: 'a.webm', title: 'Loop', artist: 'Kite' }] },
  );
  const answer = await fetchFile(url('download', webm), player.token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/webm']);
  expect(answer.headers.get('content-disposition')).toContain('filename="Kite - 01 - Loop.webm"');
  expect((await fetchFile(url('stream', webm), player.token)).headers.get('content-type')).toBe('video/webm');
});

test('without access to the release there is no token and no video', async () => {
  const stranger = await server.signedIn({ everyone: false });
  const [token, downloadToken] = [await tokenOf(clip), await tokenOf(clip, 'download')];
  expect(await stranger.call(videoToken, { params: { id: clip } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  expect((await fetchFile(url('stream', clip), stranger.token)).status).toBe(404);
  expect((await fetchFile(url('download', clip), stranger.token)).status).toBe(404);
  await server.db.updateTable('releases').set({ state: 'withdrawn' }).where('title', '=', 'Seen and heard').execute();
  expect((await fetchFile(url('stream', clip, `token=${token}`), '', { cookie })).status).toBe(410);
  expect((await fetchFile(url('download', clip, `token=${downloadToken}`), '', { cookie })).status).toBe(410);
});

import { randomBytes } from 'node:crypto';
import { signOut } from '@promenade/contract/access';
import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const release = await server.release({ audio: true });
const bytes = release.mp3;
const trackid = () => release.trackids[0] ?? '';
const tokenOf = async ({ call }: SignedIn, id = trackid()) =>
  (await call(audioToken, { params: { id } })).body.data.token;

async function stream(
  token: string | undefined,
  headers: Record<string, string> = {},
  { method = 'GET', id = trackid(), cookie = player.cookie } = {},
) {
  const query = token === undefined ? '' : `?token=${token}`;
  const response = await fetch(`${server.url}/api/audio/stream/${id}.mp3${query}`, {
    method,
    headers: { cookie, ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a media token gives access to the MP3 stream of its track', {
  tags: ['C-API-35', 'C-API-37', 'C-PLAYER-32'],
}, async () => {
  const answer = await stream(await tokenOf(player));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('cache-control')).toContain('private');
  expect(answer.bytes.equals(bytes)).toBe(true);
});

test('a range, a suffix range and an open range are answered with 206 and exactly those bytes', {
  tags: ['C-API-37', 'C-PLAYER-33'],
}, async () => {
  const token = await tokenOf(player);
  const size = bytes.length;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=1000-70000', 1000, 70_000],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=0-${size * 2}`, 0, size - 1],
  ] as const) {
    const answer = await stream(token, { range });
    expect(answer.status, range).toBe(206);
    expect(answer.headers.get('content-range'), range).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.bytes.equals(bytes.subarray(start, end + 1)), range).toBe(true);
  }
});

test('a song that is delivered again while it plays goes on with its old sound, and the next play has the new one', async () => {
  const delivered = await server.release({ audio: true });
  const [id = ''] = delivered.trackids;
  const old = await tokenOf(player, id);
  const renewed = randomBytes(delivered.mp3.length);
  await server.storage.put('audio/renewed.mp3', renewed);
  const track = server.db.selectFrom('tracks').where('trackid', '=', id).select('id');
  const file = { file: 'audio/renewed.mp3', bytes: renewed.length };
  await server.db.updateTable('renditions').set(file).where('track_id', '=', track).execute();
  const later = await stream(old, { range: 'bytes=1000-1999' }, { id });
  expect(later.bytes.equals(delivered.mp3.subarray(1000, 2000))).toBe(true);
  for (const range of ['', 'bytes=0-']) {
    const first = await stream(old, { range }, { id });
    expect([first.status, JSON.parse(first.bytes.toString()).error.code]).toEqual([409, 'TRACK_REPLACED']);
  }
  expect((await stream(await tokenOf(player, id), {}, { id })).bytes.equals(renewed)).toBe(true);
});

test('several ranges are answered with one multipart response', async () => {
  const answer = await stream(await tokenOf(player), { range: 'bytes=0-3,10-12' });
  expect(answer.status).toBe(206);
  const boundary = /boundary=(.+)$/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? 'none';
  const text = answer.bytes.toString('latin1');
  const part = (span: string, from: number, to: number) =>
    `\r\n--${boundary}\r\ncontent-type: audio/mpeg\r\ncontent-range: bytes ${span}/${bytes.length}\r\n\r\n${bytes.toString('latin1', from, to)}`;
  expect(text).toBe(`${part('0-3', 0, 4)}${part('10-12', 10, 13)}\r\n--${boundary}--\r\n`);
  expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
});

test('a range beyond the end is answered with 416 and the file size', async () => {
  const answer = await stream(await tokenOf(player), { range: `bytes=${bytes.length}-` });
  expect(answer.status).toBe(416);
  expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  expect(JSON.parse(answer.bytes.toString()).error.code).toBe('RANGE_NOT_SATISFIABLE');
});

test('If-Range and If-None-Match are respected', async () => {
  const token = await tokenOf(player);
  const etag = (await stream(token)).headers.get('etag') ?? '';
  expect((await stream(token, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  expect((await stream(token, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  expect((await stream(token, { 'if-none-match': etag })).status).toBe(304);
});

test('conditions are evaluated before Range, and HEAD knows no Range', async () => {
  const token = await tokenOf(player);
  const etag = (await stream(token)).headers.get('etag') ?? '';
  const range = 'bytes=0-9';
  const refused = await stream(token, { range, 'if-match': '"another"' });
  expect(refused.status).toBe(412);
  expect(JSON.parse(refused.bytes.toString()).error.code).toBe('PRECONDITION_FAILED');
  expect((await stream(token, { range, 'if-match': `"another", ${etag}` })).status).toBe(206);
  expect((await stream(token, { range, 'if-none-match': `W/${etag}` })).status).toBe(304);
  for (const range of ['bytes=0-9', `bytes=${bytes.length}-`]) {
    const head = await stream(token, { range }, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await stream(token, { 'if-match': '"another"' }, { method: 'HEAD' })).status).toBe(412);
  }
});

test('HEAD gives the length without content', async () => {
  const answer = await stream(await tokenOf(player), {}, { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.bytes.length).toBe(0);
});

test('a missing, forged or foreign token is refused with 401', { tags: ['C-PLAYER-33'] }, async () => {
  const other = await server.release({ audio: true });
  const token = await tokenOf(player);
  const [head, claims, signature] = token.split('.');
  const grown = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()), exp: 9_999_999_999 }),
  ).toString('base64url');
  expect((await stream(undefined)).status).toBe(401);
  expect((await stream('nonsense')).status).toBe(401);
  expect((await stream(`${head}.${grown}.${signature}`)).status).toBe(401);
  expect((await stream(player.token)).status).toBe(401);
  expect((await stream(token, {}, { id: other.trackids[0] ?? '' })).status).toBe(401);
});

test('the Authorization header gives access to the stream', { tags: ['C-API-59'] }, async () => {
  expect((await stream(undefined, { authorization: `Bearer ${player.token}`, range: 'bytes=0-1' })).status).toBe(206);
});

test('a media token is invalid after its session ends', async () => {
  const leaving = await server.signedIn();
  const { cookie } = leaving;
  const token = await tokenOf(leaving);
  expect((await stream(token, { range: 'bytes=0-0' }, { cookie })).status).toBe(206);
  await leaving.call(signOut);
  expect((await stream(token, { range: 'bytes=0-0' }, { cookie })).status).toBe(401);
});

test('without access to the release there is no token, and an older token is refused', async () => {
  const mine = await server.signedIn({ packages: ['Inner circle'] });
  const inner = await server.release({ audio: true, packages: ['Inner circle'] });
  const id = inner.trackids[0] ?? '';
  expect(await player.call(audioToken, { params: { id } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  const token = await tokenOf(mine, id);
  await server.setState(inner, 'withdrawn');
  expect(await mine.call(audioToken, { params: { id } })).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  expect((await stream(token, {}, { id, cookie: mine.cookie })).status).toBe(410);
});

test('the waveform of a track needs access to its release', async () => {
  const stranger = await server.signedIn({ packages: ['Elsewhere'], everyone: false });
  const path = `/api/waveform/${trackid()}/${release.waveform}.bin`;
  const get = (cookie: string, at = path) => fetch(`${server.url}${at}`, { headers: { cookie } });
  const answer = await get(player.cookie);
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(3600);
  expect((await get(stranger.cookie)).status).toBe(404);
  expect((await get(player.cookie, `/api/waveform/${trackid()}/${'0'.repeat(32)}.bin`)).status).toBe(404);
});

test('a media token expires after six hours', async () => {
  const token = await tokenOf(player);
  server.advanceClock((MEDIA_TOKEN_SECONDS - 5) * 1000);
  expect((await stream(token, { range: 'bytes=0-0' })).status).toBe(206);
  server.advanceClock(6_000);
  expect((await stream(token, { range: 'bytes=0-0' })).status).toBe(401);
});

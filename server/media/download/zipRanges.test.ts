import { get } from 'node:http';
import { releaseZipLink } from '@promenade/contract/downloads';
import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { createSong, fetchFile } from '../../testing/downloads.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const songs = [await createSong(server), await createSong(server), await createSong(server)].map(({ track }) => track);
const releaseOptions = { title: 'In parts', songs };
const release = await server.release(releaseOptions);

const linkTo = async (id: string, { call } = player) =>
  (await call(releaseZipLink, { params: { id }, query: { format: 'wav' } })).body.data.zipped_url;
const fetchZip = (url: string, { token = '', method, ...headers }: Record<string, string> = {}, { cookie } = player) =>
  fetchFile(server.url + url, token, { cookie, ...headers }, method);
const downloaded = (accountid: number) =>
  server.db
    .selectFrom('downloaded_tracks')
    .selectAll()
    .where('account_id', '=', accountid)
    .orderBy('track_id')
    .execute();

test('ranges of a zip span its files', async () => {
  const url = await linkTo(release.releaseid);
  const { bytes: whole } = await fetchZip(url);
  const boundaries = [0, whole.indexOf('PK\u0003\u0004', 1), whole.indexOf('PK\u0001\u0002'), whole.length];
  for (const boundary of boundaries) {
    for (const distance of [1, 300_000]) {
      const [start, end] = [Math.max(boundary - distance, 0), Math.min(boundary + distance, whole.length - 1)];
      const part = await fetchZip(url, { range: `bytes=${start}-${end}` });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`);
      expect(part.bytes.equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
  }
  const suffix = await fetchZip(url, { range: 'bytes=-22' });
  expect(suffix.bytes.equals(whole.subarray(-22))).toBe(true);
  const several = await fetchZip(url, { range: 'bytes=0-3,2000000-2000009,-4' });
  expect(several.headers.get('content-length')).toBe(String(several.bytes.length));
  const texts = several.bytes.toString('latin1').split(/\r\n\r\n|\r\n--/);
  for (const [from, to] of [
    [0, 4],
    [2_000_000, 2_000_010],
    [whole.length - 4, whole.length],
  ])
    expect(texts).toContain(whole.toString('latin1', from, to));
});

test('a zip supports 416, HEAD and 304', async () => {
  const url = await linkTo(release.releaseid);
  const { headers, bytes } = await fetchZip(url, { method: 'HEAD' });
  expect(bytes).toHaveLength(0);
  const length = headers.get('content-length');
  const beyond = await fetchZip(url, { range: `bytes=${length}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe(`bytes */${length}`);
  expect((await fetchZip(url, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

/** Cuts the connection after at least so many bytes; gives what was received. */
function cutOff(url: string, after: number, { cookie } = player): Promise<{ bytes: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    get(server.url + url, { headers: { cookie } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (Buffer.concat(chunks).length >= after) response.socket.destroy();
      });
      response.on('error', () => resolve({ bytes: Buffer.concat(chunks), etag: response.headers.etag ?? '' }));
      response.on('end', () => reject(new Error('It was not cut off.')));
    }).on('error', reject);
  });
}

test('an interrupted zip can be continued, and is recorded when it is complete', async () => {
  const listener = await server.signedIn();
  const url = await linkTo(release.releaseid, listener);
  const interrupted = await cutOff(url, 2_000_000, listener);
  expect(await downloaded(listener.accountid)).toEqual([]);
  const rest = await fetchZip(
    url,
    { range: `bytes=${interrupted.bytes.length}-`, 'if-range': interrupted.etag },
    listener,
  );
  expect(rest.status).toBe(206);
  const { bytes: whole } = await fetchZip(url, {}, listener);
  expect(Buffer.concat([interrupted.bytes, rest.bytes]).equals(whole)).toBe(true);
  await expect.poll(() => downloaded(listener.accountid)).toHaveLength(3);
});

test('after a metadata change If-Range gives the whole zip', async () => {
  const identity = 'id:renamed';
  const { releaseid } = await server.release({ ...releaseOptions, identity });
  const url = await linkTo(releaseid);
  const { headers, bytes } = await fetchZip(url);
  const rest = { range: 'bytes=1000000-', 'if-range': headers.get('etag') ?? '' };
  expect((await fetchZip(url, rest)).status).toBe(206);
  await server.release({ ...releaseOptions, identity, title: 'Another title' });
  const after = await fetchZip(url, rest);
  expect(after.status).toBe(200);
  expect(after.bytes.equals(bytes)).toBe(false);
  expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
});

test('the zip token gives access to one zip only', {
  tags: ['C-API-39'],
}, async () => {
  const other = await server.release(releaseOptions);
  const url = await linkTo(release.releaseid);
  const token = new URL(url, server.url).searchParams.get('token') ?? '';
  const [head, claims, signature] = token.split('.');
  const grown = JSON.stringify({
    ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()),
    exp: 9_999_999_999,
  });
  const ofTrack = await player.call(audioToken, { params: { id: release.trackids[0] ?? '' } });
  const at = (id: string, token: string) => `/api/audio/zip/${id}?token=${token}`;
  const firstByte = { range: 'bytes=0-0' };
  expect((await fetchZip(at(release.releaseid, token), firstByte)).status).toBe(206);
  expect((await fetchZip(at(release.releaseid, ''), { ...firstByte, token: player.token })).status).toBe(206);
  for (const address of [
    at(release.releaseid, ''),
    at(release.releaseid, `${head}.${Buffer.from(grown).toString('base64url')}.${signature}`),
    at(release.releaseid, `${token}x`),
    at(release.releaseid, ofTrack.body.data.token),
    at(release.releaseid, player.token),
    at(other.releaseid, token),
    `/api/playlist/zip/${release.releaseid}?token=${token}`,
    `/api/audio/download/${release.trackids[0]}?token=${token}`,
  ])
    expect((await fetchZip(address, firstByte)).status, address).toBe(401);
  expect((await fetchZip(`/api/audio/zip/${release.releaseid}?format=ogg&token=${token}`)).status).toBe(400);
});

test('each track of a complete zip is recorded once', async () => {
  const listener = await server.signedIn();
  const url = await linkTo(release.releaseid, listener);
  await fetchZip(url, { method: 'HEAD' }, listener);
  await fetchZip(url, { range: 'bytes=0-1000' }, listener);
  expect(await downloaded(listener.accountid)).toEqual([]);
  await fetchZip(url, {}, listener);
  await expect.poll(() => downloaded(listener.accountid)).toHaveLength(3);
  const [first] = await downloaded(listener.accountid);
  expect(first).toMatchObject({ release_id: release.id, format: 'wav' });
  server.advanceClock(60_000);
  await fetchZip(url, {}, listener);
  const newest = async () => Number((await downloaded(listener.accountid))[0]?.downloaded_at);
  await expect.poll(newest).toBeGreaterThan(Number(first?.downloaded_at));
  expect(await downloaded(listener.accountid)).toHaveLength(3);
});

test('the zip token expires after six hours', { tags: ['C-API-40'] }, async () => {
  const url = await linkTo(release.releaseid);
  const firstByte = { range: 'bytes=0-0' };
  server.advanceClock((MEDIA_TOKEN_SECONDS - 5) * 1000);
  expect((await fetchZip(url, firstByte)).status).toBe(206);
  server.advanceClock(6_000);
  expect((await fetchZip(url, firstByte)).status).toBe(401);
});

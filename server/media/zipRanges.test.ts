import { get } from 'node:http';
import { releaseZipLink } from '@promenade/contract/downloads';
import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { fetchFile } from '../testing/delivered.ts';
import { makeSong } from '../testing/takeHome.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const songs = [await makeSong(server), await makeSong(server), await makeSong(server)].map(({ track }) => track);
const wanted = { title: 'In parts', songs };
const release = await server.release(wanted);

const linkTo = async (id: string, { call } = player) =>
  (await call(releaseZipLink, { params: { id }, query: { format: 'wav' } })).body.data.zipped_url;
const fetchZip = (url: string, { token = '', method, ...headers }: Record<string, string> = {}) =>
  fetchFile(server.url + url, token, headers, method);
const ledger = (accountid: number) =>
  server.db.selectFrom('downloads').selectAll().where('account_id', '=', accountid).orderBy('track_id').execute();

test('ranges run over the borders between files as if it was one', async () => {
  const url = await linkTo(release.releaseid);
  const { bytes: whole } = await fetchZip(url);
  const borders = [0, whole.indexOf('PK\u0003\u0004', 1), whole.indexOf('PK\u0001\u0002'), whole.length];
  for (const border of borders) {
    for (const reach of [1, 300_000]) {
      const [start, end] = [Math.max(border - reach, 0), Math.min(border + reach, whole.length - 1)];
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

test('what lies beyond the end is 416; HEAD and an unchanged zip bring no bytes', async () => {
  const url = await linkTo(release.releaseid);
  const { headers, bytes } = await fetchZip(url, { method: 'HEAD' });
  expect(bytes).toHaveLength(0);
  const length = headers.get('content-length');
  const beyond = await fetchZip(url, { range: `bytes=${length}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe(`bytes */${length}`);
  expect((await fetchZip(url, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

/** What came before the connection was cut, after so many bytes at the earliest. */
function cutOff(url: string, after: number): Promise<{ bytes: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    get(server.url + url, (response) => {
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

test('a zip that broke off goes on where it was, is the same as the whole and counts once it is', async () => {
  const listener = await server.signedIn();
  const url = await linkTo(release.releaseid, listener);
  const broken = await cutOff(url, 2_000_000);
  expect(await ledger(listener.accountid)).toEqual([]);
  const rest = await fetchZip(url, { range: `bytes=${broken.bytes.length}-`, 'if-range': broken.etag });
  expect(rest.status).toBe(206);
  const { bytes: whole } = await fetchZip(await linkTo(release.releaseid));
  expect(Buffer.concat([broken.bytes, rest.bytes]).equals(whole)).toBe(true);
  await expect.poll(() => ledger(listener.accountid)).toHaveLength(3);
});

test('after a change of what is written into the files the whole comes instead of the rest', async () => {
  const identity = 'id:renamed';
  const { releaseid } = await server.release({ ...wanted, identity });
  const url = await linkTo(releaseid);
  const { headers, bytes } = await fetchZip(url);
  const rest = { range: 'bytes=1000000-', 'if-range': headers.get('etag') ?? '' };
  expect((await fetchZip(url, rest)).status).toBe(206);
  await server.release({ ...wanted, identity, title: 'Another title' });
  const after = await fetchZip(url, rest);
  expect(after.status).toBe(200);
  expect(after.bytes.equals(bytes)).toBe(false);
  expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
});

test('the address opens one zip for one account; forged, foreign and without a token it is closed', {
  tags: ['C-API-39'],
}, async () => {
  const other = await server.release(wanted);
  const url = await linkTo(release.releaseid);
  const token = new URL(url, server.url).searchParams.get('token') ?? '';
  const [head, claims, signature] = token.split('.');
  const grown = JSON.stringify({
    ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()),
    exp: 9_999_999_999,
  });
  const ofTrack = await player.call(audioToken, { params: { id: release.trackids[0] ?? '' } });
  const at = (id: string, token: string) => `/api/audio/zip/${id}?token=${token}`;
  const one = { range: 'bytes=0-0' };
  expect((await fetchZip(at(release.releaseid, token), one)).status).toBe(206);
  expect((await fetchZip(at(release.releaseid, ''), { ...one, token: player.token })).status).toBe(206);
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
    expect((await fetchZip(address, one)).status, address).toBe(401);
  expect((await fetchZip(`/api/audio/zip/${release.releaseid}?format=flac&token=${token}`)).status).toBe(400);
});

test('each track of a zip is in the ledger, once, when the last byte has left', async () => {
  const listener = await server.signedIn();
  const url = await linkTo(release.releaseid, listener);
  await fetchZip(url, { method: 'HEAD' });
  await fetchZip(url, { range: 'bytes=0-1000' });
  expect(await ledger(listener.accountid)).toEqual([]);
  await fetchZip(url);
  await expect.poll(() => ledger(listener.accountid)).toHaveLength(3);
  const [first] = await ledger(listener.accountid);
  expect(first).toMatchObject({ release_id: release.id, format: 'wav' });
  server.pass(60_000);
  await fetchZip(url);
  const newest = async () => Number((await ledger(listener.accountid))[0]?.downloaded_at);
  await expect.poll(newest).toBeGreaterThan(Number(first?.downloaded_at));
  expect(await ledger(listener.accountid)).toHaveLength(3);
});

test('the address is good for six hours and no longer', { tags: ['C-API-40'] }, async () => {
  const url = await linkTo(release.releaseid);
  const one = { range: 'bytes=0-0' };
  server.pass((MEDIA_TOKEN_SECONDS - 5) * 1000);
  expect((await fetchZip(url, one)).status).toBe(206);
  server.pass(6_000);
  expect((await fetchZip(url, one)).status).toBe(401);
});

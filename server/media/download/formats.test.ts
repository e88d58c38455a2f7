import { release as releaseDetail } from '@promenade/contract/catalogue';
import { releaseZipLink, releaseZipStatus } from '@promenade/contract/downloads';
import { options } from '@promenade/contract/options';
import { expect, test } from 'vitest';
import { refused } from '../../testing/client.ts';
import { createDeliverer } from '../../testing/deliveries.ts';
import { fetchFile, makeFlacs } from '../../testing/downloads.ts';
import { hashPcm } from '../../testing/ffmpeg.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer({ config: { flac: true } });
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const sidecar = { id: 'four', title: 'In four formats', label: { name: 'Kite' } };
const [trackid = ''] = await deliver({ '1.wav': 'wav16.wav' }, sidecar);
const { releaseid } = await server.db.selectFrom('releases').select('releaseid').executeTakeFirstOrThrow();
const download = (format: string, headers = {}, method = 'GET') =>
  fetchFile(`${server.url}/api/audio/download/${trackid}?format=${format}`, player.token, headers, method);

test('a FLAC is refused until it is made, then it is offered with its size', async ({ skip }) => {
  skip(hashPcm === undefined, 'ffmpeg makes it.');
  expect((await player.call(options)).body.flac_enabled).toBe(true);
  const query = { format: 'flac' } as const;
  expect((await download('flac')).status).toBe(refused('FORMAT_NOT_AVAILABLE').status);
  expect(await player.call(releaseZipLink, { params: { id: releaseid }, query })).toMatchObject(
    refused('FORMAT_NOT_AVAILABLE'),
  );
  await makeFlacs(server);
  const { songs } = (await player.call(releaseDetail, { params: { releaseid } })).body;
  const { bytes, headers } = await download('flac');
  expect(headers.get('content-type')).toBe('audio/flac');
  expect(songs[0]?.sizes?.flac).toBeLessThan(bytes.length);
  expect(headers.get('content-disposition')).toMatch(/\.flac"/);
  const { body } = await player.call(releaseZipLink, { params: { id: releaseid }, query });
  const zip = await fetchFile(server.url + body.data.zipped_url, '', { cookie: player.cookie });
  expect(zip.status).toBe(200);
  expect((await player.call(releaseZipStatus, { params: { id: releaseid }, query: {} })).body.status).toBe('done');
});

test('a redelivery of the same sound keeps its FLAC', async ({ skip }) => {
  skip(hashPcm === undefined, 'ffmpeg makes it.');
  await deliver({ '1.wav': 'wav16.wav' }, { ...sidecar, genres: ['House'] });
  expect((await download('flac', {}, 'HEAD')).status).toBe(200);
});

test('without the setting no FLAC is made', async () => {
  const other = await startTestServer();
  const delivered = createDeliverer(other);
  await delivered.deliver({ '1.wav': 'wav16.wav' });
  await makeFlacs(other);
  const kinds = await other.db.selectFrom('renditions').select('kind').execute();
  expect(kinds.map(({ kind }) => kind)).not.toContain('flac');
});

test.each(['aiff', 'flac'] as const)('an interrupted %s goes on where it ended', async (format) => {
  if (format === 'flac' && hashPcm === undefined) return;
  const { bytes: whole, headers } = await download(format);
  const head = await download(format, {}, 'HEAD');
  expect(head.headers.get('content-length')).toBe(String(whole.length));
  const ids = /promenade:[\w-]{43}/g;
  expect([...whole.toString('latin1').matchAll(ids)].length).toBeGreaterThan(0);
  const etag = headers.get('etag') ?? '';
  for (const start of [1, 57, Math.floor(whole.length / 2) + 1, whole.length - 3]) {
    const rest = await download(format, { range: `bytes=${start}-`, 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.bytes.equals(whole.subarray(start))).toBe(true);
  }
  const changed = await download(format, { range: 'bytes=1-', 'if-range': '"another"' });
  expect(changed.status).toBe(200);
});

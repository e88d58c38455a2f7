import { signIn } from '@promenade/contract/access';
import { releaseZipLink } from '@promenade/contract/downloads';
import { errors } from '@promenade/contract/errors';
import { expect, test } from 'vitest';
import { readConfig } from '../../platform/process/config.ts';
import { createSong, fetchFile } from '../../testing/downloads.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer({ env: { DOWNLOADS_PER_HOUR: '3', ZIPS_PER_HOUR: '1' } });
const song = await createSong(server);
const release = await server.release({ songs: [song.track] });
const [id = ''] = release.trackids;

const download = ({ token }: Pick<SignedIn, 'token'>, headers: Record<string, string> = {}) =>
  fetchFile(`${server.url}/api/audio/download/${id}?format=mp3`, token, headers);
const auditOf = ({ playerid }: SignedIn) =>
  server.db
    .selectFrom('audit')
    .where('subject', '=', playerid)
    .where('action', '=', 'download.limit')
    .select(['actor', 'action', 'after'])
    .execute();

test('more downloads than an account may start in an hour are refused, for an hour', async () => {
  const player = await server.signedIn();
  for (let count = 0; count < 3; count++) expect((await download(player)).status).toBe(200);
  const refused = await download(player);
  expect([refused.status, JSON.parse(refused.bytes.toString()).error]).toEqual([
    429,
    { code: 'DOWNLOAD_LIMIT', message: errors.DOWNLOAD_LIMIT[1] },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await download(await server.signedIn())).status).toBe(200);
  expect((await fetchFile(`${server.url}/api/audio/stream/${id}.mp3`, player.token)).status).toBe(200);
  server.advanceClock(3_600_000);
  const { body } = await server.call(signIn, { body: { username: player.email, password: PASSWORD } });
  expect((await download({ token: body['access-token'] })).status).toBe(200);
});

test('the ranges of a download count once, also when it is resumed', async () => {
  const player = await server.signedIn();
  for (let start = 0; start < 10; start++)
    expect((await download(player, { range: `bytes=${start}-${start}` })).status).toBe(206);
  expect((await download(player)).status).toBe(200);
});

test('HEAD does not count', async () => {
  const player = await server.signedIn();
  for (let count = 0; count < 5; count++)
    await fetchFile(`${server.url}/api/audio/download/${id}`, player.token, {}, 'HEAD');
  expect((await download(player)).status).toBe(200);
});

test('zips have a limit of their own', async () => {
  const player = await server.signedIn();
  const { body } = await player.call(releaseZipLink, { params: { id: release.releaseid }, query: {} });
  const fetchZip = () => fetchFile(server.url + body.data.zipped_url, '', { cookie: player.cookie });
  expect((await fetchZip()).status).toBe(200);
  const { status, headers } = await fetchZip();
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await download(player)).status).toBe(200);
});

test('the audit trail says who met a limit, once for each account and hour', async () => {
  const player = await server.signedIn();
  for (let count = 0; count < 6; count++) await download(player);
  expect(await auditOf(player)).toEqual([
    { actor: 'system', action: 'download.limit', after: { purpose: 'download', max: 3 } },
  ]);
});

test('a working day does not meet the limits unless they are lowered', () => {
  expect(readConfig({})).toMatchObject({ downloadsPerHour: 1000, zipsPerHour: 200 });
  expect(readConfig({ DOWNLOADS_PER_HOUR: '20' })).toMatchObject({ downloadsPerHour: 20 });
  for (const value of ['0', '-1', 'many', '1.5'])
    expect(() => readConfig({ ZIPS_PER_HOUR: value })).toThrow('ZIPS_PER_HOUR must be a number from 1 to 9999999.');
});

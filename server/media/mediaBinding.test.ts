import * as access from '@promenade/contract/access';
import { releaseZipLink } from '@promenade/contract/downloads';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { createSong, fetchFile } from '../testing/downloads.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const song = await createSong(server);
const release = await server.release({ songs: [song.track] });
const id = release.trackids[0] ?? '';
const inner = await server.release({ audio: true, cover: true, packages: ['Inner circle'] });

const createToken = async ({ call }: Pick<SignedIn, 'call'>, purpose: 'stream' | 'download' = 'stream') =>
  (await call(audioToken, { params: { id }, query: { purpose } })).body.data.token;
const createZipUrl = async ({ call }: Pick<SignedIn, 'call'>) =>
  (await call(releaseZipLink, { params: { id: release.releaseid }, query: {} })).body.data.zipped_url;
const streamPath = (token: string) => `/api/audio/stream/${id}.mp3?token=${token}`;
const downloadPath = (token: string) => `/api/audio/download/${id}?token=${token}`;
const request = (path: string, headers: Record<string, string> = {}) => fetchFile(server.url + path, '', headers);
const statusOf = async (path: string, cookie: string) => (await request(path, { cookie, range: 'bytes=0-0' })).status;

/** Signs an existing account in once more. */
async function signInAgain({ email }: SignedIn, publicdevice = false) {
  const { body, headers } = await server.call(access.signIn, {
    body: { username: email, password: PASSWORD, publicdevice },
  });
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';', 1);
  const token = body['access-token'];
  return { cookie, token, refreshToken: body['refresh-token'], call: createClient(server.url, token) };
}

test('a copied stream, download or zip address gives no byte without the cookie of its session', async () => {
  const paths = [
    streamPath(await createToken(player)),
    downloadPath(await createToken(player, 'download')),
    await createZipUrl(player),
  ];
  const another = await server.signedIn();
  const second = await signInAgain(player);
  for (const path of paths) {
    for (const cookie of ['', another.cookie, second.cookie, `${player.cookie}x`]) {
      const answer = await request(path, { cookie });
      expect([answer.status, answer.bytes.includes(song.mp3.subarray(0, 100))], cookie).toEqual([401, false]);
    }
    expect(await statusOf(path, player.cookie)).toBe(206);
    expect(await statusOf(path, `${another.cookie}; ${second.cookie}; ${player.cookie}`)).toBe(206);
    expect((await request(path, { authorization: `Bearer ${player.token}`, range: 'bytes=0-0' })).status).toBe(206);
  }
});

test('the cookie of one session under the name of another opens nothing', async () => {
  const another = await server.signedIn();
  const [name = ''] = player.cookie.split('=');
  const [, value = ''] = another.cookie.split('=');
  expect(await statusOf(streamPath(await createToken(player)), `${name}=${value}`)).toBe(401);
});

test('stream, download and zip are separate purposes', async () => {
  const stream = await createToken(player);
  const download = await createToken(player, 'download');
  const zip = new URL(await createZipUrl(player), server.url).searchParams.get('token') ?? '';
  const zipPath = (token: string) => `/api/audio/zip/${release.releaseid}?token=${token}`;
  for (const [path, right] of [
    [streamPath, stream],
    [downloadPath, download],
    [zipPath, zip],
  ] as const)
    for (const token of [stream, download, zip])
      expect(await statusOf(path(token), player.cookie), path(token)).toBe(token === right ? 206 : 401);
});

test('two sign-ins in one browser do not stop each other', async () => {
  const first = await server.signedIn();
  const second = await server.signedIn();
  expect(first.cookie.split('=')[0]).not.toBe(second.cookie.split('=')[0]);
  const cookie = `${first.cookie}; ${second.cookie}`;
  const [one, two] = [streamPath(await createToken(first)), streamPath(await createToken(second))];
  expect([await statusOf(one, cookie), await statusOf(two, cookie)]).toEqual([206, 206]);
  await first.call(access.signOut, {}, { cookie });
  expect([await statusOf(one, cookie), await statusOf(two, cookie)]).toEqual([401, 206]);
});

test('after a refresh the player goes on with its address', async () => {
  const session = await signInAgain(player);
  const path = streamPath(await createToken(session));
  const { headers } = await server.call(access.refresh, { body: { 'refresh-token': session.refreshToken } });
  const [refreshed = ''] = (headers.getSetCookie()[0] ?? '').split(';', 1);
  expect(refreshed.split('=')[0]).toBe(session.cookie.split('=')[0]);
  expect(await statusOf(path, refreshed)).toBe(206);
});

test('Safari asks for two bytes first and then for ranges, all with the same address', async () => {
  const path = streamPath(await createToken(player));
  const total = song.mp3.length;
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    [`bytes=0-${total - 1}`, 0, total - 1],
    ['bytes=65536-131071', 65_536, 131_071],
  ] as const) {
    const answer = await request(path, { cookie: player.cookie, range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${total}`]);
  }
});

test('a picture is shown to any session of the browser that may see it', async () => {
  const mine = await server.signedIn({ packages: ['Inner circle'] });
  const stranger = await server.signedIn({ everyone: false });
  const path = `/api/waveform/${inner.trackids[0]}/${inner.waveform}.bin`;
  expect([await statusOf(path, stranger.cookie), await statusOf(path, mine.cookie)]).toEqual([404, 206]);
  expect(await statusOf(path, `${mine.cookie}; ${stranger.cookie}`)).toBe(206);
  expect(await statusOf(path, `${stranger.cookie}; ${mine.cookie}`)).toBe(206);
  await mine.call(access.signOut);
  expect(await statusOf(path, `${mine.cookie}; ${stranger.cookie}`)).toBe(404);
});

test('only the newest eight session cookies are tried', async () => {
  const path = `/api/waveform/${id}/${'0'.repeat(32)}.bin`;
  const junk = Array.from({ length: 8 }, (_, index) => `promenade_session_${index}=x`).join('; ');
  expect(await statusOf(path, `${junk}; ${player.cookie}`)).toBe(404);
  expect(await statusOf(path, `${player.cookie}; ${junk}`)).toBe(401);
});

test('signing in and out clears the cookies of sessions that ended, and no others', async () => {
  const [ended, live, leaving] = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
  await ended.call(access.signOut);
  const nameOf = ({ cookie }: { cookie: string }) => cookie.split('=')[0] ?? '';
  const cookie = [ended, live, leaving].map((session) => session.cookie).join('; ');
  const listCleared = (headers: Headers) =>
    headers
      .getSetCookie()
      .filter((text) => text.includes('Expires=Thu, 01 Jan 1970'))
      .map((text) => text.split('=')[0] ?? '');
  const body = { username: live.email, password: PASSWORD };
  expect(listCleared((await server.call(access.signIn, { body }, { cookie })).headers)).toEqual([nameOf(ended)]);
  const { headers } = await leaving.call(access.signOut, {}, { cookie });
  expect(listCleared(headers).toSorted()).toEqual([nameOf(ended), nameOf(leaving)].toSorted());
});

test('nothing that a public computer gets may be stored', async () => {
  const { call, cookie, token } = await signInAgain(player, true);
  const { trackids, attachmentids, waveform, releaseid } = await server.release({
    audio: true,
    attachments: [{ filename: 'sheet.pdf', bytes: Buffer.from('sheet') }],
  });
  const authorization = `Bearer ${token}`;
  const paths = [
    streamPath(await createToken({ call })),
    downloadPath(await createToken({ call }, 'download')),
    await createZipUrl({ call }),
    `/api/waveform/${trackids[0]}/${waveform}.bin`,
    `/api/attachment/${attachmentids[0]}`,
    `/api/release/${releaseid}/report.csv`,
    `/api/release/${releaseid}/report.pdf`,
    `/api/release/${releaseid}/report.xlsx`,
    '/api/options/logos/us.png',
  ];
  for (const path of paths) {
    const answer = await request(path, { cookie });
    expect([answer.status, answer.headers.get('cache-control')], path).toEqual([
      200,
      expect.stringMatching(/no-store$/),
    ]);
    const part = await request(path, { cookie: `${cookie}; ${player.cookie}`, range: 'bytes=0-1' });
    expect(part.headers.get('cache-control'), path).toMatch(/no-store$/);
  }
  const detail = await request(`/api/release/${releaseid}`, { authorization });
  expect([detail.status, detail.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const stored = await request(`/api/waveform/${trackids[0]}/${waveform}.bin`, { cookie: player.cookie });
  expect(stored.headers.get('cache-control')).toContain('immutable');
});

test.each([
  { publicdevice: false, cleared: '"cache"' },
  { publicdevice: true, cleared: '"cache", "storage"' },
])('signing out makes the browser clear $cleared', async ({ publicdevice, cleared }) => {
  for (const route of [access.signOut, access.endSessions]) {
    const someone = await server.signedIn();
    const { headers, status } = await (await signInAgain(someone, publicdevice)).call(route);
    expect([status, headers.get('clear-site-data')]).toEqual([204, cleared]);
  }
});

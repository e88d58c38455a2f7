import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { signOut } from '@promenade/contract/access';
import { playlistZipLink, releaseZipLink } from '@promenade/contract/downloads';
import { audioToken } from '@promenade/contract/media';
import { afterAll, expect, test, vi } from 'vitest';
import { insertExclusion, setWithdrawn } from '../catalogue/withdrawQueries.ts';
import { truncateAddress } from '../platform/http/rateLimit.ts';
import { createLongSong, createSong, fetchFile, insertPlaylist } from '../testing/downloads.ts';
import { buildTestApp, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { deleteOldLedger } from './ledgerRetention.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const { db } = server;
const song = await createSong(server);
const release = await server.release({ songs: [song.track, (await createSong(server)).track] });
const [trackid = '', second = ''] = release.trackids;
const long = await server.release({ songs: [(await createLongSong(server)).track] });
const longTrack = long.trackids[0] ?? '';

const streamUrl = (id = trackid) => `${server.url}/api/audio/stream/${id}.mp3`;
const downloadUrl = (format: 'mp3' | 'wav' = 'mp3', id = trackid) =>
  `${server.url}/api/audio/download/${id}?format=${format}`;
const listRows = ({ accountid }: SignedIn) =>
  db.selectFrom('media_ledger').selectAll().where('account_id', '=', accountid).orderBy('started_at').execute();
/** Waits until the ends of all answers are written. */
const listEnded = (player: SignedIn) =>
  vi.waitUntil(async () => {
    const rows = await listRows(player);
    return rows.length > 0 && rows.every(({ ended_at }) => ended_at) && rows;
  });
const countDownloaded = async (player: SignedIn) => {
  await listEnded(player);
  return (
    await db.selectFrom('downloaded_tracks').select('track_id').where('account_id', '=', player.accountid).execute()
  ).length;
};

test('a stream is in the ledger with account, session, object, bytes, time and network', async () => {
  const player = await server.signedIn();
  const { bytes, status } = await fetchFile(streamUrl(), player.token, { 'x-forwarded-for': '203.0.113.77' });
  expect([status, bytes.length]).toEqual([200, song.mp3.length]);
  const total = song.mp3.length;
  expect(await listEnded(player)).toEqual([
    expect.objectContaining({
      account_id: player.accountid,
      playerid: player.playerid,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      purpose: 'stream',
      object_kind: 'track',
      object_id: trackid,
      trackids: [trackid],
      format: 'mp3',
      taking: null,
      ranges: `{[0,${total})}`,
      total,
      sent: `{[0,${total})}`,
      bytes_sent: total,
      network: '203.0.113.0/24',
      outcome: 'complete',
    }),
  ]);
});

test('single and several ranges are recorded as they were asked for', async () => {
  const player = await server.signedIn();
  await fetchFile(streamUrl(), player.token, { range: 'bytes=100-199' });
  await fetchFile(streamUrl(), player.token, { range: 'bytes=0-9,50-59' });
  const rows = await listEnded(player);
  expect(rows.map(({ ranges, bytes_sent }) => [ranges, bytes_sent])).toEqual([
    ['{[100,200)}', 100],
    ['{[0,10),[50,60)}', 20],
  ]);
});

test('HEAD, an unchanged file, an impossible range and a refusal are not in the ledger', async () => {
  const player = await server.signedIn();
  const { headers } = await fetchFile(streamUrl(), player.token, {}, 'HEAD');
  const unchanged = await fetchFile(streamUrl(), player.token, { 'if-none-match': headers.get('etag') ?? '' });
  const impossible = await fetchFile(streamUrl(), player.token, { range: `bytes=${song.mp3.length}-` });
  const unknown = await fetchFile(streamUrl(crypto.randomUUID()), player.token);
  expect([unchanged.status, impossible.status, unknown.status]).toEqual([304, 416, 404]);
  expect(await listRows(player)).toEqual([]);
});

test('the row is there when the first byte arrives, so that a crash does not lose it', async () => {
  const player = await server.signedIn();
  const response = await startReading(streamUrl(longTrack), player);
  expect(await listRows(player)).toMatchObject([{ object_id: longTrack, ended_at: null, bytes_sent: null }]);
  response.destroy();
  const [row] = await listEnded(player);
  expect(row).toMatchObject({ outcome: 'closed' });
  expect(row?.bytes_sent).toBeLessThan(row?.total ?? 0);
});

test('rows can only be ended once, and lose the account when it is deleted', async () => {
  const player = await server.signedIn();
  await fetchFile(streamUrl(), player.token);
  const [row] = await listEnded(player);
  const update = (changes: { bytes_sent?: number; object_id?: string; account_id?: number | null }) =>
    db
      .updateTable('media_ledger')
      .set(changes)
      .where('id', '=', row?.id ?? '')
      .execute();
  const appendOnly = 'The media ledger is append-only.';
  await expect(update({ bytes_sent: 1 })).rejects.toThrow(appendOnly);
  await expect(update({ object_id: crypto.randomUUID() })).rejects.toThrow(appendOnly);
  await expect(update({ account_id: 1 })).rejects.toThrow(appendOnly);
  await update({ account_id: null });
  const [kept] = await db
    .selectFrom('media_ledger')
    .selectAll()
    .where('id', '=', row?.id ?? '')
    .execute();
  expect(kept).toMatchObject({ account_id: null, playerid: player.playerid });
});

test('rows outlive the account and the release', async () => {
  const player = await server.signedIn();
  const gone = await server.release({ audio: true });
  await fetchFile(streamUrl(gone.trackids[0]), player.token);
  await listEnded(player);
  await db.deleteFrom('releases').where('id', '=', gone.id).execute();
  await db.deleteFrom('accounts').where('id', '=', player.accountid).execute();
  const { playerid } = player;
  expect(await db.selectFrom('media_ledger').select('account_id').where('playerid', '=', playerid).execute()).toEqual([
    { account_id: null },
  ]);
});

test('the last byte alone and all bytes but the last are in the ledger and are no download', async () => {
  const player = await server.signedIn();
  const total = Number((await fetchFile(downloadUrl(), player.token, {}, 'HEAD')).headers.get('content-length'));
  await fetchFile(downloadUrl(), player.token, { range: `bytes=${total - 1}-` });
  await fetchFile(downloadUrl(), player.token, { range: 'bytes=-1' });
  expect([await countDownloaded(player), (await listRows(player)).length]).toEqual([0, 2]);
  await fetchFile(downloadUrl(), player.token, { range: `bytes=1-${total - 2}` });
  expect(await countDownloaded(player)).toBe(0);
  await fetchFile(downloadUrl('wav'), player.token, { range: 'bytes=0-0' });
  await fetchFile(downloadUrl('wav'), player.token, { range: 'bytes=-1' });
  expect(await countDownloaded(player)).toBe(0);
  await fetchFile(downloadUrl(), player.token, { range: 'bytes=0-0' });
  expect(await countDownloaded(player)).toBe(1);
});

test('two halves of two ranges, of two nodes, are one download', async () => {
  const player = await server.signedIn();
  const otherNode = await buildTestApp(server);
  const { headers } = await fetchFile(downloadUrl('wav'), player.token, {}, 'HEAD');
  const [total, etag] = [Number(headers.get('content-length')), headers.get('etag') ?? ''];
  await fetchFile(downloadUrl('wav'), player.token, { range: 'bytes=0-999' });
  await otherNode.inject({
    url: `/api/audio/download/${trackid}?format=wav`,
    headers: { authorization: `Bearer ${player.token}`, range: `bytes=1000-${total - 1}`, 'if-range': etag },
  });
  await otherNode.close();
  expect(await countDownloaded(player)).toBe(1);
});

test('after a complete download one more byte is no second download', async () => {
  const player = await server.signedIn();
  await fetchFile(downloadUrl(), player.token);
  expect(await countDownloaded(player)).toBe(1);
  const getTime = async () =>
    Number(
      (await db.selectFrom('downloaded_tracks').selectAll().where('account_id', '=', player.accountid).execute())[0]
        ?.downloaded_at,
    );
  const before = await getTime();
  server.advanceClock(60_000);
  await fetchFile(downloadUrl(), player.token, { range: 'bytes=0-0' });
  await listEnded(player);
  expect(await getTime()).toBe(before);
  server.advanceClock(60_000);
  await fetchFile(downloadUrl(), player.token);
  await listEnded(player);
  expect(await getTime()).toBeGreaterThan(before);
});

test('the zips of a release and of a playlist name the tracks inside', async () => {
  const player = await server.signedIn();
  const playlistid = await insertPlaylist(server, player, { name: 'Mine', releases: [release] });
  for (const [route, id] of [
    [releaseZipLink, release.releaseid],
    [playlistZipLink, playlistid],
  ] as const) {
    const { body } = await player.call(route, { params: { id }, query: { format: 'wav' } });
    await fetchFile(server.url + body.data.zipped_url, '', { cookie: player.cookie });
  }
  const zip = { purpose: 'zip', trackids: [trackid, second], format: 'wav', taking: expect.any(Buffer) };
  expect(await listEnded(player)).toMatchObject([
    { ...zip, object_kind: 'release', object_id: release.releaseid },
    { ...zip, object_kind: 'playlist', object_id: playlistid },
  ]);
  expect(await countDownloaded(player)).toBe(2);
});

test('many short answers at once have a row each', async () => {
  const player = await server.signedIn();
  const ranges = Array.from({ length: 30 }, (_, index) => `bytes=${index}-${index}`);
  await Promise.all(ranges.map((range) => fetchFile(streamUrl(), player.token, { range })));
  const rows = await listEnded(player);
  expect(new Set(rows.map((row) => row.ranges)).size).toBe(30);
});

test('rows are deleted after 24 months', async () => {
  const player = await server.signedIn();
  await fetchFile(streamUrl(), player.token);
  await listEnded(player);
  const inMonths = (months: number) => {
    const time = server.now();
    time.setUTCMonth(time.getUTCMonth() + months);
    return time;
  };
  await deleteOldLedger({ db, now: () => inMonths(23) });
  expect(await listRows(player)).toHaveLength(1);
  await deleteOldLedger({ db, now: () => inMonths(25) });
  expect(await listRows(player)).toEqual([]);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:abcd:12::1', '2001:db8:abcd::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', null],
])('the network of %s is %s', (address, network) => {
  expect(truncateAddress(address)).toBe(network);
});

const endings = {
  async 'the session ends'({ call }: SignedIn) {
    await call(signOut);
  },
  async 'the account is disabled'({ accountid }: SignedIn) {
    await db.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', accountid).execute();
  },
  async 'the session expires'({ accountid }: SignedIn) {
    await db.updateTable('sessions').set({ expires_at: server.now() }).where('account_id', '=', accountid).execute();
  },
  async 'the release is withdrawn on another node'() {
    await setWithdrawn(db, long.id, server.now());
  },
  async 'the release is withdrawn without a notification'() {
    await server.setState(long, 'withdrawn');
  },
  async 'the account is excluded from the release'({ accountid }: SignedIn) {
    await insertExclusion(db, long.id, accountid, server.now());
  },
  async 'the account loses its package'({ accountid }: SignedIn) {
    await db.deleteFrom('account_package').where('account_id', '=', accountid).execute();
  },
};
afterAll(() => server.setState(long, 'available'));

test.each(Object.entries(endings))('running streams, downloads and zips are cut when %s', async (_name, end) => {
  await server.setState(long, 'available');
  const player = await server.signedIn();
  const { call, cookie } = player;
  const { token } = (await call(audioToken, { params: { id: longTrack } })).body.data;
  const link = await call(releaseZipLink, { params: { id: long.releaseid }, query: {} });
  const responses = [
    await startReading(`${streamUrl(longTrack)}?token=${token}`, { cookie }),
    await startReading(downloadUrl('mp3', longTrack), player),
    await startReading(server.url + link.body.data.zipped_url, { cookie }),
  ];
  await end(player);
  const rows = await vi.waitUntil(async () => {
    const found = await listRows(player);
    return found.every(({ ended_at }) => ended_at) && found;
  });
  expect(rows.map(({ outcome }) => outcome)).toEqual(['cut', 'cut', 'cut']);
  for (const response of responses) await expect(readRest(response)).rejects.toThrow('aborted');
});

/** Sends a request and stops reading after the first bytes. */
async function startReading(url: string, { token, cookie }: Partial<SignedIn>): Promise<IncomingMessage> {
  const headers = { ...(cookie && { cookie }), ...(token && { authorization: `Bearer ${token}` }) };
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await once(response, 'readable');
  return response;
}

async function readRest(response: IncomingMessage): Promise<void> {
  for await (const _chunk of response);
}

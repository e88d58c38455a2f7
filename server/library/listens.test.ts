import { refresh } from '@promenade/contract/access';
import { reportOpen, reportPlay } from '@promenade/contract/library';
import { LISTENING_REPORTS_PER_HOUR } from '@promenade/contract/limits';
import { personalData } from '@promenade/contract/privacy';
import { confirmTold } from '@promenade/contract/profile';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { whenOver } from '../testing/cleanUp.ts';
import { createClient, refused } from '../testing/client.ts';
import { createSong, fetchFile } from '../testing/downloads.ts';
import { buildTestApp, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { deleteOldListens } from './listenRetention.ts';

const server = await startTestServer();
const release = await server.release({ songs: [{ duration: 100 }, { duration: 100 }] });
const [trackid = '', othertrackid = ''] = release.trackids;
const HOUR_MS = 3600_000;

const ago = (ms: number) => new Date(server.now().getTime() - ms).toISOString();
const newListen = (startedat = ago(HOUR_MS)) => ({
  trackid,
  seconds: 0,
  listenid: crypto.randomUUID(),
  startedat,
  source: 'gallery' as const,
});
type Report = ReturnType<typeof newListen> & { ranges: [number, number][] };
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const report = ({ call }: SignedIn, body: Report) => call(reportPlay, { body });

/** An account that was sent the sound of both tracks. */
async function newListener(options?: Parameters<typeof server.signedIn>[0]): Promise<SignedIn> {
  const listener = await server.signedIn(options);
  await server.insertStreams(listener, release.trackids);
  return listener;
}

/** `{[40,80)}`: the union of the listens of the first track, and what reports count of it. */
async function heardBy({ accountid }: SignedIn) {
  const { rows } = await sql<{ heard: string; reported: string; seconds: number; listens: number }>`
    select heard::text, reported::text, seconds,
      (select count(*)::int from listens l where l.account_id = p.account_id) as listens
    from plays p where account_id = ${accountid}`.execute(server.db);
  return rows[0];
}

test('reports of a listen add to it, in any order, twice and with fractions of seconds', async () => {
  const player = await newListener({ told_at: new Date(0) });
  const listen = newListen();
  for (const ranges of [[[60.2, 80.4]], [[40.4, 50.4]], [[50.4, 60.2]], [[40.4, 50.4]], []] as [number, number][][])
    expect(await report(player, { ...listen, ranges })).toMatchObject({ status: 200 });
  expect(await heardBy(player)).toEqual({ heard: '{[40,80)}', reported: '{[40,80)}', seconds: 40, listens: 1 });
  await report(player, { ...newListen(), ranges: [[10, 20]] });
  expect(await heardBy(player)).toMatchObject({ reported: '{[10,20),[40,80)}', seconds: 50, listens: 2 });
});

test('reports that arrive together are stored as one by one, and one that is refused spoils no other', async () => {
  const [one, two] = [await newListener(), await newListener()];
  const [mine, theirs] = [newListen(), newListen()];
  const { trackids } = await server.release({ packages: [`Package ${crypto.randomUUID()}`] });
  const hidden = { ...newListen(), trackid: trackids[0] ?? '' };
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, (_, n) => report(one, { ...mine, ranges: [[n * 2, n * 2 + 2]] })),
    report(two, { ...theirs, ranges: [[0, 30]] }),
    report(two, { ...newListen(ago(0)), ranges: [[0, 60]] }),
    report(two, { ...hidden, ranges: [[0, 10]] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 41 }, () => 200), 400, 404]);
  expect(await heardBy(one)).toMatchObject({ heard: '{[0,80)}', listens: 1 });
  expect(await heardBy(two)).toMatchObject({ heard: '{[0,30)}', listens: 1 });
});

test('a listen of another account or track is not found, and stays as it is', async () => {
  const [owner, stranger] = [await newListener(), await newListener()];
  const listen = { ...newListen(), ranges: [[0, 10]] as [number, number][] };
  await report(owner, listen);
  expect(await report(stranger, { ...listen, ranges: [[10, 90]] })).toMatchObject(refused('NOT_FOUND'));
  expect(await report(owner, { ...listen, trackid: othertrackid })).toMatchObject(refused('NOT_FOUND'));
  expect(await heardBy(owner)).toMatchObject({ heard: '{[0,10)}', listens: 1 });
  expect(await heardBy(stranger)).toBeUndefined();
});

test.for<[string, () => Partial<Report>]>([
  ['backwards', () => ({ ranges: [[20, 10]] })],
  ['negative', () => ({ ranges: [[-5, 10]] })],
  ['too many', () => ({ ranges: Array.from({ length: 201 }, (_, n) => [n, n + 1]) })],
  ['more seconds than passed', () => ({ startedat: ago(20_000), ranges: [[0, 60]] })],
  ['from tomorrow', () => ({ startedat: ago(-24 * HOUR_MS) })],
  ['over a day old', () => ({ startedat: ago(25 * HOUR_MS) })],
  ['without a start', () => ({ startedat: undefined })],
])('ranges that cannot be are refused: %s', async ([, wrong]) => {
  const player = await newListener();
  const body = { ...newListen(), ranges: [], ...wrong() } as Report;
  expect(await report(player, body)).toMatchObject(refused('VALIDATION'));
  expect(await heardBy(player)).toBeUndefined();
});

test('seconds outside the track are cut off; more than passed cannot be collected by several reports', async () => {
  const player = await newListener();
  const listen = newListen();
  await report(player, { ...listen, ranges: [[90, 86_400]] });
  expect(await heardBy(player)).toMatchObject({ heard: '{[90,100)}' });
  const fast = newListen(ago(20_000));
  expect((await report(player, { ...fast, ranges: [[0, 25]] })).status).toBe(200);
  expect(await report(player, { ...fast, ranges: [[25, 50]] })).toMatchObject(refused('VALIDATION'));
});

test('what was never fetched is not heard, and what was fetched in part is heard in part', async () => {
  const listener = await server.signedIn();
  await report(listener, { ...newListen(), seconds: 100, ranges: [[0, 100]] });
  expect(await heardBy(listener)).toMatchObject({ heard: '{}', listens: 1 });
  const isListened = async () =>
    (await server.db.selectFrom('plays').where('account_id', '=', listener.accountid).selectAll().execute())[0]
      ?.listened_at instanceof Date;
  expect(await isListened()).toBe(false);

  const song = await createSong(server, { duration: 100 });
  const sent = await server.release({ songs: [song.track] });
  const [streamed = ''] = sent.trackids;
  const url = `${server.url}/api/audio/stream/${streamed}.mp3`;
  const half = Math.round(song.mp3.length / 2);
  await fetchFile(url, listener.token, { range: `bytes=${half}-` });
  server.advanceClock(20 * 60_000);
  await report(listener, { ...newListen(ago(20 * 60_000)), trackid: streamed, ranges: [[0, 100]] });
  const heard = async () =>
    (
      await sql<{ heard: string }>`
        select heard::text from plays p join tracks t on t.id = p.track_id
        where t.trackid = ${streamed} and account_id = ${listener.accountid}`.execute(server.db)
    ).rows[0]?.heard;
  expect(await heard()).toBe('{[48,100)}');

  // The end of a stream that was closed early: one chunk of 524,288 bytes may have left unnoticed.
  await sql`
    insert into media_ledger
    select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'ranges', '{[0,2000000)}',
      'sent', '{[0,100000)}', 'bytes_sent', 100000, 'ended_at', started_at, 'outcome', 'closed'))).*
    from media_ledger l where account_id = ${listener.accountid} limit 1`.execute(server.db);
  await report(listener, { ...newListen(ago(19 * 60_000)), trackid: streamed, ranges: [[0, 100]] });
  expect(await heard()).toBe('{[0,34),[48,100)}');
});

test('no more is heard of a song than time passed, over several listens and since it was fetched', async () => {
  const listener = await server.signedIn();
  await server.insertStreams(listener, release.trackids, new Date(ago(30_000)));
  expect(await report(listener, { ...newListen(), ranges: [[0, 60]] })).toMatchObject(refused('VALIDATION'));
  expect((await report(listener, { ...newListen(ago(31_000)), ranges: [[0, 20]] })).status).toBe(200);
  const second = { ...newListen(), ranges: [[20, 40]] as [number, number][] };
  expect((await report(listener, second)).status).toBe(200);
  for (const startedat of [ago(2 * HOUR_MS), ago(20_000), ago(0)])
    expect(await report(listener, { ...newListen(startedat), ranges: [[40, 60]] })).toMatchObject(
      refused('VALIDATION'),
    );
  expect(await report(listener, { ...second, ranges: [[40, 60]] })).toMatchObject(refused('VALIDATION'));
  expect(await heardBy(listener)).toMatchObject({ heard: '{[0,40)}', listens: 2 });
  // The same seconds once more, on another device, are the same seconds.
  expect((await report(listener, { ...newListen(ago(25_000)), ranges: [[5, 30]] })).status).toBe(200);
  server.advanceClock(20_000);
  expect((await report(listener, { ...second, ranges: [[40, 60]] })).status).toBe(200);
  expect(await heardBy(listener)).toMatchObject({ heard: '{[0,60)}', listens: 3 });
});

test('of reports that arrive at once on two nodes, no more count than time passed', async () => {
  const listener = await newListener();
  const other = await buildTestApp(server);
  whenOver(() => other.close());
  const url = await other.listen({ port: 0, host: '127.0.0.1' });
  const nodes = [listener.call, createClient(url, listener.token)];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (nodes[n % 2] ?? listener.call)(reportPlay, {
        body: { ...newListen(ago(10_000)), ranges: [[n * 10, n * 10 + 10]] },
      }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(taken).toBeLessThanOrEqual(2);
  expect(await heardBy(listener)).toMatchObject(taken > 0 ? { listens: taken } : {});
});

test('an account reports listening 7,200 times an hour', async () => {
  const listener = await newListener();
  const key = `listening ${listener.accountid}`;
  await report(listener, { ...newListen(), ranges: [] });
  await server.db
    .updateTable('rate_limits')
    .set({ count: LISTENING_REPORTS_PER_HOUR - 2 })
    .where('key', '=', key)
    .execute();
  for (const status of [200, 200, 429])
    expect(await report(listener, { ...newListen(), ranges: [] })).toMatchObject({ status });
  expect(await listener.call(reportOpen, { params: release })).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('reports count what began after the account was told, which its next token says', async () => {
  const player = await newListener();
  await report(player, { ...newListen(), ranges: [[0, 10]] });
  await player.call(reportOpen, { params: release });
  expect(claims(player.token)).not.toHaveProperty('told');
  await player.call(confirmTold);
  await player.call(confirmTold);
  const { body } = await server.call(refresh, { body: { 'refresh-token': player.refreshToken } });
  expect(claims(body['access-token'])).toMatchObject({ told: true });
  server.advanceClock(60_000);
  await report(player, { ...newListen(ago(30_000)), ranges: [[50, 60]] });
  for (const _ of [1, 2]) await player.call(reportOpen, { params: release });
  expect(await heardBy(player)).toMatchObject({ heard: '{[0,10),[50,60)}', reported: '{[50,60)}', seconds: 10 });
  const exported = (await player.call(personalData)).body as { openings: object[]; listens: object[] };
  expect(exported.openings).toMatchObject([
    { times: 1, reportable: false },
    { times: 2, reportable: true },
  ]);
  expect(exported.listens).toMatchObject([
    { heard: '{[0,10)}', reportable: false },
    { heard: '{[50,60)}', reportable: true },
  ]);
});

test('old listens become totals without a person, and later months have their partition', async () => {
  const player = await newListener({ told_at: new Date(0) });
  const config = { ...server.config, listensMonths: 1 };
  await report(player, { ...newListen(), ranges: [[0, 10]] });
  await report(player, { ...newListen(), ranges: [[5, 20]] });
  const now = server.now();
  now.setUTCMonth(now.getUTCMonth() + 3);
  for (const _ of ['once', 'and again']) await deleteOldListens({ ...server, config, now: () => now });
  const { rows: totals } = await sql`
    select listens, seconds::int from listen_totals l join tracks t on t.id = l.track_id
    where trackid = ${trackid} order by month desc limit 1`.execute(server.db);
  expect(totals).toEqual([{ listens: expect.any(Number), seconds: expect.any(Number) }]);
  expect(await heardBy(player)).toMatchObject({ heard: '{}', reported: '{}', listens: 0 });
  const { rows: partitions } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'listens'::regclass order by relname desc limit 2`.execute(server.db);
  now.setUTCDate(1);
  now.setUTCMonth(now.getUTCMonth() + 2);
  expect(partitions.map(({ name }) => name)).toContain(`listens_${now.toISOString().slice(0, 7).replace('-', '_')}`);
});

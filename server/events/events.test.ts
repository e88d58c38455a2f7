import { connect } from 'node:net';
import { signIn, signOut } from '@promenade/contract/access';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import { events, type ServerEvent } from '@promenade/contract/events';
import { flagRelease, reportPlay } from '@promenade/contract/library';
import { afterAll, expect, test, vi } from 'vitest';
import { updateAccount } from '../access/queries.ts';
import { endSessions } from '../access/sessionQueries.ts';
import { setEnd, setWithdrawn } from '../catalogue/withdrawQueries.ts';
import { notifyChange } from '../platform/database/changes.ts';
import { createClient } from '../testing/client.ts';
import { type EventStream, openEventStream } from '../testing/eventStream.ts';
import { buildTestApp, PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';

/** Events: requirements decision 41. */
const server = await startTestServer();
const second = await buildTestApp(server);
const secondUrl = await second.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => second.close());

const listenTo = (player: Pick<SignedIn, 'token'>, url = server.url) => openEventStream(url, player);

/** Waits until every earlier notification has arrived: this one comes after them. */
async function settle(player: SignedIn, stream: EventStream): Promise<ServerEvent[]> {
  const countsOf = () => stream.events().filter(({ type }) => type === 'counts-changed').length;
  const before = countsOf();
  await server.pool.query(`select pg_notify('changes', $1)`, [
    JSON.stringify({ type: 'counts', accountids: [player.accountid] }),
  ]);
  await vi.waitFor(() => expect(countsOf()).toBeGreaterThan(before));
  return stream.events().filter(({ type }) => type !== 'counts-changed');
}

async function signInAgain({ email }: SignedIn): Promise<string> {
  const { body } = await createClient(server.url)(signIn, { body: { username: email, password: PASSWORD } });
  return body['access-token'];
}

test('a stream is uncompressed, not stored, opens at once and needs a session', async () => {
  const player = await server.signedIn();
  const stream = await listenTo(player);
  expect(stream.response.status).toBe(200);
  const { headers } = stream.response;
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  await vi.waitFor(() => expect(stream.text()).toBe(':\n\n'));
  stream.stop();
  expect((await server.call(events)).status).toBe(401);
  expect(
    (await fetch(`${server.url}/api/events?token=${player.token}`, { headers: { cookie: player.cookie } })).status,
  ).toBe(401);
});

test('a session that ends elsewhere is told on every node, and its streams end', async () => {
  const player = await server.signedIn();
  const other = await signInAgain(player);
  const streams = [await listenTo(player), await listenTo(player, secondUrl)];
  const kept = await listenTo({ token: other });
  await player.call(signOut);
  for (const stream of streams) {
    await vi.waitFor(() => expect(stream.isClosed()).toBe(true));
    expect(stream.events()).toEqual([{ type: 'session-ended' }]);
  }
  expect(await settle(player, kept)).toEqual([]);
  await updateAccount(server.db, player.accountid, { status: 'disabled' });
  await endSessions(server.db, { account_id: player.accountid }, server.now());
  await vi.waitFor(() => expect(kept.isClosed()).toBe(true));
  expect(kept.events().at(-1)).toEqual({ type: 'session-ended' });
});

test('a withdrawn release is told on every node, to those alone who had it', async () => {
  const packages = ['Withdrawals'];
  const [player, stranger] = [await server.signedIn({ packages }), await server.signedIn()];
  const { id, releaseid } = await server.release({ packages });
  const streams = [await listenTo(player), await listenTo(player, secondUrl)];
  const uninvolved = await listenTo(stranger);
  await setWithdrawn(server.db, id, server.now());
  for (const stream of streams)
    await vi.waitFor(() => expect(stream.events()).toEqual([{ type: 'release-withdrawn', releaseid }]));
  expect(await settle(stranger, uninvolved)).toEqual([]);
});

test('an end that has come is told like a withdrawal, an end to come is not', async () => {
  const packages = ['Ends'];
  const player = await server.signedIn({ packages });
  const { id, releaseid } = await server.release({ packages });
  const stream = await listenTo(player);
  const now = server.now();
  await setEnd(server.db, id, new Date(now.getTime() + 60_000), now);
  expect(await settle(player, stream)).toEqual([]);
  await setEnd(server.db, id, now, now);
  await vi.waitFor(() => expect(stream.events()).toContainEqual({ type: 'release-withdrawn', releaseid }));
});

test('an end date that passes is told like a withdrawal', async () => {
  const packages = ['Passing ends'];
  const player = await server.signedIn({ packages });
  const { id, releaseid } = await server.release({ packages });
  const stream = await listenTo(player);
  await setEnd(server.db, id, new Date(Date.now() + 1_000), server.now());
  await vi.waitFor(() => expect(stream.events()).toEqual([{ type: 'release-withdrawn', releaseid }]));
});

test('a date that moves ahead is told to those who had the release; they learn that it was taken away', async () => {
  const packages = ['Moved dates'];
  const [player, stranger] = [await server.signedIn({ packages }), await server.signedIn()];
  const identity = 'id:moved';
  const { releaseid } = await server.release({ packages, identity });
  const [own, others] = [await listenTo(player), await listenTo(stranger)];
  await server.release({ packages, identity, available: new Date(Date.now() + 3600_000) });
  await vi.waitFor(() => expect(own.events()).toContainEqual({ type: 'release-withdrawn', releaseid }));
  expect(await settle(stranger, others)).toEqual([]);
  const statusOf = async ({ call }: SignedIn) => (await call(releaseRoute, { params: { releaseid } })).status;
  expect([await statusOf(player), await statusOf(stranger)]).toEqual([403, 404]);
});

test('an exclusion is told to the excluded account alone', async () => {
  const packages = ['Exclusions'];
  const [player, friend] = [await server.signedIn({ packages }), await server.signedIn({ packages })];
  const { releaseid } = await server.release({ packages });
  const [own, others] = [await listenTo(player), await listenTo(friend)];
  await notifyChange(server.db, { type: 'taken', releaseid, accountid: player.accountid });
  await vi.waitFor(() => expect(own.events()).toEqual([{ type: 'release-withdrawn', releaseid }]));
  expect(await settle(friend, others)).toEqual([]);
});

test('a delivery to fewer packages is told to those who lost the release', async () => {
  const [lost, kept] = [await server.signedIn({ packages: ['Lost'] }), await server.signedIn({ packages: ['Kept'] })];
  const identity = 'id:narrowed';
  const { releaseid } = await server.release({ packages: ['Lost', 'Kept'], identity });
  const [own, others] = [await listenTo(lost), await listenTo(kept)];
  await server.release({ packages: ['Kept'], identity });
  await vi.waitFor(() => expect(own.events()).toContainEqual({ type: 'release-withdrawn', releaseid }));
  expect(await settle(kept, others)).toEqual([]);
});

test('a flag tells the other browsers of the account, on every node, that counts changed', async () => {
  const packages = ['Flags'];
  const [player, friend] = [await server.signedIn({ packages }), await server.signedIn({ packages })];
  const { releaseid } = await server.release({ packages });
  const [other, uninvolved] = [await listenTo({ token: await signInAgain(player) }, secondUrl), await listenTo(friend)];
  await player.call(flagRelease, { params: { releaseid } });
  await vi.waitFor(() => expect(other.events()).toEqual([{ type: 'counts-changed' }]));
  expect(uninvolved.events()).toEqual([]);
});

test('operators and staff of the owner are told what changes a report, nobody else is', {
  tags: ['requirements decision 45'],
}, async () => {
  const [player, operator] = [await server.signedIn(), await server.signedIn({ operator: true })];
  const [viewer, foreign] = [await server.signedIn({ everyone: false }), await server.signedIn({ label_staff: true })];
  const release = await server.release({ label: { name: 'Told', contact: null } });
  const { releaseid, trackids } = release;
  await server.joinLabel(viewer, release, 'viewer');
  const own = await listenTo(player);
  const [report, staff, other] = [await listenTo(operator), await listenTo(viewer), await listenTo(foreign)];
  await player.call(reportPlay, { body: { trackid: trackids[0] ?? '', seconds: 30 } });
  await vi.waitFor(() => expect(report.events()).toEqual([{ type: 'report-changed', releaseid }]));
  await vi.waitFor(() => expect(staff.events()).toEqual([{ type: 'report-changed', releaseid }]));
  expect(await settle(player, own)).toEqual([]);
  expect(await settle(foreign, other)).toEqual([]);
});

test('a former operator is told nothing of reports, although the stream was opened before', async () => {
  const operator = await server.signedIn({ operator: true });
  const former = await server.signedIn({ operator: true, everyone: false });
  const { releaseid } = await server.release();
  const [report, ended] = [await listenTo(operator), await listenTo(former)];
  await updateAccount(server.db, former.accountid, { operator: false });
  await notifyChange(server.db, { type: 'report', releaseid });
  await vi.waitFor(() => expect(report.events()).toContainEqual({ type: 'report-changed', releaseid }));
  expect(await settle(former, ended)).toEqual([]);
});

test('an account has ten streams on a node; the eleventh ends the oldest', async () => {
  const player = await server.signedIn();
  const streams: EventStream[] = [];
  for (let count = 0; count < 10; count++) streams.push(await listenTo(player));
  const elsewhere = await listenTo(player, secondUrl);
  const newest = await listenTo(player);
  expect([elsewhere.response.status, newest.response.status]).toEqual([200, 200]);
  await vi.waitFor(() => expect(streams.map((stream) => stream.isClosed())).toEqual([true, ...Array(9).fill(false)]));
  await settle(player, newest);
  await settle(player, elsewhere);
});

test('a reader that takes nothing is dropped', async () => {
  const player = await server.signedIn();
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${player.token}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  await server.pool.query(
    `select pg_notify('changes', json_build_object('type', 'counts', 'accountids', array[$1::int, -n])::text)
    from generate_series(1, 200000) n`,
    [player.accountid],
  );
  const closed = new Promise((resolve) => socket.once('close', resolve).once('error', () => {}));
  // What was sent before arrives, then the connection is gone.
  const marker = await listenTo(player);
  await settle(player, marker);
  socket.resume();
  await expect(closed).resolves.toBeDefined();
});

test('a stop ends the streams at once', async () => {
  const player = await server.signedIn();
  const third = await buildTestApp(server);
  const stream = await listenTo(player, await third.listen({ port: 0, host: '127.0.0.1' }));
  await third.close();
  await vi.waitFor(() => expect(stream.isClosed()).toBe(true));
});

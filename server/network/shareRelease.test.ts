import { randomUUID } from 'node:crypto';
import { release as detail, releases } from '@promenade/contract/catalogue';
import { deleteConnection, shareRelease } from '@promenade/contract/network';
import { personalData } from '@promenade/contract/privacy';
import { expect, test } from 'vitest';
import { insertExclusion } from '../catalogue/withdrawQueries.ts';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { insertConnection } from './connectionQueries.ts';

const server = await startTestServer();

const DAY_MS = 24 * 3600 * 1000;

/** Creates a release for the sharer only, and a connection of the sharer. */
async function createSharing(options: Parameters<typeof server.release>[0] = {}) {
  const packages = [randomUUID()];
  const sharer = await server.signedIn({ packages, firstname: 'Robin', lastname: 'Verhoeven' });
  const friend = await server.signedIn();
  await connect(sharer, friend);
  return { sharer, friend, packages, release: await server.release({ packages, ...options }) };
}

const connect = (first: SignedIn, second: { accountid: number }) =>
  insertConnection(server.db, first.accountid, second.accountid, server.now());
const share = (sharer: SignedIn, release_id: string, players_id: string[], message?: string) =>
  sharer.call(shareRelease, { body: { release_id, players_id, ...(message !== undefined && { message }) } });
const open = (player: SignedIn, releaseid: string) => player.call(detail, { params: { releaseid } });

test("a shared release is in the recipient's gallery with sender and message, and in nobody else's", {
  tags: ['A-NETWORK-40', 'A-API-22'],
}, async () => {
  const { sharer, friend, release } = await createSharing({ title: 'Harbour Sun' });
  expect(await open(friend, release.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect((await share(sharer, release.releaseid, [friend.playerid], 'For Sunday?')).status).toBe(201);
  const shared_by = { name: 'Robin Verhoeven', message: 'For Sunday?' };
  expect((await friend.call(releases)).body.items).toMatchObject([{ title: 'Harbour Sun', shared_by }]);
  expect((await open(friend, release.releaseid)).body).toMatchObject({ releaseid: release.releaseid, shared_by });
  expect((await open(sharer, release.releaseid)).body.shared_by).toBeNull();
  expect(await open(await server.signedIn(), release.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
});

test('the mail links to the release, quotes the message as text and has the sender as reply address', async () => {
  const { sharer, friend, release } = await createSharing({ title: 'Rain & Sun', artist: 'Mia <3' });
  const mailto = `${randomUUID()}@mailbox.example`;
  await server.db.updateTable('accounts').set({ mailto }).where('id', '=', friend.accountid).execute();
  await share(sharer, release.releaseid, [friend.playerid], 'Hear <script>alert(1)</script>\nthe bridge');
  const mail = await server.waitForMail(mailto);
  expect(mail).toMatchObject({
    kind: 'share',
    subject: 'Robin Verhoeven shared Rain & Sun by Mia <3',
    replyTo: sharer.email,
  });
  const link = `http://promenade.test/releases/releaseInfo/${release.releaseid}`;
  expect(mail.links).toEqual([link]);
  expect(mail.html).toContain(`href="${link}"`);
  expect(mail.html).toContain('Rain &amp; Sun by Mia &lt;3');
  expect(mail.html).toContain('Hear &lt;script&gt;alert(1)&lt;/script&gt;<br>the bridge');
  expect(mail.html).not.toContain('<script');
  expect(mail.text).toContain('> Hear <script>alert(1)</script>\n> the bridge');
  expect(await server.countMails(friend.email)).toBe(0);
});

test('the newest share is returned, and sharing again replaces the message', async () => {
  const { sharer, friend, packages, release } = await createSharing();
  const otherSharer = await server.signedIn({ packages, firstname: 'Bea' });
  await connect(otherSharer, friend);
  const getShare = async () => (await open(friend, release.releaseid)).body.shared_by;
  await share(sharer, release.releaseid, [friend.playerid], 'first');
  server.advanceClock(1000);
  await share(otherSharer, release.releaseid, [friend.playerid]);
  expect(await getShare()).toEqual({ name: 'Bea', message: '' });
  server.advanceClock(1000);
  await share(sharer, release.releaseid, [friend.playerid, friend.playerid.toUpperCase()], 'second');
  expect(await getShare()).toEqual({ name: 'Robin Verhoeven', message: 'second' });
  expect((await friend.call(releases)).body.items).toHaveLength(1);
  expect(await server.countMails(friend.email)).toBe(2);
});

test('a release is shared with verified, active connections only, or with nobody', {
  tags: ['A-NETWORK-37', 'A-ROLE-04', 'A-ROLE-11'],
}, async () => {
  const { sharer, friend, release } = await createSharing();
  const unverified = await server.account({ verified: false });
  const closed = await server.account({ status: 'disabled' });
  const disconnected = await server.account();
  for (const account of [unverified, closed, disconnected]) await connect(sharer, account);
  await sharer.call(deleteConnection, { body: { connected_player_id: disconnected.playerid } });
  const stranger = await server.account();
  const unconnected = [unverified, closed, disconnected, stranger, sharer].map(({ playerid }) => playerid);
  for (const playerid of [...unconnected, randomUUID()]) {
    expect(await share(sharer, release.releaseid, [friend.playerid, playerid])).toMatchObject(refused('NOT_CONNECTED'));
  }
  expect(await open(friend, release.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await server.countMails(friend.email)).toBe(0);
  expect((await share(sharer, release.releaseid, [friend.playerid])).status).toBe(201);
});

test('a connection that is excluded from a release is not told of it, and the sender not of the exclusion', {
  tags: ['A-NETWORK-37'],
}, async () => {
  const { sharer, friend, release } = await createSharing();
  const excluded = await server.signedIn();
  await connect(sharer, excluded);
  await insertExclusion(server.db, release.id, excluded.accountid, server.now());
  for (const playerids of [[excluded.playerid], [excluded.playerid, friend.playerid]])
    expect((await share(sharer, release.releaseid, playerids)).status).toBe(201);
  expect(await server.countMails(excluded.email)).toBe(0);
  expect(await server.countMails(friend.email)).toBe(1);
  expect(await open(excluded, release.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(JSON.stringify((await excluded.call(personalData)).body)).not.toContain(release.releaseid);
});

test('a release that does not allow sharing is not shared', {
  tags: ['A-NETWORK-37', 'A-ROLE-04', 'A-ROLE-11', 'A-ERR-17'],
}, async () => {
  const { sharer, friend, release } = await createSharing({ allow_sharing: false });
  const answer = await share(sharer, release.releaseid, [friend.playerid]);
  expect(answer).toMatchObject(refused('SHARING_NOT_ALLOWED'));
  expect(answer.refusal?.message).toBe('This release cannot be shared.');
  expect(await open(friend, release.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await server.countMails(friend.email)).toBe(0);
});

test('unverified accounts cannot share, not even label staff', {
  tags: ['A-NETWORK-37', 'A-ROLE-04', 'A-ROLE-11', 'A-ROLE-12'],
}, async () => {
  const release = await server.release();
  const friend = await server.account();
  for (const label_staff of [false, true]) {
    const player = await server.signedIn({ verified: false, label_staff });
    await connect(player, friend);
    expect(await share(player, release.releaseid, [friend.playerid])).toMatchObject(refused('NOT_VERIFIED'));
  }
});

test('an undelivered, future, unknown or withdrawn release cannot be shared', async () => {
  const { sharer, friend, packages, release } = await createSharing();
  const undelivered = await server.release({ packages: [randomUUID()] });
  const future = await server.release({ packages, available: new Date(server.now().getTime() + DAY_MS) });
  const players = [friend.playerid];
  expect(await share(sharer, undelivered.releaseid, players)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await share(sharer, future.releaseid, players)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await share(sharer, randomUUID(), players)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  await server.setState(release, 'withdrawn');
  expect(await share(sharer, release.releaseid, players)).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  expect(await server.countMails(friend.email)).toBe(0);
});

test('a message has at most 500 characters, and a recipient is required', { tags: ['A-NETWORK-39'] }, async () => {
  const { sharer, friend, release } = await createSharing();
  const send = (players: string[], message: string) => share(sharer, release.releaseid, players, message);
  expect(await send([friend.playerid], 'x'.repeat(501))).toMatchObject(refused('VALIDATION'));
  expect(await send([], 'x')).toMatchObject(refused('VALIDATION'));
  expect(await send(['no id'], 'x')).toMatchObject(refused('VALIDATION'));
  expect((await send([friend.playerid], 'x'.repeat(500))).status).toBe(201);
});

test('control characters and unpaired surrogates in a message are replaced', async () => {
  const { sharer, friend, release } = await createSharing();
  expect((await share(sharer, release.releaseid, [friend.playerid], ' a\u0000b\r\nc\ud800 ')).status).toBe(201);
  expect((await open(friend, release.releaseid)).body.shared_by?.message).toBe('a b\nc\ufffd');
});

test('a share outlives the connection and the sender, but not a withdrawal', async () => {
  const { sharer, friend, release } = await createSharing();
  await share(sharer, release.releaseid, [friend.playerid]);
  await friend.call(deleteConnection, { body: { connected_player_id: sharer.playerid } });
  await server.db.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', sharer.accountid).execute();
  expect((await open(friend, release.releaseid)).status).toBe(200);
  await server.setState(release, 'withdrawn');
  expect(await open(friend, release.releaseid)).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
});

test('a second delivery keeps shares, also concurrent ones', async () => {
  const identity = `id:${randomUUID()}`;
  const { sharer, friend, packages, release } = await createSharing({ identity });
  await share(sharer, release.releaseid, [friend.playerid]);
  await server.release({ packages, identity, title: 'Corrected' });
  expect((await open(friend, release.releaseid)).body.title).toBe('Corrected');
  for (let round = 0; round < 5; round++) {
    const newFriend = await server.signedIn();
    await connect(sharer, newFriend);
    await Promise.all([
      share(sharer, release.releaseid, [newFriend.playerid]),
      server.release({ packages, identity, title: `Corrected ${round}` }),
    ]);
    expect((await open(newFriend, release.releaseid)).status).toBe(200);
  }
});

test('an account shares sixty times an hour', async () => {
  const { sharer, friend, release } = await createSharing();
  for (let sent = 0; sent < 60; sent++) await share(sharer, release.releaseid, [friend.playerid]);
  const over = await share(sharer, release.releaseid, [friend.playerid]);
  expect(over).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await server.countMails(friend.email)).toBe(1);
});

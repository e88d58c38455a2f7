import { randomUUID } from 'node:crypto';
import { deleteConnection, shareRelease } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { insertExclusion, setEnd, setWithdrawn } from '../catalogue/withdrawQueries.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { insertConnection } from './connectionQueries.ts';
import { sendShareMails } from './shareMails.ts';

const server = await startTestServer();
const MINUTE = 60_000;

async function createPair() {
  const packages = [randomUUID()];
  const sharer = await server.signedIn({ packages, firstname: 'Robin', lastname: 'Verhoeven' });
  const friend = await server.signedIn();
  await insertConnection(server.db, sharer.accountid, friend.accountid, server.now());
  const create = (title: string) => server.release({ packages, title, artist: 'Mia' });
  const share = (release: { releaseid: string }, message = '', to = [friend]) =>
    sharer.call(shareRelease, {
      body: { release_id: release.releaseid, players_id: to.map(({ playerid }) => playerid), message },
    });
  return { sharer, friend, create, share };
}

/** The first share is mailed at once, the others wait. */
async function shareAll({ create, share }: Awaited<ReturnType<typeof createPair>>, ...titles: string[]) {
  const releases = [];
  for (const title of titles) {
    const release = await create(title);
    expect((await share(release, `About ${title}`)).status).toBe(201);
    server.advanceClock(1000);
    releases.push(release);
  }
  return releases;
}

const listMails = async ({ email }: SignedIn) =>
  server.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('created_at').execute();

test('an hour after the first mail one mail has all that was shared since, with its messages', async () => {
  const pair = await createPair();
  const [first, ...later] = await shareAll(pair, 'One', 'Two', 'Three');
  server.advanceClock(58 * MINUTE);
  await sendShareMails(server);
  expect((await listMails(pair.friend)).map(({ subject }) => subject)).toEqual(['Robin Verhoeven shared One by Mia']);
  server.advanceClock(2 * MINUTE);
  await Promise.all([sendShareMails(server), sendShareMails(server)]);
  await sendShareMails(server);
  const [, mail, ...others] = await listMails(pair.friend);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'share',
    subject: 'Robin Verhoeven shared 2 releases',
    reply_to: pair.sharer.email,
  });
  const urls = later.map(({ releaseid }) => `http://promenade.test/releases/releaseInfo/${releaseid}`);
  expect(mail?.body?.match(/http:\S+/g)).toEqual(urls);
  expect(mail?.body).toContain('Two – Mia\n');
  expect(mail?.body).toContain('> About Three');
  for (const url of urls) expect(mail?.html).toContain(`href="${url}"`);
  expect(mail?.html).toContain('About Two');
  expect(mail?.body).not.toContain(String(first?.releaseid));
});

test('a single release that waited has the mail of a single share', async () => {
  const pair = await createPair();
  await shareAll(pair, 'One', 'Two');
  server.advanceClock(61 * MINUTE);
  await sendShareMails(server);
  expect((await listMails(pair.friend)).map(({ subject }) => subject)).toEqual([
    'Robin Verhoeven shared One by Mia',
    'Robin Verhoeven shared Two by Mia',
  ]);
});

test('the next share after a quiet hour is mailed at once, together with what waits', async () => {
  const pair = await createPair();
  await shareAll(pair, 'One', 'Two');
  // The session of the sharer does not last an hour.
  const shares_mailed_at = new Date(server.now().getTime() - 61 * MINUTE);
  await server.db
    .updateTable('connections')
    .set({ shares_mailed_at })
    .where('account_id', '=', pair.sharer.accountid)
    .execute();
  await shareAll(pair, 'Three');
  const subjects = (await listMails(pair.friend)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Robin Verhoeven shared One by Mia', 'Robin Verhoeven shared 2 releases']);
});

test('the hour counts for each pair', async () => {
  const pair = await createPair();
  const other = await server.signedIn();
  await insertConnection(server.db, pair.sharer.accountid, other.accountid, server.now());
  await shareAll(pair, 'One');
  await pair.share(await pair.create('Two'), '', [pair.friend, other]);
  expect(await Promise.all([pair.friend, other].map(async (player) => (await listMails(player)).length))).toEqual([
    1, 1,
  ]);
});

test('shares at the same moment make one mail, and none is lost', async () => {
  const pair = await createPair();
  const releases = await Promise.all(['One', 'Two', 'Three', 'Four'].map(pair.create));
  await Promise.all(releases.map((release) => pair.share(release)));
  expect(await listMails(pair.friend)).toHaveLength(1);
  server.advanceClock(61 * MINUTE);
  await sendShareMails(server);
  const text = (await listMails(pair.friend)).map(({ body }) => body).join('');
  for (const { releaseid } of releases) expect(text.split(releaseid)).toHaveLength(2);
});

type Pair = Awaited<ReturnType<typeof createPair>>;
type Release = Awaited<ReturnType<Pair['create']>>;
const setStatus = ({ accountid }: SignedIn, status: 'active' | 'disabled') =>
  server.db.updateTable('accounts').set({ status }).where('id', '=', accountid).execute();

test.each<[string, (pair: Pair, release: Release) => Promise<unknown>, string[]]>([
  ['that was withdrawn', (_pair, { id }) => setWithdrawn(server.db, id, server.now()), ['Three']],
  ['that has ended', (_pair, { id }) => setEnd(server.db, id, server.now(), server.now()), ['Three']],
  [
    'from which the recipient was excluded',
    ({ friend }, { id }) => insertExclusion(server.db, id, friend.accountid, server.now()),
    ['Three'],
  ],
  ['of a sharer who was disabled', ({ sharer }) => setStatus(sharer, 'disabled'), []],
  ['to a recipient who was disabled', ({ friend }) => setStatus(friend, 'disabled'), []],
  [
    'by a former connection, which the recipient still has,',
    ({ sharer, friend }) => friend.call(deleteConnection, { body: { connected_player_id: sharer.playerid } }),
    ['Two', 'Three'],
  ],
])('a waiting release %s is announced as it should be', async (_what, change, announced) => {
  const pair = await createPair();
  const [, two] = await shareAll(pair, 'One', 'Two', 'Three');
  await change(pair, two as Release);
  server.advanceClock(61 * MINUTE);
  await sendShareMails(server);
  const text = (await listMails(pair.friend))
    .slice(1)
    .map(({ body }) => body)
    .join('');
  expect(['One', 'Two', 'Three'].filter((title) => text.includes(title))).toEqual(announced);
});

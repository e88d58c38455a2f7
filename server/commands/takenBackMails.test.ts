import { randomUUID } from 'node:crypto';
import { shareRelease } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { insertConnection } from '../network/connectionQueries.ts';
import { sendShareMails } from '../network/shareMails.ts';
import { insertReleaseMails } from '../notify/releaseQueries.ts';
import { sendReleaseMails } from '../notify/sendReleaseMails.ts';
import { setExcluded, withdrawRelease } from '../operator/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const HOUR = 3600_000;
const listSubjects = async ({ email }: SignedIn) => {
  const mails = await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute();
  return mails.map(({ subject }) => subject).sort();
};

test('a withdrawal takes back a mail that was not sent yet, and the other shares of it are mailed again', async () => {
  const packages = [randomUUID()];
  const sharer = await server.signedIn({ packages, firstname: 'Robin', lastname: 'Verhoeven' });
  const friend = await server.signedIn();
  await insertConnection(server.db, sharer.accountid, friend.accountid, server.now());
  const releaseids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { releaseid } = await server.release({ packages, title, artist: 'Mia' });
    const body = { release_id: releaseid, players_id: [friend.playerid] };
    expect((await sharer.call(shareRelease, { body })).status).toBe(201);
    releaseids.push(releaseid);
  }
  const [first, single] = ['Robin Verhoeven shared One by Mia', 'Robin Verhoeven shared Three by Mia'];
  server.advanceClock(HOUR);
  await sendShareMails(server);
  expect(await listSubjects(friend)).toEqual(['Robin Verhoeven shared 2 releases', first]);
  await withdrawRelease(server, String(releaseids[1]), true);
  expect(await listSubjects(friend)).toEqual([first]);
  server.advanceClock(HOUR);
  await sendShareMails(server);
  expect(await listSubjects(friend)).toEqual([first, single]);
});

test('an exclusion takes back a mail about new releases, and the other release of it is mailed again', async () => {
  const player = await server.signedIn();
  const [kept, taken] = [await server.release({ title: 'Kept' }), await server.release({ title: 'Taken' })];
  await server.db.updateTable('accounts').set({ mailpref: 'per-release' }).where('id', '=', player.accountid).execute();
  await sendReleaseMails(server);
  expect(await listSubjects(player)).toEqual(['2 new promos']);
  await setExcluded(server, taken.releaseid, player.email, true);
  expect(await listSubjects(player)).toEqual([]);
  const period = { from: new Date(0), to: server.now() };
  const batch = { accountids: [player.accountid], releaseids: undefined, ...period };
  expect(await insertReleaseMails(server.db, batch)).toMatchObject([{ releaseid: kept.id }]);
});

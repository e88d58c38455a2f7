import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { audioToken } from '@promenade/contract/media';
import { shareRelease } from '@promenade/contract/network';
import { account, actOnAccount } from '@promenade/contract/operatorPeople';
import { expect, test } from 'vitest';
import { setEnd } from '../catalogue/withdrawQueries.ts';
import { insertConnection } from '../network/connectionQueries.ts';
import { fixture } from '../testing/deliveries.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const operator = await createOperatorCommand(server.pool.options);
const auditOf = (subject: string) => listAudit(server, subject);
const statusOf = async ({ call }: SignedIn, releaseid: string) =>
  (await call(releaseRoute, { params: { releaseid } })).status;

test('a withdrawal by title stops the release at once for everyone; restoring brings it back', async () => {
  const packages = ['Withdrawals'];
  const player = await server.signedIn({ packages });
  const { releaseid, trackids } = await server.release({ packages, title: 'Tide Table', audio: true });
  const total = async () => (await player.call(releases, { query: { filter: 'tide' } })).body.total;
  expect(await total()).toBe(1);
  expect(await operator('withdraw', 'Tide Table', '--yes')).toMatchObject({
    code: 0,
    stdout: `Withdrew "Tide Table" (${releaseid}) from 1 recipient.\n`,
  });
  expect(await statusOf(player, releaseid)).toBe(410);
  expect((await player.call(audioToken, { params: { id: trackids[0] ?? '' }, query: {} })).status).toBe(410);
  expect(await total()).toBe(0);
  expect(await operator('withdraw', releaseid, '--yes')).toMatchObject({
    code: 1,
    stderr: '"Tide Table" is withdrawn: nothing was changed.\n',
  });
  expect(await operator('restore', releaseid.toUpperCase(), '--yes')).toMatchObject({ code: 0 });
  expect(await statusOf(player, releaseid)).toBe(200);
  expect(await auditOf(releaseid)).toMatchObject([
    { actor: 'command', action: 'release.withdraw', before: { state: 'available' }, after: { state: 'withdrawn' } },
    { actor: 'command', action: 'release.restore', before: { state: 'withdrawn' }, after: { state: 'available' } },
  ]);
});

test('a release is named by its UPC, and by its title only when that is unique', async () => {
  const [upc, title] = ['0123456789012', 'Twice \u001b[31m'];
  const { releaseid } = await server.release({ title, facts: { upc } });
  const other = await server.release({ title });
  const { code, stdout, stderr } = await operator('withdraw', title);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(releaseid);
  expect(stderr).toContain(other.releaseid);
  const done = await operator('withdraw', upc, '--yes');
  expect(done).toMatchObject({ code: 0, stdout: `Withdrew "Twice \\u001b[31m" (${releaseid}) from 1 recipient.\n` });
  // As others write it: without or with more zeros, with the spaces and hyphens of a cover.
  expect(await operator('restore', '123456789012', '--yes')).toMatchObject({ code: 0 });
  expect(await operator('withdraw', '00 123456-789012', '--yes')).toMatchObject({ code: 0 });
  expect(await operator('withdraw', 'Nothing like it')).toMatchObject({
    code: 1,
    stderr: 'No release has the releaseid, UPC or title "Nothing like it".\n',
  });
});

test('a track gets the recording of a file, by its number or id; a file that is no audio is refused', async () => {
  const { releaseid, trackids } = await server.release({ title: 'Retaken', songs: [{ title: 'A' }, { title: 'B' }] });
  const [, trackid = ''] = trackids;
  const read = () =>
    server.db.selectFrom('tracks').where('trackid', '=', trackid).selectAll().executeTakeFirstOrThrow();
  const before = await read();
  expect(await operator('replace-recording', 'Retaken', '2', fixture('vorbis.ogg'))).toMatchObject({
    code: 0,
    stdout: `"B" of "Retaken" (${releaseid}) has another recording.\n`,
  });
  const after = await read();
  expect(after).toMatchObject({ id: before.id, title: 'B', ordinal: 2, release_id: before.release_id });
  expect(after.waveform_hash).not.toBe(before.waveform_hash);
  const refused = await operator('replace-recording', releaseid, trackid, fixture('cover.jpg'));
  expect(refused).toMatchObject({ code: 1 });
  expect(await read()).toEqual(after);
  expect(await operator('replace-recording', releaseid, '3', fixture('vorbis.ogg'))).toMatchObject({
    code: 1,
    stderr: 'The release has no track "3".\n',
  });
  expect((await auditOf(releaseid)).map(({ action }) => action)).toContain('release.recording');
});

test('an end date ends the release for everyone who had it', async () => {
  const packages = ['Ending'];
  const player = await server.signedIn({ packages });
  const { id, releaseid } = await server.release({ packages });
  expect(await operator('end', releaseid, '2020-01-31', '--yes')).toMatchObject({ code: 1, stdout: '' });
  expect(await statusOf(player, releaseid)).toBe(200);
  await setEnd(server.db, id, server.now(), server.now());
  expect(await statusOf(player, releaseid)).toBe(410);
  expect(await operator('end', releaseid, '--off')).toMatchObject({
    code: 1,
    stderr: `"Untitled" is ended and would be available to 1 person at once: nothing was changed. Confirm it with --yes.\n`,
  });
  expect(await statusOf(player, releaseid)).toBe(410);
  expect(await operator('end', releaseid, '--off', '--yes')).toMatchObject({ code: 0 });
  expect(await statusOf(player, releaseid)).toBe(200);
  expect(await operator('end', releaseid, '2099-01-31')).toMatchObject({ code: 0 });
  expect(await operator('end', releaseid, 'tomorrow')).toMatchObject({ code: 2, stdout: '' });
});

test('an exclusion takes the release from one account, and --off gives it back', async () => {
  const packages = ['Excluding'];
  const [player, friend] = [await server.signedIn({ packages }), await server.signedIn({ packages })];
  const { releaseid } = await server.release({ packages });
  expect(await operator('exclude', releaseid, player.email)).toMatchObject({ code: 0 });
  expect([await statusOf(player, releaseid), await statusOf(friend, releaseid)]).toEqual([403, 200]);
  expect(await operator('exclude', releaseid, player.email)).toMatchObject({ code: 1, stdout: '' });
  expect(await operator('exclude', releaseid, player.playerid, '--off')).toMatchObject({ code: 0 });
  expect(await statusOf(player, releaseid)).toBe(200);
  expect(await auditOf(releaseid)).toMatchObject([
    { action: 'release.exclude', after: { account: player.playerid, excluded: true } },
    { action: 'release.include', after: { account: player.playerid, excluded: false } },
  ]);
});

test('all releases are taken from one account, and these alone are given back', async () => {
  const packages = ['Taking all'];
  const [player, friend] = [await server.signedIn({ packages }), await server.signedIn({ packages })];
  const releaseids: string[] = [];
  for (let count = 0; count < 3; count++) releaseids.push((await server.release({ packages })).releaseid);
  const statusesOf = (one: typeof player) => Promise.all(releaseids.map((releaseid) => statusOf(one, releaseid)));
  expect(await operator('exclude', releaseids[0] ?? '', player.email)).toMatchObject({ code: 0 });
  server.advanceClock(1000);
  const params = { playerid: player.playerid };
  const boss = await server.signedIn({ operator: true });
  const { releases: held, takenreleases } = (await boss.call(account, { params })).body;
  expect(takenreleases).toBe(0);
  expect(await operator('exclude-everywhere', player.email)).toMatchObject({ code: 0 });
  expect(await statusesOf(player)).toEqual([403, 403, 403]);
  expect(await statusesOf(friend)).toEqual([200, 200, 200]);
  expect((await boss.call(account, { params })).body).toMatchObject({ releases: 0, takenreleases: held });
  expect((await boss.call(actOnAccount, { params, body: { action: 'exclude' } })).status).toBe(409);
  expect((await boss.call(actOnAccount, { params, body: { action: 'include' } })).status).toBe(204);
  expect(await statusesOf(player)).toEqual([403, 200, 200]);
  expect(await operator('exclude-everywhere', player.email, '--off')).toMatchObject({ code: 1, stdout: '' });
  expect(await auditOf(player.playerid)).toMatchObject([
    { action: 'account.exclude', after: { releases: held } },
    { action: 'account.include', after: { releases: held } },
  ]);
});

test('a mail that waits and announces a release is not sent to whom the release was taken from', async () => {
  const packages = ['Waiting mails'];
  const [player, friend, other] = await Promise.all([1, 2, 3].map(() => server.signedIn({ packages })));
  if (!player || !friend || !other) throw new Error('An account is missing.');
  const { releaseid } = await server.release({ packages });
  for (const { accountid } of [friend, other])
    await insertConnection(server.db, player.accountid, accountid, server.now());
  const players_id = [friend.playerid, other.playerid];
  await player.call(shareRelease, { body: { release_id: releaseid, players_id } });
  const countMails = () => Promise.all([friend, other].map(({ email }) => server.countMails(email)));
  expect(await countMails()).toEqual([1, 1]);
  expect(await operator('exclude', releaseid, friend.email)).toMatchObject({ code: 0 });
  expect(await countMails()).toEqual([0, 1]);
  expect(await operator('withdraw', releaseid, '--yes')).toMatchObject({ code: 0 });
  expect(await countMails()).toEqual([0, 0]);
});

test('a draft is published by command once nothing is missing; another one is deleted', async () => {
  const packages = ['Drafts'];
  const player = await server.signedIn({ packages });
  const [draft, other] = [
    await server.release({ packages, isDraft: true, audio: true, title: 'Draft' }),
    await server.release({ isDraft: true, title: '', packages: [], facts: { keepsAudience: true } }),
  ];
  expect(await operator('publish', other.releaseid)).toMatchObject({
    code: 1,
    stderr: 'This release cannot be published yet. NO_TITLE, AUDIENCE_UNDECIDED\n',
  });
  expect((await operator('publish', 'Draft', '--no-mail')).stderr).toContain('to 1 person at once');
  expect((await operator('publish', 'Draft', '--no-mail', '--yes')).stdout).toContain(
    `"Draft" (${draft.releaseid}) is available`,
  );
  expect(await statusOf(player, draft.releaseid)).toBe(200);
  expect((await operator('cancel-mail', draft.releaseid)).stderr).toBe('There is no mail that is still to be sent.\n');
  expect((await operator('mail', draft.releaseid, '--at', '2099-01-01')).stdout).toContain('2099-01-01T00:00:00.000Z');
  expect((await operator('cancel-mail', draft.releaseid)).code).toBe(0);
  expect((await operator('delete-draft', draft.releaseid)).code).toBe(1);
  expect((await operator('delete-draft', other.releaseid)).code).toBe(0);
  expect(await auditOf(other.releaseid)).toMatchObject([{ action: 'release.delete', before: { state: 'draft' } }]);
});

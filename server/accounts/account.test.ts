import { refresh } from '@promenade/contract/access';
import { invite } from '@promenade/contract/network';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { refused } from '../testing/client.ts';
import { createSong, fetchFile } from '../testing/downloads.ts';
import { openEventStream } from '../testing/eventStream.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { changePackages, setRole, upsertAccount } from './account.ts';

const server = await startTestServer();
const body = { invitations: [{ invitee_email: 'guest@station.example', relationship: 'other' as const }] };
const claimsAtRefresh = async ({ refreshToken }: SignedIn) => {
  const answer = await server.call(refresh, { body: { 'refresh-token': refreshToken } });
  return decodeJwt(answer.body['access-token']);
};
const audit = (subject: string) =>
  server.db.selectFrom('audit').where('subject', '=', subject).select(['action', 'before', 'after']).execute();

test('a verified account may invite within five seconds, and its next token is verified', {
  tags: ['A-ROLE-09'],
}, async () => {
  const player = await server.signedIn({ verified: false });
  expect(await player.call(invite, { body })).toMatchObject(refused('NOT_VERIFIED'));
  await setRole(server, player.email, 'verified', true);
  server.advanceClock(5_000);
  expect((await player.call(invite, { body })).refusal?.code).not.toBe('NOT_VERIFIED');
  expect(await claimsAtRefresh(player)).toMatchObject({ verified: true });
});

test('a verification is mailed, another role and a pending account are not', { tags: ['A-ROLE-09'] }, async () => {
  const { email } = await server.account({ verified: false });
  await setRole(server, email, 'label_staff', true);
  expect(await server.countMails(email)).toBe(0);
  await setRole(server, email, 'verified', true);
  expect(await server.waitForMail(email)).toMatchObject({
    kind: 'verified',
    subject: 'Your account is verified',
    links: ['http://promenade.test/releases'],
  });
  const changed = await server.account({ verified: false });
  await upsertAccount(server, changed.email, { verified: true });
  await upsertAccount(server, changed.email, { verified: true });
  expect(await server.countMails(changed.email)).toBe(1);
  const pending = await server.account({ verified: false, status: 'pending' });
  await setRole(server, pending.email, 'verified', true);
  expect(await server.countMails(pending.email)).toBe(0);
});

test('a role can be taken away again', { tags: ['A-ROLE-09'] }, async () => {
  const player = await server.signedIn({ verified: true });
  await setRole(server, player.email, 'verified', false);
  server.advanceClock(5_000);
  expect(await player.call(invite, { body })).toMatchObject(refused('NOT_VERIFIED'));
  expect(await claimsAtRefresh(player)).toMatchObject({ verified: false });
});

test('the next token of label staff has the claim', async () => {
  const player = await server.signedIn({ label_staff: false });
  await setRole(server, player.email, 'label_staff', true);
  expect(await claimsAtRefresh(player)).toMatchObject({ label_staff: true, verified: true });
});

test('each change is audited, and one without effect is refused', async () => {
  const { email, playerid } = await server.account({ verified: false });
  await expect(setRole(server, email, 'verified', false)).rejects.toThrow(
    `${email} is not verified: nothing was changed.`,
  );
  await setRole(server, email, 'verified', true);
  await expect(setRole(server, email, 'verified', true)).rejects.toThrow(
    `${email} is already verified: nothing was changed.`,
  );
  await expect(setRole(server, 'nobody@x.example', 'label_staff', true)).rejects.toThrow(
    'No account has the address nobody@x.example.',
  );
  expect(await audit(playerid)).toEqual([
    { action: 'account.change', before: { verified: false }, after: { verified: true } },
  ]);
});

test('what plays when its package is taken away is told, what was not played is not', async () => {
  const packages = ['Taken packages'];
  const player = await server.signedIn({ packages });
  const song = await createSong(server);
  const { releaseid, trackids } = await server.release({ packages, songs: [song.track] });
  await server.release({ packages });
  const stream = await openEventStream(server.url, player);
  await fetchFile(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, player.token);
  await changePackages(server, player.email, { add: [], remove: packages });
  await vi.waitFor(() =>
    expect(stream.events()).toEqual([{ type: 'counts-changed' }, { type: 'release-withdrawn', releaseid }]),
  );
});
